import type { PackData } from '@satchel/core/pack/pack-data.ts';
import { readPackData, writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { expect, test } from 'vitest';
import type { MediaView, Packs } from '#services.ts';
import { withAddresses } from './with-addresses.ts';

const view = { id: 'guide', type: 'media--document', name: 'As it is called now', typeLabel: 'PDF' };
const packs: Pick<Packs, 'medias'> = {
  medias: async () => new Map([['guide', { ...view, url: '/guide.pdf', thumbnailUrl: null } as MediaView]]),
};

test('a file gets its kind and address, and keeps its name and whatever else it says of itself', async () => {
  const read = readPackData(
    JSON.stringify([
      { id: 't3', type: 'group', name: 'T3', children: [{ id: 'guide', name: 'Guide', note: 'for Mia' }] },
    ]),
  );
  const { pack } = read as { pack: PackData };
  const filled = await withAddresses(pack, { packs, pack: { id: 'p', type: 'salestool--pack' } });
  expect(writePackData(filled)).toContain('"note":"for Mia"');
  expect(filled.elements).toMatchObject([
    { data: { medias: [{ data: { media: { name: 'Guide', url: '/guide.pdf', mediaType: 'PDF' } } }] } },
  ]);
});
