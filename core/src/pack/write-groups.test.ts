import { expect, test } from 'vitest';
import { addMediasSection, addTextSection, moveSection, removeMedia } from './edit-pack.ts';
import { emptyPack, type PackData } from './pack-data.ts';
import { readPackData } from './read-pack-data.ts';
import { fitsVersion1, writeGroups } from './write-groups.ts';

const media = (id: string) => ({
  id,
  type: 'media--document',
  mediaType: 'Document',
  name: `File ${id}`,
  url: null,
  thumbnail: null,
});

function read(text: string): PackData {
  const answer = readPackData(text);
  if (!answer.ok) throw new Error(answer.because);
  return answer.pack;
}

const stored = JSON.stringify([
  {
    id: 'b1',
    type: 'salestool--document_bundle',
    name: 'Counter',
    weight: 3,
    children: [{ ...media('a'), pages: 16 }, media('b'), { name: 'Without an id' }, 'no file'],
  },
  { id: 7, type: 'shelf', name: 'Odds and ends', children: [] },
  'not a group',
]);

test('[PEDIT-21] version 1 is read and written without loss, whatever else its groups and files say', () => {
  expect(JSON.parse(writeGroups(read(stored), stored))).toEqual(JSON.parse(stored));
});

test('[PEDIT-21] what is changed is written, and the rest stays as it came', () => {
  const changed = removeMedia(moveSection(read(stored), 0, 2), 'b1', 'b');
  const groups = JSON.parse(writeGroups(changed, stored)) as { id: unknown; children?: { id: string }[] }[];
  expect(groups.map((group) => group.id ?? group)).toEqual([7, 'not a group', 'b1']);
  const children = [{ id: 'a', pages: 16 }, { name: 'Without an id' }, 'no file'];
  expect(groups[2]).toMatchObject({ weight: 3, children });
});

test('[PDATA-01] a new group has the id, type, name and children of its bundle', () => {
  const bundle = { id: 'b2', type: 'salestool--document_bundle' } as const;
  const pack = addMediasSection(emptyPack, { title: 'Mobile', bundle, medias: [media('c')] });
  expect(JSON.parse(writeGroups(pack))).toEqual([{ ...bundle, name: 'Mobile', children: [media('c')] }]);
  expect(read(writeGroups(pack)).elements).toMatchObject([{ type: 'medias', title: 'Mobile' }]);
});

test('a text does not fit into version 1', () => {
  expect(fitsVersion1(read(stored))).toBe(true);
  expect(fitsVersion1(addTextSection(read(stored)))).toBe(false);
});
