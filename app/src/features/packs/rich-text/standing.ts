import type { Editor } from '@tiptap/core';
import { type Alignment, alignmentOf } from './block-style.ts';

export type TextFormat = 'paragraph' | 'heading3' | 'heading4';

/** What the toolbar says about the place where the cursor stands. */
export interface EditorStanding {
  format: TextFormat;
  alignment: Alignment;
  marks: Record<'bold' | 'italic' | 'strike' | 'underline', boolean>;
  lists: Record<'bulletList' | 'orderedList', boolean>;
  /** Address of the link, '' without one. */
  link: string;
  canIndent: boolean;
  canOutdent: boolean;
  canUndo: boolean;
  canRedo: boolean;
}

const formatOf = (editor: Editor): TextFormat => {
  if (editor.isActive('heading', { level: 3 })) return 'heading3';
  return editor.isActive('heading', { level: 4 }) ? 'heading4' : 'paragraph';
};

/** A text that is a part of a whole has no steps of its own. */
const can = (editor: Editor, step: 'undo' | 'redo') => Boolean(editor.can()[step]?.());

/** The words of a message have no indents. */
const canIndentBy = (editor: Editor, steps: 1 | -1) => Boolean(editor.can().indentBy?.(steps));

export const standingOf = (editor: Editor): EditorStanding => ({
  format: formatOf(editor),
  alignment: alignmentOf(editor.state),
  marks: {
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    strike: editor.isActive('strike'),
    underline: editor.isActive('underline'),
  },
  lists: { bulletList: editor.isActive('bulletList'), orderedList: editor.isActive('orderedList') },
  link: String(editor.getAttributes('link').href ?? ''),
  canIndent: canIndentBy(editor, 1),
  canOutdent: canIndentBy(editor, -1),
  canUndo: can(editor, 'undo'),
  canRedo: can(editor, 'redo'),
});
