import type { PackElement } from '@satchel/core/pack/pack-data.ts';

const headHeight = 76;
const rowHeight = 183;
const lineHeight = 26;
const paragraphGap = 10;
/** The frame of a text, its padding included. */
const frameHeight = 26;
const signWidth = 7.4;
const tileGap = 14;
// A longer text is not taken apart for a guess.
const longestLookedAt = 4000;

/** About how wide what a section holds is, px: what the window leaves beside palette and margins (pack-builder.module.css). */
const innerWidthOf = (window: number) =>
  window < 768 ? window - 62 : window < 1024 ? window - 86 : window - 386;

function linesOf(html: string, signsInLine: number) {
  if (html.length > longestLookedAt)
    return { lines: Math.min(400, Math.ceil(html.length / signsInLine)), gaps: 0 };
  const paragraphs = html
    .split(/<\/(?:p|h\d|li)>|<br[^>]*>/)
    .map((paragraph) => paragraph.replace(/<[^>]*>/g, '').length)
    .filter((length) => length > 0);
  const lines = paragraphs.reduce((sum, length) => sum + Math.ceil(length / signsInLine), 0);
  return { lines: Math.max(1, lines), gaps: Math.max(0, paragraphs.length - 1) };
}

/** About how high a text will stand in its section, px. @param window width of the window, px */
export function textHeight(html: string, window: number): number {
  const { lines, gaps } = linesOf(html, Math.max(1, (innerWidthOf(window) - 38) / signWidth));
  return frameHeight + lines * lineHeight + gaps * paragraphGap;
}

/** About how high a section will be, px, until it has been on the page once. @param window width of the window, px */
export function sectionHeight(section: PackElement, window: number): number {
  if (section.type === 'text') return headHeight + textHeight(section.data.content, window);
  if (section.type !== 'medias') return headHeight + 24;
  const width = innerWidthOf(window);
  const tile = Math.max(132, (width - 5 * tileGap) / 6);
  const tilesInRow = Math.max(1, Math.floor((width + tileGap) / (tile + tileGap)));
  return headHeight + rowHeight * Math.ceil((section.data.medias.length + 1) / tilesInRow);
}
