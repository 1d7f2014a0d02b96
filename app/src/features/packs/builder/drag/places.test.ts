import { describe, expect, test } from 'vitest';
import { sampleMedias } from '#testing/sample-content.ts';
import { contents, documents, words } from '#testing/sample-packs.ts';
import { packMediaOf } from '../state/add-medias.ts';
import { type Dragged, firstPlace, isHome, type Place, placesFor, stepFrom } from './places.ts';

const pack = contents(
  documents('one', 'One', ['guide', 'prices', 'demo']),
  words('two', 'Two', '<p>Hello</p>'),
  documents('three', 'Three', ['case']),
);
const media = (id: string) => packMediaOf(sampleMedias.find((each) => each.id === id)!);
const gap = (at: number): Place => ({ kind: 'gap', at });
const into = (id: string, at: number): Place => ({ kind: 'section', id, at });

const section: Dragged = { kind: 'section', id: 'two', title: 'Two' };
const tile: Dragged = { kind: 'tile', sectionId: 'one', media: media('prices'), title: 'Prices' };
const bundle: Dragged = {
  kind: 'bundle',
  bundle: { id: 'm1', type: 'salestool--document_bundle' },
  imageUrl: null,
  fileCount: 18,
  title: 'M1 Mobile',
};

describe('places', () => {
  test('a section goes between sections only, and its own place is one', () => {
    expect(placesFor(section, pack)).toEqual([gap(0), gap(1), gap(3)]);
  });

  test('a bundle and a file of the palette go between sections, and to the end of documents sections', () => {
    const places = [gap(0), into('one', 3), gap(1), gap(2), into('three', 1), gap(3)];
    expect(placesFor(bundle, pack)).toEqual(places);
    expect(placesFor({ kind: 'file', media: media('case'), title: 'Case' }, pack)).toEqual(places);
    expect(placesFor({ kind: 'text', title: 'Text' }, pack)).toEqual([gap(0), gap(1), gap(2), gap(3)]);
  });

  test('a file of the pack stops at every other file of its section and at the end of other ones', () => {
    expect(placesFor(tile, pack)).toEqual([into('one', 0), into('one', 1), into('one', 3), into('three', 1)]);
  });

  test('arrows lead from place to place and end at the ends; up and down leave a section of files', () => {
    const places = placesFor(tile, pack);
    expect(stepFrom(into('one', 1), 'ArrowRight', places)).toEqual(into('one', 3));
    expect(stepFrom(into('one', 1), 'ArrowDown', places)).toEqual(into('three', 1));
    expect(stepFrom(into('three', 1), 'ArrowDown', places)).toEqual(into('three', 1));
    expect(stepFrom(into('one', 0), 'ArrowLeft', places)).toEqual(into('one', 0));
    expect(stepFrom(gap(1), 'ArrowUp', placesFor(section, pack))).toEqual(gap(0));
  });

  test('the keyboard begins where a thing lies, or at the end of the pack', () => {
    expect(firstPlace(section, pack)).toEqual(gap(1));
    expect(firstPlace(tile, pack)).toEqual(into('one', 1));
    expect(firstPlace(bundle, pack)).toEqual(gap(3));
  });

  test('before and after itself a thing is at home', () => {
    for (const place of [gap(1), gap(2)]) expect(isHome(section, place, pack)).toBe(true);
    for (const place of [into('one', 1), into('one', 2)]) expect(isHome(tile, place, pack)).toBe(true);
    for (const place of [gap(0), gap(3)]) expect(isHome(section, place, pack)).toBe(false);
    for (const place of [into('one', 0), into('three', 1)]) expect(isHome(tile, place, pack)).toBe(false);
  });
});
