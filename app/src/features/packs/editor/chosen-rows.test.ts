import { describe, expect, test } from 'vitest';
import { contents, documents, mediaChild, words } from '#testing/sample-packs.ts';
import { type ChosenRow, chosenRows, moveTo, type Place, stepFrom } from './chosen-rows.ts';
import type { EditedPack } from './edited-pack.ts';

const packOf = (...elements: Parameters<typeof contents>): EditedPack => ({
  ...{ title: 'Offer', notes: '', color: '', version: 2 },
  contents: contents(...elements),
});

const rowOf = (edited: EditedPack, key: string) => chosenRows(edited).find((row) => row.key === key)!;
const keysOf = (edited: EditedPack) => chosenRows(edited).map(({ key }) => key);

describe('[F26, PEDIT-17] what is carried while another version of the pack comes in', () => {
  const one = documents('one', 'One', ['guide', 'prices', 'deck']);
  const two = documents('two', 'Two', ['front']);
  const before = packOf(one, two);
  const moved = (now: EditedPack, row: ChosenRow, place: Place) =>
    keysOf({ ...now, contents: moveTo(now, row, place) });

  test.each([
    [
      'in its section',
      { sectionId: 'one', to: 0 },
      ['one', 'one/deck', 'one/side', 'one/prices', 'two', 'two/front'],
    ],
    [
      'to another one',
      { sectionId: 'two', to: 1 },
      ['one', 'one/side', 'one/prices', 'two', 'two/front', 'two/deck'],
    ],
  ])('is moved itself, wherever it stands by then: a file %s', (_, place, expected) => {
    const now = packOf(documents('one', 'One', ['side', 'deck', 'prices']), two);
    expect(moved(now, rowOf(before, 'one/deck'), place)).toEqual(expected);
  });

  test('is moved itself, wherever it stands by then: a section', () => {
    const now = packOf(documents('new', 'New', []), one, two);
    expect(
      moved(now, rowOf(before, 'one'), { sectionId: null, to: 2 }).filter((key) => !key.includes('/')),
    ).toEqual(['new', 'two', 'one']);
  });

  test.each(['one', 'two'])('leaves everything as it is where the file is gone (to %s)', (sectionId) => {
    const now = packOf(documents('one', 'One', ['guide', 'prices', 'side']), two);
    expect(moved(now, rowOf(before, 'one/deck'), { sectionId, to: 0 })).toEqual(keysOf(now));
  });

  test('leaves everything as it is where a section is gone that was carried', () => {
    const now = packOf(two, documents('three', 'Three', []));
    expect(moved(now, rowOf(before, 'one'), { sectionId: null, to: 1 })).toEqual(keysOf(now));
  });

  test.each([
    ['is gone', packOf(one)],
    ['has the file by now', packOf(one, documents('two', 'Two', ['deck']))],
  ])('stays where it is when the section that it would go to %s', (_, now) => {
    expect(moved(now, rowOf(before, 'one/deck'), { sectionId: 'two', to: 0 })).toEqual(keysOf(now));
  });
});

test('[PEDIT-21] in a pack of version 2 a file that stands alone is taken to another place, and sections and texts are not', () => {
  const edited = packOf(words('word', 'A word', '<p>Hello</p>'), documents('one', 'One', ['guide']), {
    ...mediaChild('deck'),
    id: 'alone',
  });
  const movable = chosenRows(edited).flatMap(({ key, isMovable }) => (isMovable ? key : []));
  expect(movable).toEqual(['one/guide', 'alone']);
  const alone = rowOf(edited, 'alone');
  const place = stepFrom(edited, alone, { sectionId: null, to: 2 }, -1);
  expect(place).toEqual({ sectionId: null, to: 1 });
  expect(keysOf({ ...edited, contents: moveTo(edited, alone, place!) })).toEqual([
    ...['word', 'alone'],
    ...['one', 'one/guide'],
  ]);
});
