import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep, type Step } from '@tiptap/pm/transform';

/** Words and the lines they stand in, and nothing that is put in as a whole. */
function isOfWords(node: DocumentNode): boolean {
  if (node.isText || node.type.name === 'hardBreak') return true;
  return !node.isAtom && node.children.every(isOfWords);
}

const isOfKeys = (step: Step) => step instanceof ReplaceStep && step.slice.content.content.every(isOfWords);

/** Whether words were only typed or deleted, as opposed to pasted, cut, formatted or put in by a button. */
export const isTyping = (transaction: Transaction): boolean =>
  transaction.getMeta('uiEvent') === undefined && transaction.steps.every(isOfKeys);
