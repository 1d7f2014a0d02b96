import { Node } from '@tiptap/core';
import { anchorAttribute } from './readable-forms.ts';

/** A place in the text that links lead to. Nothing of it is seen, and it stays where it stands between the words. */
export const KeptAnchor = Node.create({
  name: 'anchor',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ name: { default: null } }),
  // Not those of what is pasted: word processors leave one at every heading.
  parseHTML: () => [{ tag: `a[${anchorAttribute}]` }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes],
});
