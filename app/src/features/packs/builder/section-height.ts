import type { PackElement } from '@satchel/core/pack/pack-data.ts';

const headHeight = 80;
const rowHeight = 176;
const tilesInRow = 5;
const signsInLine = 90;
const lineHeight = 26;

/** About how high a section will be, px, until it has been on the page once. */
export function sectionHeight(section: PackElement): number {
  if (section.type === 'medias')
    return headHeight + rowHeight * Math.ceil((section.data.medias.length + 1) / tilesInRow);
  if (section.type !== 'text') return headHeight + lineHeight;
  return headHeight + lineHeight * (2 + Math.min(400, Math.ceil(section.data.content.length / signsInLine)));
}
