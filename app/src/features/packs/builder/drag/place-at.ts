import { type Dragged, goesBetweenSections, goesIntoSections, type Place } from './places.ts';

interface Point {
  x: number;
  y: number;
}

/** How much of a section's upper and lower edge belongs to the gap beside it, px. */
const edge = 28;

const contains = ({ left, right, top, bottom }: DOMRect, { x, y }: Point) =>
  x >= left && x <= right && y >= top && y <= bottom;

/** The first of elements that lie one below the other whose lower edge lies below y. */
function firstBelow(elements: readonly HTMLElement[], y: number): HTMLElement | undefined {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elements[middle]!.getBoundingClientRect().bottom > y) high = middle;
    else low = middle + 1;
  }
  return elements[low];
}

const childrenOf = (element: Element, selector: string) =>
  [...element.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child.matches(selector),
  );

/** The section that y is in, or the next one; a stretch of far sections is looked into only when y is in it. */
function sectionAt(area: Element, y: number): HTMLElement | undefined {
  const found = firstBelow(childrenOf(area, '[data-section], [data-stretch]'), y);
  return found?.dataset.stretch === undefined ? found : firstBelow(childrenOf(found, '[data-section]'), y);
}

/**
 * Position in a grid of files that a point means. A file over which something is carried makes room on the side that it
 * was come from, so that the open place is always under the hand.
 */
function positionIn(section: Element, point: Point, before: Place | null): number | null {
  const open = section.querySelector('[data-drop]') && before?.kind === 'section' ? before.at : null;
  const band = section.querySelector('[data-drop]')?.getBoundingClientRect();
  if (open !== null && band && contains(band, point)) return open;
  let nearest: { distance: number; at: number } | null = null;
  for (const tile of section.querySelectorAll<HTMLElement>('[data-index]')) {
    const box = tile.getBoundingClientRect();
    const at = Number(tile.dataset.index);
    const across = Math.max(box.left - point.x, 0, point.x - box.right);
    const along = Math.max(box.top - point.y, 0, point.y - box.bottom);
    const distance = across + along * 4;
    if (nearest !== null && distance >= nearest.distance) continue;
    const isPast = open !== null && distance === 0 ? at >= open : point.x > (box.left + box.right) / 2;
    nearest = { distance, at: isPast ? at + 1 : at };
  }
  return nearest?.at ?? null;
}

/**
 * The place that a point of the window means. Only sections near the window are measured.
 * @param area holds the sections, each with `data-section` and `data-position`, from top to bottom
 */
export function placeAt(area: Element, point: Point, dragged: Dragged, before: Place | null): Place | null {
  const box = area.getBoundingClientRect();
  if (point.x < box.left || point.x > box.right) return null;
  const section = sectionAt(area, point.y);
  if (!section) {
    const end = area.querySelectorAll('[data-position]').length;
    return goesBetweenSections(dragged) ? { kind: 'gap', at: end } : null;
  }
  const around = section.getBoundingClientRect();
  if (goesIntoSections(dragged) && section.dataset.takesFiles !== undefined) {
    const margin = goesBetweenSections(dragged) ? edge : 0;
    const isInside = point.y > around.top + margin && point.y < around.bottom - margin;
    if (isInside) {
      const { section: id = '', files = '0' } = section.dataset;
      const end = Number(files);
      const position = dragged.kind === 'bundle' ? end : (positionIn(section, point, before) ?? end);
      return { kind: 'section', id, at: position };
    }
  }
  if (!goesBetweenSections(dragged)) return null;
  const isBefore = (around.top + around.bottom) / 2 > point.y;
  return { kind: 'gap', at: Number(section.dataset.position) + (isBefore ? 0 : 1) };
}
