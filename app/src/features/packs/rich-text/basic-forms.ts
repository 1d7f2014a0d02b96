import { Mark } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

/** A place in the text itself is gone to where the text is read. */
const opensNothing = { target: null, rel: null };

/** What Tiptap starts with, where none of its marks loses what pages keep. */
export const BasicForms = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
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
