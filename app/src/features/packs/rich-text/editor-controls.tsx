import { RichTextEditor } from '@mantine/tiptap';
import {
  type Icon,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconClearFormatting,
  IconIndentDecrease,
  IconIndentIncrease,
  IconItalic,
  IconList,
  IconListNumbers,
  IconSeparatorHorizontal,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import type { ComponentPropsWithRef } from 'react';
import { useHintTitle } from '#ui/hint-level.ts';
import { texts } from '../texts.ts';
import type { EditorStanding } from './standing.ts';

export interface ControlsProps {
  editor: Editor;
  standing: EditorStanding;
}

interface ControlProps extends Omit<ComponentPropsWithRef<'button'>, 'style'> {
  label: string;
  icon: Icon;
  /** Undefined on what is no switch. */
  active?: boolean | undefined;
}

/** One button of the toolbar. */
export const Control = ({ label, icon: Icon, active, ...rest }: ControlProps) => (
  <RichTextEditor.Control
    {...rest}
    active={active ?? false}
    {...(active !== undefined && { 'aria-pressed': active })}
    aria-label={label}
    title={useHintTitle(label)}
  >
    <Icon size={18} stroke={1.75} aria-hidden />
  </RichTextEditor.Control>
);

export const Marks = ({ editor, standing: { marks } }: ControlsProps) => (
  <>
    <Control
      label={texts.editor.bold}
      icon={IconBold}
      active={marks.bold}
      onClick={() => editor.chain().focus().toggleBold().run()}
    />
    <Control
      label={texts.editor.italic}
      icon={IconItalic}
      active={marks.italic}
      onClick={() => editor.chain().focus().toggleItalic().run()}
    />
    <Control
      label={texts.editor.strike}
      icon={IconStrikethrough}
      active={marks.strike}
      onClick={() => editor.chain().focus().toggleStrike().run()}
    />
  </>
);

export const Underline = ({ editor, standing: { marks } }: ControlsProps) => (
  <Control
    label={texts.editor.underline}
    icon={IconUnderline}
    active={marks.underline}
    onClick={() => editor.chain().focus().toggleUnderline().run()}
  />
);

export const Rule = ({ editor }: ControlsProps) => (
  <Control
    label={texts.editor.rule}
    icon={IconSeparatorHorizontal}
    onClick={() => editor.chain().focus().setHorizontalRule().run()}
  />
);

export const RemoveFormat = ({ editor }: ControlsProps) => (
  <Control
    label={texts.editor.removeFormat}
    icon={IconClearFormatting}
    onClick={() => editor.chain().focus().unsetAllMarks().clearNodes().run()}
  />
);

export const Lists = ({ editor, standing: { lists } }: ControlsProps) => (
  <>
    <Control
      label={texts.editor.bulletList}
      icon={IconList}
      active={lists.bulletList}
      onClick={() => editor.chain().focus().toggleBulletList().run()}
    />
    <Control
      label={texts.editor.orderedList}
      icon={IconListNumbers}
      active={lists.orderedList}
      onClick={() => editor.chain().focus().toggleOrderedList().run()}
    />
  </>
);

export const Indents = ({ editor, standing: { canIndent, canOutdent } }: ControlsProps) => (
  <>
    <Control
      label={texts.editor.outdent}
      icon={IconIndentDecrease}
      disabled={!canOutdent}
      onClick={() => editor.chain().focus().indentBy(-1).run()}
    />
    <Control
      label={texts.editor.indent}
      icon={IconIndentIncrease}
      disabled={!canIndent}
      onClick={() => editor.chain().focus().indentBy(1).run()}
    />
  </>
);

export interface TextHistory {
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
}

export const History = ({ history: { canUndo, canRedo, undo, redo } }: { history: TextHistory }) => (
  <>
    <Control label={texts.editor.undo} icon={IconArrowBackUp} disabled={!canUndo} onClick={undo} />
    <Control label={texts.editor.redo} icon={IconArrowForwardUp} disabled={!canRedo} onClick={redo} />
  </>
);
