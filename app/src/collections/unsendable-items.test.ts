import type { BundleTypeName } from '@satchel/core/contract/resource-types.ts';
import type { PackData } from '@satchel/core/pack/pack-data.ts';
import { writePackData } from '@satchel/core/pack/read-pack-data.ts';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { createBundleReads } from '#sync/bundle-files/bundle-reads.ts';
import { unsendableItems } from './unsendable-items.ts';

const database = openDatabase('unsendable-items');
const reads = createBundleReads(database, 'https://host.example');
const documents = 'salestool--document_bundle';
const titled = (id: string) => ({
  ...{ id, title: `The ${id}`, showTitle: true, introText: '', options: { hideTitle: false } },
});
const file = (id: string) => ({
  ...titled(id),
  type: 'media' as const,
  data: { media: { id, type: 'media--document', mediaType: null, name: id, url: null, thumbnail: null } },
});
const page = (id: string) => ({
  ...titled(id),
  type: 'salestool--content_bundle' as const,
  data: { bundle: { id, type: 'salestool--content_bundle' as const } },
});

const inRetail = { pack_type: 'private', channel: { type: 'salestool--channel', id: 'retail' } } as const;
async function asked(elements: PackData['elements'], pack: object = inRetail) {
  const given = { ...inRetail, ...pack, pack_data: writePackData({ version: 2, elements }) };
  const items = await unsendableItems(database, reads, given, ['retail', 'transit']);
  return items.map(({ name, because }) => `${name}: ${because}`);
}

const media = (...ids: string[]) => ids.map((id) => ({ type: 'media--document' as const, id }));
const bundle = (type: BundleTypeName, id: string) => ({ type, id });

async function putChannel(bundles: ReturnType<typeof bundle>[]) {
  await database
    .records('salestool--channel')
    .put({ id: 'retail', type: 'salestool--channel', bundles, medias: media('tile') });
}

beforeEach(async () => {
  for (const id of ['guide', 'matrix', 'both', 'tile', 'elsewhere'])
    await database.records('media--document').put({ id, type: 'media--document', name: id });
  await database
    .records(documents)
    .put({ id: 'terminals', type: documents, availability: 'public', medias: media('guide', 'both') });
  await database
    .records(documents)
    .put({ id: 'prices', type: documents, availability: 'internal', medias: media('matrix', 'both') });
  await database
    .records('salestool--content_bundle')
    .put({ id: 'welcome', type: 'salestool--content_bundle', availability: 'public' });
  await database
    .records('salestool--channel')
    .put({ id: 'transit', type: 'salestool--channel', _meta: { stub: true } });
  await putChannel([
    bundle(documents, 'terminals'),
    bundle(documents, 'prices'),
    bundle('salestool--content_bundle', 'welcome'),
  ]);
});

test('what the channel offers prospects goes without a question; one public place is enough', async () => {
  expect(await asked([file('guide'), file('both'), file('tile'), page('welcome')])).toEqual([]);
});

test('a page whose bundle was withdrawn, and a file that stood in one, are asked about by name', async () => {
  await putChannel([bundle(documents, 'prices')]);
  await database.records('salestool--content_bundle').delete('welcome');
  expect(await asked([page('welcome'), file('guide'), file('tile')])).toEqual([
    'The welcome: withdrawn',
    'guide: withdrawn',
  ]);
});

test('what is internal now is asked about too', async () => {
  await database.records('salestool--content_bundle').update('welcome', { availability: 'internal' });
  expect(await asked([page('welcome'), file('matrix')])).toEqual([
    'The welcome: internal',
    'matrix: internal',
  ]);
});

test('of a channel that was never taken in whole only what is missing here is said', async () => {
  const everywhere = { pack_type: 'global', channel: null };
  expect(await asked([file('elsewhere'), file('gone'), page('welcome')], everywhere)).toEqual([
    'gone: missing',
  ]);
});

test('contents that cannot be read ask nothing', async () => {
  expect(await unsendableItems(database, reads, { ...inRetail, pack_data: '{' }, ['retail'])).toEqual([]);
});
