import type { KeptBoth } from './keep-both.ts';

const texts = {
  keptBoth: (title: string, copy: string) =>
    `‘${title}’ was changed on another device too. Your changes are kept as ‘${copy}’.`,
  open: 'Open my copy',
};

/** Says what became of an edit that came second, and leads there. */
export const keptBothNotice = ({ title, copyId, copyTitle }: KeptBoth) => ({
  tone: 'waiting' as const,
  text: texts.keptBoth(title, copyTitle),
  action: { label: texts.open, to: `/packs/${copyId}/view` },
});
