import { keptAttribute } from '@satchel/core/html/allowed-html.ts';
import { type AnyExtension, Mark, Node } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

/** A place in the text itself is gone to where the text is read. */
const opensNothing = { target: null, rel: null };

/** What is pasted may number its lists in any way; readers see the kinds of number that pages keep. */
const withKeptNumbers = (orderedList: Node) =>
  orderedList.extend({
    addAttributes() {
      const { start, type } = this.parent?.() ?? {};
      const kept = (name: string, value: unknown) => keptAttribute('rich', 'ol', name, String(value ?? ''));
      return {
        start: {
          ...start,
          parseHTML: (list: HTMLElement) => Number(kept('start', list.getAttribute('start')) ?? 1),
        },
        type: { ...type, parseHTML: (list: HTMLElement) => kept('type', type?.parseHTML?.(list)) },
      };
    },
  });

/** What Tiptap starts with, where none of its marks loses what pages keep. */
export const BasicForms = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension): AnyExtension => {
      if (extension instanceof Node && extension.name === 'orderedList') return withKeptNumbers(extension);
      if (!(extension instanceof Mark)) return extension;
      if (extension.name === 'link')
        return extension.extend({
          renderHTML({ mark, HTMLAttributes: attributes }) {
            const isInText = String(attributes.href ?? '').startsWith('#');
            const HTMLAttributes = isInText ? { ...attributes, ...opensNothing } : attributes;
            return this.parent?.({ mark, HTMLAttributes }) ?? ['a', HTMLAttributes, 0];
          },
        });
      // Its own excludes every other mark: a link or bold words would lose what they are.
      return extension.name === 'code' ? extension.extend({ excludes: '' }) : extension;
    });
  },
});
