import { Node } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
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
  // Whoever links the words around it would have a link in a link, which ends the outer one wherever it is read.
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, { doc, tr, schema }) => {
        const link = schema.marks.link;
        if (!link || !transactions.some(({ docChanged }) => docChanged)) return null;
        doc.descendants((node, at) => {
          if (node.type.name === 'anchor') tr.removeMark(at, at + node.nodeSize, link);
        });
        return tr.docChanged ? tr : null;
      },
    }),
  ],
});
