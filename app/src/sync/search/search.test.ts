import { expect, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { channelDocuments, channelStamp } from './channel-documents.ts';
import { createSearchIndex } from './search-index.ts';

const origin = 'https://host.example';

/** A channel with two bundles of files, an app, and a bundle that belongs to another channel. */
async function device() {
  const database = openDatabase(`search-${crypto.randomUUID()}`);
  const document = (id: string, name: string, description: string, keywords: string[] = []) => ({
    id,
    type: 'media--document' as const,
    name,
    description,
    keywords: keywords.map((keyword) => ({ type: 'taxonomy_term--keywords' as const, id: keyword })),
  });
  await database
    .records('taxonomy_term--keywords')
    .put({ id: 'k', type: 'taxonomy_term--keywords', name: 'Gastronomy' });
  await database
    .records('media--document')
    .bulkPut([
      document('guide', 'T3 Counter guide', 'How the Café Müller set up its counter', ['k']),
      document('prices', 'Price list', 'Rental and purchase, autumn'),
      document('hidden', 'Secret counter', 'Of another channel'),
    ]);
  const bundle = (id: string, title: string, medias: string[], processed = '') => ({
    id,
    type: 'salestool--document_bundle' as const,
    title,
    body: { value: processed, format: null, processed, summary: '' },
    medias: medias.map((media) => ({ type: 'media--document' as const, id: media })),
  });
  await database
    .records('salestool--document_bundle')
    .bulkPut([
      bundle('t3', 'T3 Counter', ['guide', 'prices']),
      bundle(
        'all',
        'Everything',
        ['prices', 'guide'],
        `<p>${'Long words. '.repeat(30)}The counter at last.</p>`,
      ),
      bundle('other', 'Other', ['hidden']),
    ]);
  await database.records('salestool--miniapp_bundle').put({
    id: 'calc',
    type: 'salestool--miniapp_bundle',
    title: 'Savings calculator',
  });
  await database.records('salestool--channel').put({
    id: 'retail',
    type: 'salestool--channel',
    pulled: 1,
    bundles: [
      { type: 'salestool--document_bundle', id: 't3' },
      { type: 'salestool--document_bundle', id: 'all' },
      { type: 'salestool--miniapp_bundle', id: 'calc' },
      { type: 'salestool--document_bundle', id: 'not-here' },
    ],
  });
  return database;
}

async function searched(words: string) {
  const database = await device();
  const index = await createSearchIndex(await channelDocuments(database, 'retail', origin));
  return index.search(words);
}

const titles = async (words: string) => (await searched(words)).map(({ title }) => title);

test('bundles, apps and files of the channel are found, a file of two bundles once, nothing of another channel', async () => {
  expect(await titles('counter')).toEqual(['T3 Counter guide', 'T3 Counter', 'Everything']);
  expect(await titles('secret')).toEqual([]);
  expect(await titles('calculator')).toEqual(['Savings calculator']);
});

test('a page is found by its text, also where its host sends that as it was written', async () => {
  const database = await device();
  const page = { id: 'page', type: 'salestool--content_bundle' } as const;
  await database.records('salestool--content_bundle').put({
    ...page,
    title: 'About us',
    body: { value: '<p>Founded in <b>Gothenburg</b></p>', format: 'basic_html' },
  });
  await database.records('salestool--channel').update('retail', { bundles: [page] });
  const index = await createSearchIndex(await channelDocuments(database, 'retail', origin));
  expect(index.search('gothenburg')).toMatchObject([{ id: 'page', snippet: 'Founded in Gothenburg' }]);
});

test('words are found begun, without their marks, mistyped, by keyword and by type of file', async () => {
  expect(await titles('coun gui')).toEqual(['T3 Counter guide']);
  expect(await titles('cafe xylophone')).toEqual([]);
  expect(await titles('CAFE muller')).toEqual(['T3 Counter guide']);
  expect(await titles('calclator')).toEqual(['Savings calculator']);
  expect(await titles('gastronomy')).toEqual(['T3 Counter guide']);
});

test('of many that have a word the best come first, and what is mistyped is found where hardly anything else is', async () => {
  const named = (id: number, title: string, description = '') => ({
    kind: 'file' as const,
    id: String(id),
    title,
    description,
    keywords: '',
    text: '',
    bundleId: 'b',
    bundleTitle: 'Archive',
    thumbnailUrl: null,
    fileTypeLabel: 'PDF',
    file: null,
  });
  const many = Array.from({ length: 3000 }, (_, at) => named(at, `Leaflet ${at}`, 'about the counter'));
  const index = await createSearchIndex([...many, named(3000, 'Counter'), named(3001, 'Counters abroad')]);
  const found = (words: string) => index.search(words).map(({ title }) => title);
  expect(found('counter').slice(0, 2)).toEqual(['Counter', 'Counters abroad']);
  expect(found('counter')).toHaveLength(50);
  expect(found('leaflet 2999 counter')).toEqual(['Leaflet 2999']);
  expect(found('couners abrod')).toEqual(['Counters abroad']);
});

test('a single letter finds what is named so', async () => {
  expect(await titles('p')).toEqual(['Price list']);
  expect(await titles('s')).toEqual(['Savings calculator']);
});

test('why something was found is shown: the matching words, and some around them where the title has none', async () => {
  const [guide] = await searched('cafe');
  expect(guide).toMatchObject({ kind: 'file', bundleId: 't3', bundleTitle: 'T3 Counter', matches: ['cafe'] });
  expect(guide?.snippet).toBe('How the Café Müller set up its counter');
  const everything = (await searched('counter')).find(({ id }) => id === 'all');
  expect(everything?.snippet).toMatch(/^….{10,60}The counter at last\.$/);
});

test.each(['', '  ', '((', '"', '\u0000', 'a'.repeat(10_000), '<img src=x onerror=alert(1)>'])(
  'rubbish finds nothing and breaks nothing: %j',
  async (words) => {
    expect(await titles(words)).toEqual([]);
  },
);

test('what changed in the channel is known without reading its files', async () => {
  const database = await device();
  const before = await channelStamp(database, 'retail');
  expect(await channelStamp(database, 'retail')).toBe(before);
  await database.records('salestool--document_bundle').update('t3', { pulled: 5 });
  expect(await channelStamp(database, 'retail')).not.toBe(before);
  expect(await channelStamp(database, 'nowhere')).not.toBe(before);
});
