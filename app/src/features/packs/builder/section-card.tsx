import { ActionIcon, Menu } from '@mantine/core';
import { fileCount } from '@satchel/core/format/counts.ts';
import { moveSection, renameSection, setSectionTitleShown, setText } from '@satchel/core/pack/edit-pack.ts';
import type { PackElement } from '@satchel/core/pack/pack-data.ts';
import { IconArrowDown, IconArrowUp, IconDots, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { MediaView } from '#services.ts';
import { Chip } from '#ui/chip.tsx';
import menuClasses from '../menu.module.css';
import { RichTextField } from '../rich-text/rich-text-field.tsx';
import { texts } from '../texts.ts';
import { EditableTitle } from './editable-title.tsx';
import { MediaGrid } from './media-grid.tsx';
import classes from './section-card.module.css';
import type { Builder } from './use-builder.ts';

interface Props {
  section: PackElement;
  position: number;
  builder: Builder;
  medias: ReadonlyMap<string, MediaView>;
  onAddContent: (sectionId: string) => void;
}

/** One section of the pack as a card: title, menu, and its texts or files. */
export function SectionCard({ section, position, builder, medias, onAddContent }: Props) {
  const { draft, change, added } = builder;
  const isAdded = section.id === added?.id;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAdded) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isAdded]);
  const isKnown = section.type !== 'unknown';
  const title = isKnown ? section.title : texts.builder.unknown;
  return (
    <section ref={card} className={classes.card} aria-label={title} data-section={section.id}>
      <div className={classes.top}>
        {isKnown ? (
          <EditableTitle
            size="section"
            value={section.title}
            label={texts.builder.sectionTitle}
            startsOpen={isAdded && added.untitled}
            heading={(words) => <h2 className={classes.title}>{words}</h2>}
            onChange={(words) => change(renameSection(draft.contents, section.id, words))}
          />
        ) : (
          <h2 className={classes.title}>{title}</h2>
        )}
        {section.type === 'medias' && (
          <span className={classes.count}>{fileCount(section.data.medias.length)}</span>
        )}
        {isKnown && !section.showTitle && <Chip>{texts.builder.titleHidden}</Chip>}
        <span className={classes.space} />
        <SectionMenu section={section} position={position} title={title} builder={builder} />
      </div>
      <SectionBody section={section} builder={builder} medias={medias} onAddContent={onAddContent} />
    </section>
  );
}

function SectionBody({ section, builder, medias, onAddContent }: Omit<Props, 'position'>) {
  const { draft, change } = builder;
  switch (section.type) {
    case 'text':
      return (
        <RichTextField
          kind="section"
          label={section.title}
          value={section.data.content}
          onChange={(html) => change(setText(draft.contents, section.id, html))}
        />
      );
    case 'medias':
      return (
        <MediaGrid
          section={section}
          builder={builder}
          medias={medias}
          onAdd={() => onAddContent(section.id)}
        />
      );
    case 'unknown':
      return <p className={classes.note}>{texts.builder.unknownText(section.unknownType)}</p>;
    case 'media':
      return <p className={classes.note}>{section.data.media.name}</p>;
    default:
      return <p className={classes.note}>{texts.builder.bundleSection}</p>;
  }
}

interface MenuProps {
  section: PackElement;
  position: number;
  title: string;
  builder: Builder;
}

/** Everything about a section that does not need dragging (PBUILD-10, PBUILD-11). */
function SectionMenu({ section, position, title, builder }: MenuProps) {
  const { draft, change, remove } = builder;
  const count = draft.contents.elements.length;
  const move = (to: number) =>
    change(moveSection(draft.contents, position, to), {
      text: texts.builder.moved(title, to + 1, count),
      undo: draft.contents,
    });
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={texts.builder.sectionMenu(title)}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          className={menuClasses.item}
          leftSection={<IconArrowUp {...icon} />}
          disabled={position === 0}
          onClick={() => move(position - 1)}
        >
          {texts.builder.moveUp}
        </Menu.Item>
        <Menu.Item
          className={menuClasses.item}
          leftSection={<IconArrowDown {...icon} />}
          disabled={position === count - 1}
          onClick={() => move(position + 1)}
        >
          {texts.builder.moveDown}
        </Menu.Item>
        {section.type !== 'unknown' && (
          <Menu.Item
            className={menuClasses.item}
            leftSection={section.showTitle ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
            onClick={() => change(setSectionTitleShown(draft.contents, section.id, !section.showTitle))}
          >
            {section.showTitle ? texts.builder.hideTitle : texts.builder.showTitle}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          className={menuClasses.item}
          data-bad
          leftSection={<IconTrash {...icon} />}
          onClick={() => remove(section.id)}
        >
          {texts.builder.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
