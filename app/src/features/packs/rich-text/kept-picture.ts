import { keptAttribute } from '@satchel/core/html/allowed-html.ts';
import { resolveAddress } from '@satchel/core/html/host-addresses.ts';
import { Node } from '@tiptap/core';

/**
 * A picture that came with the text, seen at the host and written with the address that it came with. It can be moved
 * and removed, and is never lost by editing the words around it.
 * @param host origin of the content host, '' where it is the page's own
 */
export const keptPicture = (host: string) =>
  Node.create({
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
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('img');
        dom.src = resolveAddress(String(node.attrs.src), host);
        dom.alt = String(node.attrs.alt);
        return { dom };
      },
  });
