import { type Dragged, goesBetweenSections, goesIntoSections, type Place } from './places.ts';

interface Point {
  x: number;
  y: number;
}

/** How much of a section's upper and lower edge belongs to the gap beside it, px. */
const edge = 28;

const contains = ({ left, right, top, bottom }: DOMRect, { x, y }: Point) =>
  x >= left && x <= right && y >= top && y <= bottom;

/** Position of the first of the sections, which lie one below the other, whose `line` lies below y. */
function firstBelow(sections: readonly Element[], y: number, line: (box: DOMRect) => number) {
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (line(sections[middle]!.getBoundingClientRect()) > y) high = middle;
    else low = middle + 1;
  }
  return low;
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
 * @param area holds the sections, each with `data-section`, from top to bottom
 */
export function placeAt(area: Element, point: Point, dragged: Dragged, before: Place | null): Place | null {
  const box = area.getBoundingClientRect();
  if (point.x < box.left || point.x > box.right) return null;
  const sections = [...area.querySelectorAll('[data-section]')];
  if (goesIntoSections(dragged)) {
    const at = firstBelow(sections, point.y, ({ bottom }) => bottom);
    const section = sections[at];
    const around = section?.getBoundingClientRect();
    const margin = goesBetweenSections(dragged) ? edge : 0;
    if (section instanceof HTMLElement && around && section.dataset.takesFiles !== undefined) {
      const isInside = point.y > around.top + margin && point.y < around.bottom - margin;
      if (isInside) {
        const { section: id = '', files = '0' } = section.dataset;
        const end = Number(files);
        const position = dragged.kind === 'bundle' ? end : (positionIn(section, point, before) ?? end);
        return { kind: 'section', id, at: position };
      }
    }
  }
  if (!goesBetweenSections(dragged)) return null;
  return { kind: 'gap', at: firstBelow(sections, point.y, ({ top, bottom }) => (top + bottom) / 2) };
}
