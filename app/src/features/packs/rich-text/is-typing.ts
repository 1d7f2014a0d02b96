import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep, type Step } from '@tiptap/pm/transform';

/** Words and the lines they stand in, and nothing that is put in as a whole. */
function isOfWords(node: DocumentNode): boolean {
  if (node.isText || node.type.name === 'hardBreak') return true;
  return !node.isAtom && node.children.every(isOfWords);
}

const isEmpty = (node: DocumentNode): boolean => !node.isLeaf && node.children.every(isEmpty);

/**
 * Words of one block, or only what parts two of them. Whoever takes away more has chosen it first, and thinks of it as one
 * thing.
 */
const areOfKeys = (nodes: readonly DocumentNode[]) =>
  nodes.every((node) => node.isInline && isOfWords(node)) || nodes.every(isEmpty);

const isOfKeys = (step: Step, before: DocumentNode | undefined) =>
  step instanceof ReplaceStep &&
  step.slice.content.content.every(isOfWords) &&
  areOfKeys(before?.slice(step.from, step.to).content.content ?? []);

/** Whether words were only typed or deleted, as opposed to pasted, cut, formatted or put in by a button. */
export const isTyping = (transaction: Transaction): boolean =>
  transaction.getMeta('uiEvent') === undefined &&
  transaction.steps.every((step, at) => isOfKeys(step, transaction.docs[at]));
