import { Menu, UnstyledButton } from '@mantine/core';
import { type PersonalToken, personalTokens } from '@satchel/core/contract/personal-tokens.ts';
import {
  type Icon,
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconBraces,
  IconChevronDown,
} from '@tabler/icons-react';
import menuClasses from '../acts/menu.module.css';
import { texts } from '../texts.ts';
import type { Alignment } from './block-style.ts';
import { Control, type ControlsProps } from './editor-controls.tsx';
import classes from './rich-text-editor.module.css';
import type { TextFormat } from './standing.ts';

const formats: Record<TextFormat, string> = {
  paragraph: texts.editor.paragraph,
  heading3: texts.editor.heading3,
  heading4: texts.editor.heading4,
};

// Not in a portal: inside 'more' a menu elsewhere on the page would count as a click outside.
const inPlace = { withinPortal: false, returnFocus: false } as const;

/** Paragraph, heading 3 and heading 4 (PBUILD-13). */
export function FormatMenu({ editor, standing: { format } }: ControlsProps) {
  const set = (next: TextFormat) => {
    const chain = editor.chain().focus();
    if (next === 'paragraph') chain.setParagraph().run();
    else chain.setHeading({ level: next === 'heading3' ? 3 : 4 }).run();
  };
  return (
    <Menu {...inPlace} position="bottom-start" width={180}>
      <Menu.Target>
        <UnstyledButton className={classes.format} aria-label={`${texts.editor.format}: ${formats[format]}`}>
          {formats[format]}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(formats) as TextFormat[]).map((name) => (
          <Menu.Item key={name} className={menuClasses.item} onClick={() => set(name)}>
            {formats[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const alignmentIcons: Record<Alignment, Icon> = {
  left: IconAlignLeft,
  center: IconAlignCenter,
  right: IconAlignRight,
  justify: IconAlignJustified,
};

export function AlignmentMenu({ editor, standing: { alignment } }: ControlsProps) {
  return (
    <Menu {...inPlace} position="bottom-start" width={180}>
      <Menu.Target>
        <Control
          label={`${texts.editor.alignment}: ${texts.editor.alignments[alignment]}`}
          icon={alignmentIcons[alignment]}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(alignmentIcons) as Alignment[]).map((name) => {
          const Sign = alignmentIcons[name];
          return (
            <Menu.Item
              key={name}
              className={menuClasses.item}
              leftSection={<Sign size={18} stroke={1.75} aria-hidden />}
              onClick={() => editor.chain().focus().align(name).run()}
            >
              {texts.editor.alignments[name]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Personal tokens (PBUILD-14). */
export const TokenMenu = ({ editor }: ControlsProps) => (
  <Menu {...inPlace} position="bottom-start" width={210}>
    <Menu.Target>
      <Control label={texts.editor.token} icon={IconBraces} />
    </Menu.Target>
    <Menu.Dropdown>
      {(Object.keys(personalTokens) as PersonalToken[]).map((token) => (
        <Menu.Item
          key={token}
          className={menuClasses.item}
          onClick={() => editor.chain().focus().insertPersonalToken(token).run()}
        >
          {personalTokens[token]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
