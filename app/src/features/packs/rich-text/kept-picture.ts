import { keptAttribute } from '@satchel/core/html/allowed-html.ts';
import { Node } from '@tiptap/core';

/** A picture that came with the text. It can be moved and removed, and is never lost by editing the words around it. */
export const KeptPicture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (picture) =>
        keptAttribute('rich', 'img', 'src', picture.getAttribute('src') ?? '') === null ? false : null,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});
