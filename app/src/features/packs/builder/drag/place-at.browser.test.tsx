import { afterEach, expect, test } from 'vitest';
import { placeAt } from './place-at.ts';

const height = 100;

function box(...children: Element[]) {
  const element = document.createElement('div');
  element.append(...children);
  return element;
}
function sectionAt(position: number) {
  const element = box();
  element.style.height = `${height}px`;
  Object.assign(element.dataset, { section: `s${position}`, position, takesFiles: '', files: 3 });
  return element;
}
/** Sections 0 and 1 by themselves, 2 to 4 in a stretch, 5 by itself. */
function area() {
  const stretch = box(sectionAt(2), sectionAt(3), sectionAt(4));
  stretch.dataset.stretch = '2';
  const all = box(sectionAt(0), sectionAt(1), stretch, sectionAt(5));
  Object.assign(all.style, { position: 'absolute', top: '0', left: '0', width: '300px' });
  document.body.append(all);
  return all;
}
const section = { kind: 'section', id: 's0', title: 'One' } as const;
const text = { kind: 'text', title: 'Text' } as const;
const tile = {
  kind: 'tile',
  sectionId: 's0',
  title: 'Guide',
  media: { id: 'guide', type: 'media', mediaType: null, name: 'Guide', url: null, thumbnail: null },
} as const;

afterEach(() => document.body.replaceChildren());

test('a section goes before or after the one below the hand, also where that one is far from the window yet', () => {
  const all = area();
  const gap = (y: number) => placeAt(all, { x: 100, y }, section, null);
  expect([10, 90, 210, 290, 310, 490, 510, 590, 700].map(gap)).toEqual(
    [0, 1, 2, 3, 3, 5, 5, 6, 6].map((at) => ({ kind: 'gap', at })),
  );
});

test('a file goes into the section below the hand, at its end where its files are not drawn', () => {
  const all = area();
  expect(placeAt(all, { x: 100, y: 350 }, tile, null)).toEqual({ kind: 'section', id: 's3', at: 3 });
  expect(placeAt(all, { x: 100, y: 700 }, tile, null)).toBe(null);
});

test('beside the sections and where there are none nothing is meant but the beginning of an empty pack', () => {
  const all = area();
  expect(placeAt(all, { x: 400, y: 50 }, text, null)).toBe(null);
  all.replaceChildren();
  expect(placeAt(all, { x: 100, y: 0 }, text, null)).toEqual({ kind: 'gap', at: 0 });
});
