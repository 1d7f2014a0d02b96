import { Menu } from '@mantine/core';
import { moveSection, setSectionTitleShown } from '@satchel/core/pack/edit-pack.ts';
import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { IconArrowDown, IconArrowUp, IconDots, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { IconButton } from '#ui/icon-button.tsx';
import { besides, passHandOn } from '#ui/pass-hand-on.ts';
import menuClasses from '../../acts/menu.module.css';
import { texts } from '../../texts.ts';
import { MenuButton } from '../menu-button.tsx';
import type { Work } from '../state/use-builder.ts';

interface Props {
  section: PackElement;
  position: number;
  isLast: boolean;
  title: string;
  work: Work;
}

/** Everything about a section that does not need dragging (PBUILD-10, PBUILD-11). */
export function SectionMenu({ section, position, isLast, title, work }: Props) {
  const { change, remove } = work.actions;
  const move = (by: 1 | -1) => {
    const { elements } = work.store.getState().history.draft.contents;
    // The page may be a moment behind the pack.
    const from = elements.findIndex(({ id }) => id === section.id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= elements.length) return;
    change((contents) => moveSection(contents, from, to), {
      said: texts.builder.moved(title, to + 1, elements.length),
      isSaid: true,
      section: section.id,
    });
  };
  /** By keys the hand goes to the section beside it, by its grip. */
  const removeThis = (byKeys: boolean) => {
    const { elements } = work.store.getState().history.draft.contents;
    const place = document.querySelector(`section[data-section="${CSS.escape(section.id)}"]`);
    const grips = besides(elements, ({ id }) => id === section.id).map(
      ({ id }) => `[data-grip="section:${CSS.escape(id)}"]`,
    );
    if (byKeys && place) passHandOn(place, [...grips, '[data-add-section]']);
    remove(section.id);
  };
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <MenuButton
      width={200}
      button={(props) => (
        <IconButton {...props} aria-label={texts.builder.sectionMenu(title)}>
          <IconDots {...icon} />
        </IconButton>
      )}
    >
      <Menu.Item
        className={menuClasses.item}
        leftSection={<IconArrowUp {...icon} />}
        disabled={position === 0}
        onClick={() => move(-1)}
      >
        {texts.builder.moveUp}
      </Menu.Item>
      <Menu.Item
        className={menuClasses.item}
        leftSection={<IconArrowDown {...icon} />}
        disabled={isLast}
        onClick={() => move(1)}
      >
        {texts.builder.moveDown}
      </Menu.Item>
      {section.type !== 'unknown' && (
        <Menu.Item
          className={menuClasses.item}
          leftSection={section.showTitle ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
          onClick={() =>
            change((contents) => setSectionTitleShown(contents, section.id, !section.showTitle), {
              said: section.showTitle
                ? texts.builder.titleWasHidden(title)
                : texts.builder.titleWasShown(title),
              section: section.id,
            })
          }
        >
          {section.showTitle ? texts.builder.hideTitle : texts.builder.showTitle}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        className={menuClasses.item}
        data-bad
        leftSection={<IconTrash {...icon} />}
        onClick={({ detail }) => removeThis(detail === 0)}
      >
        {texts.builder.remove}
      </Menu.Item>
    </MenuButton>
  );
}
