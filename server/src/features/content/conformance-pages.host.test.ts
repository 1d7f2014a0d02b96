import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newInternalId, newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Content;
let henrik: Content;

const packsOfNora = 123;

beforeAll(async () => {
  host = await startTestHost();
  nora = contentOf(await host.signIn('nora'));
  henrik = contentOf(await host.signIn('henrik'));
  // Every other pack stands between somebody else's, so that pages would be short if those were counted.
  const { packs, people } = host.world;
  const rows = Array.from({ length: 2 * packsOfNora }, (_, index) => ({
    ...packs.nora,
    id: newUuid(),
    internal_id: newInternalId(),
    title: `Pack ${String(index).padStart(3, '0')}`,
    owner_id: index % 2 ? people.nora.id : people.tomas.id,
  }));
  for (const row of rows) await host.database.db.insertInto('pack').values(row).execute();
});
afterAll(() => host.stop());

type Query = Record<string, string>;

const mine = { 'filter[title][operator]': 'STARTS_WITH', 'filter[title][value]': 'pack ', sort: 'title' };
const page = (query: Query) => nora.get('salestool/pack', { ...mine, ...query });
const titles = (answer: Awaited<ReturnType<typeof page>>) =>
  answer.records.map(({ attributes }) => Number(String(attributes.title).slice(5)));

/** The pages that links lead to, as the numbers in them. */
function pagesOf(answer: Awaited<ReturnType<typeof page>>) {
  const links = Object.entries(answer.links).filter(([name]) => name !== 'self');
  return Object.fromEntries(
    links.map(([name, link]) => {
      const { searchParams } = new URL((link as { href: string }).href);
      return [
        name,
        [...searchParams]
          .filter(([key]) => key.startsWith('page['))
          .map(([key, value]) => `${key.slice(5, -1)} ${value}`),
      ];
    }),
  );
}

const follow = (answer: Awaited<ReturnType<typeof page>>, name: string) =>
  nora.get(answer.links[name]?.href.split('/jsonapi/')[1] as string);

describe('[API-24] pages', () => {
  test('[C9] hold 50 records unless asked otherwise, and the next one starts behind them', async () => {
    const first = await page({});
    expect([first.records.length, first.count]).toEqual([50, packsOfNora]);
    expect(pagesOf(first)).toEqual({
      first: ['offset 0', 'limit 50'],
      next: ['offset 50', 'limit 50'],
      last: ['offset 100', 'limit 50'],
    });
    const next = await follow(first, 'next');
    expect(titles(next)[0]).toBe((titles(first).at(-1) as number) + 2);
  });

  test('[C10] of a size and from a place of one’s own say how to go on', async () => {
    const answer = await page({ 'page[offset]': '2', 'page[limit]': '3' });
    expect(titles(answer)).toEqual([5, 7, 9]);
    expect(pagesOf(answer)).toEqual({
      first: ['offset 0', 'limit 3'],
      prev: ['offset 0', 'limit 3'],
      next: ['offset 5', 'limit 3'],
      last: ['offset 120', 'limit 3'],
    });
    expect(answer.links.next?.href).toContain('page%5Boffset%5D=5');
    expect(new URL(answer.links.next?.href as string).searchParams.get('filter[title][value]')).toBe('pack ');
  });

  test('[API-26] by number count from 0 and are answered in kind', async () => {
    const answer = await page({ 'page[number]': '1', 'page[size]': '50' });
    expect([titles(answer)[0], answer.records.length]).toEqual([101, 50]);
    expect(pagesOf(answer)).toEqual({
      first: ['number 0', 'size 50'],
      prev: ['number 0', 'size 50'],
      next: ['number 2', 'size 50'],
      last: ['number 2', 'size 50'],
    });
    const both = await page({
      'page[number]': '1',
      'page[size]': '50',
      'page[offset]': '3',
      'page[limit]': '1',
    });
    expect(titles(both)).toEqual([7]);
  });

  test.each<[what: string, query: Query]>([
    ['offset', { 'page[limit]': '7' }],
    ['number', { 'page[size]': '7' }],
  ])('[API-26] by %s hold every record once, however they are sorted', async (_style, query) => {
    const seen: string[] = [];
    let answer = await page({ ...query, sort: 'color' });
    for (;;) {
      seen.push(...answer.records.map(({ id }) => id));
      if (!answer.links.next) break;
      answer = await follow(answer, 'next');
      expect(answer.links.prev).toBeDefined();
    }
    expect([seen.length, new Set(seen).size, answer.count]).toEqual([packsOfNora, packsOfNora, packsOfNora]);
  });

  test('[C11] are at most 200 long, and what is no number is as if it were not there', async () => {
    const size = async (query: Query) => {
      const answer = await page(query);
      expect(answer.status).toBe(200);
      return pagesOf(answer).first?.[1];
    };
    expect(await size({ 'page[limit]': '5000' })).toBe('limit 200');
    expect(await size({ 'page[size]': '201' })).toBe('size 200');
    expect(await size({ 'page[limit]': 'many' })).toBe('limit 50');
    expect(await size({ 'page[offset]': '-3' })).toBe('limit 50');
    expect(titles(await page({ 'page[offset]': '-3' }))[0]).toBe(1);
  });

  test('[C11] without a size, or as plain text, are refused', async () => {
    for (const query of [{ 'page[limit]': '0' }, { 'page[size]': '-1' }, { page: '3' }] as Query[])
      expect([query, (await page(query)).status]).toEqual([query, 400]);
  });

  test.each(['200', '900', '99999999999999999999'])(
    'past the end (from %s) are empty and lead back',
    async (offset) => {
      const past = await page({ 'page[offset]': offset, 'page[limit]': '50' });
      expect([past.status, past.records, past.count]).toEqual([200, [], packsOfNora]);
      expect(Object.keys(pagesOf(past)).sort()).toEqual(['first', 'last', 'prev']);
      expect((await follow(past, 'prev')).records.length).toBeGreaterThan(0);
    },
  );

  test('count what the caller may see and nothing else', async () => {
    expect((await henrik.get('salestool/pack', mine)).count).toBe(0);
    const { count } = await nora.get('salestool/pack', { 'filter[uid.id]': host.world.people.tomas.id });
    expect(count).toBe(0);
  });
});

test('[C12] a collection without records is an empty list', async () => {
  const answer = await henrik.get('salestool/message');
  expect([answer.status, answer.records, answer.count]).toEqual([200, [], 0]);
  expect(Object.keys(answer.links).sort()).toEqual(['first', 'last', 'self']);
});

describe('[API-24] sorting', () => {
  const names = async (query: Query) =>
    (await henrik.get('media/document', query)).records.map(({ attributes }) => attributes.name);

  beforeAll(async () => {
    const { documents } = host.world;
    const set = (id: string, values: { name?: string; document_size?: string | null; changed?: number }) =>
      host.database.db.updateTable('media').set(values).where('id', '=', id).execute();
    await set(documents.guide.id, { document_size: 'A4' });
    await set(documents.prices.id, { name: 'pRice list', document_size: 'A4' });
    await set(documents.drawing.id, { document_size: 'A3' });
  });

  test.each<[sort: string, found: string[]]>([
    ['documentSize,name', ['Gate drawing', 'pRice list', 'Product guide']],
    ['documentSize,-name', ['Gate drawing', 'Product guide', 'pRice list']],
    ['-documentSize,name', ['pRice list', 'Product guide', 'Gate drawing']],
    ['-documentSize,-name', ['Product guide', 'pRice list', 'Gate drawing']],
  ])('[C14] by two keys: %s', async (sort, found) => {
    expect(await names({ sort })).toEqual(found);
  });

  test.each<[what: string, query: Query, found: string[]]>([
    [
      '[C13] without heeding the case of letters',
      { sort: 'name' },
      ['Gate drawing', 'pRice list', 'Product guide'],
    ],
    ['[C13] downwards', { sort: '-name' }, ['Product guide', 'pRice list', 'Gate drawing']],
    [
      '[C13] with blanks after commas',
      { sort: '-documentSize, name' },
      ['pRice list', 'Product guide', 'Gate drawing'],
    ],
    [
      '[C13] in the long form',
      { 'sort[a][path]': 'documentSize', 'sort[a][direction]': 'DESC', 'sort[b][path]': 'name' },
      ['pRice list', 'Product guide', 'Gate drawing'],
    ],
    [
      '[C13] in the long form with a direction nobody knows, which is upwards',
      { 'sort[a][path]': 'name', 'sort[a][direction]': 'sideways' },
      ['Gate drawing', 'pRice list', 'Product guide'],
    ],
    ['through a relationship', { sort: 'file.filename' }, ['Gate drawing', 'pRice list', 'Product guide']],
    [
      'through a list, by the least, and nothing comes first',
      { sort: 'keywords.name' },
      ['pRice list', 'Product guide', 'Gate drawing'],
    ],
    [
      'by the internal id of a target',
      { sort: '-file.meta.drupal_internal__target_id' },
      ['Gate drawing', 'pRice list', 'Product guide'],
    ],
    [
      'by the place in a list',
      { sort: '-keywords.0.name,name' },
      ['Gate drawing', 'Product guide', 'pRice list'],
    ],
  ])('%s', async (_what, query, found) => {
    expect(await names(query)).toEqual(found);
  });

  test('by part of a text and by a link', async () => {
    const texts = await henrik.get('salestool/document_bundle', { sort: '-body.value' });
    expect(texts.records.map(({ attributes }) => attributes.title)).toEqual([
      'Transit gate',
      'T3 Counter',
      'Prices',
    ]);
    expect((await henrik.get('salestool/miniapp_bundle', { sort: 'urls.uri,-urls.0.title' })).count).toBe(1);
  });

  test('through what the caller may not see is by nothing', async () => {
    const { packs } = host.world;
    const found = await nora.get('salestool/pack', {
      sort: '-channel.title,title',
      'filter[pack_type]': 'global',
    });
    expect(found.records.map(({ id }) => id)).toEqual([packs.global.id]);
  });
});
