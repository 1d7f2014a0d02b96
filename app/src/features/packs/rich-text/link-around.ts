import { getMarkRange, type Range } from '@tiptap/core';
import type { EditorState } from '@tiptap/pm/state';

/**
 * No link goes around an anchor, which parts it in two that look like one.
 * @returns the places of the whole link that the selection lies in, with the anchors inside it; null where it lies in none
 */
export function linkAround({ doc, schema, selection }: EditorState): Range | null {
  const part = schema.marks.link && getMarkRange(selection.$from, schema.marks.link);
  if (!part) return null;
  const start = doc.resolve(part.from);
  const mark = schema.marks.link?.isInSet(start.nodeAfter?.marks ?? []);
  const whole = { ...part };
  const { content } = start.parent;
  for (let index = start.index(), end = part.from; index < content.childCount; index++) {
    const node = content.child(index);
    end += node.nodeSize;
    if (mark?.isInSet(node.marks)) whole.to = end;
    else if (node.type.name !== 'anchor') break;
  }
  for (let index = start.index() - 1, begin = part.from; index >= 0; index--) {
    const node = content.child(index);
    begin -= node.nodeSize;
    if (mark?.isInSet(node.marks)) whole.from = begin;
    else if (node.type.name !== 'anchor') break;
  }
  return whole.from <= selection.from && selection.to <= whole.to ? whole : null;
}
