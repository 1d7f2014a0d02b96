import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/**
 * Words that nobody changes while they are held, by a key or by the toolbar. What the page itself puts there passes.
 * @param isHeld the same for as long as the editor is there
 */
export const heldWords = (isHeld: () => boolean) =>
  Extension.create({
    name: 'heldWords',
    addProseMirrorPlugins: () => [
      new Plugin({
        filterTransaction: (change) =>
          !change.docChanged || change.getMeta('preventUpdate') === true || !isHeld(),
      }),
    ],
  });
