import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Content, contentOf } from '#testing/document.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let fetchHenrik: Fetch;
let henrik: Content;

beforeAll(async () => {
  host = await startTestHost();
  fetchHenrik = await host.signIn('henrik');
  henrik = contentOf(fetchHenrik);
  const { documents } = host.world;
  const set = (id: string, values: { name?: string; description?: string | null; changed?: number }) =>
    host.database.db.updateTable('media').set(values).where('id', '=', id).execute();
  await set(documents.drawing.id, {
    name: 'Ögonblick 100%_gate',
    description: null,
    changed: Date.UTC(2026, 5, 1, 12, 0, 0, 400),
  });
});
afterAll(() => host.stop());

type World = TestHost['world'];
type Query = Record<string, string>;

const condition = (path: string, operator: string, ...values: string[]): Query => ({
  'filter[c][condition][path]': path,
  'filter[c][condition][operator]': operator,
  ...(values.length === 1 && { 'filter[c][condition][value]': values[0] as string }),
  ...(values.length > 1 &&
    Object.fromEntries(values.map((value, index) => [`filter[c][condition][value][${index}]`, value]))),
});

// The three documents a manager of both channels sees.
type Name = 'guide' | 'prices' | 'drawing';
const all: Name[] = ['guide', 'prices', 'drawing'];

const cases: [what: string, query: (world: World) => Query, found: Name[]][] = [
  ['[API-25, API-55] equality', () => ({ 'filter[name]': 'Product guide' }), ['guide']],
  ['equality without heeding case', () => ({ 'filter[name]': 'PRODUCT guide' }), ['guide']],
  [
    '[API-55] a short form with an operator',
    () => ({ 'filter[name][operator]': 'CONTAINS', 'filter[name][value]': 'LIST' }),
    ['prices'],
  ],
  ['[API-25, API-55] a condition', () => condition('name', '=', 'Price list'), ['prices']],
  ['difference, empty values left out', () => condition('description', '<>', 'About Price list'), ['guide']],
  [
    '[C20, API-25] IN with a list',
    () => condition('name', 'IN', 'Price list', 'Product guide'),
    ['guide', 'prices'],
  ],
  [
    '[API-55] IN with empty brackets',
    () => ({ ...condition('name', 'IN'), 'filter[c][condition][value][]': 'Price list' }),
    ['prices'],
  ],
  [
    'IN with ids',
    ({ documents }) => condition('id', 'IN', documents.guide.id, documents.drawing.id),
    ['guide', 'drawing'],
  ],
  ['NOT IN', () => condition('name', 'NOT IN', 'Price list'), ['guide', 'drawing']],
  ['[C25, API-25] IS NULL', () => condition('description', 'IS NULL'), ['drawing']],
  ['IS NOT NULL', () => condition('description', 'IS NOT NULL'), ['guide', 'prices']],
  ['[C26] IS NULL of a relationship', () => condition('keywords', 'IS NULL'), ['prices']],
  ['[C26] IS NOT NULL of a relationship', () => condition('keywords', 'IS NOT NULL'), ['guide', 'drawing']],
  ['STARTS_WITH', () => condition('name', 'STARTS_WITH', 'pr'), ['guide', 'prices']],
  ['ENDS_WITH beyond ASCII', () => condition('name', 'ENDS_WITH', '_GATE'), ['drawing']],
  ['letters beyond ASCII without heeding case', () => condition('name', 'STARTS_WITH', 'ögon'), ['drawing']],
  ['percent signs as they are', () => condition('name', 'CONTAINS', '0%_g'), ['drawing']],
  ['underscores as they are', () => condition('name', 'CONTAINS', 't_g'), []],
  ['BETWEEN', () => condition('name', 'BETWEEN', 'pr', 'proa'), ['prices']],
  ['NOT BETWEEN', () => condition('name', 'NOT BETWEEN', 'pr', 'proa'), ['guide', 'drawing']],
  [
    '[C24] a path through a relationship that ends without its only property',
    () => ({ 'filter[file.filename]': 'product-guide.pdf' }),
    ['guide'],
  ],
  ['a path through a list', () => ({ 'filter[keywords.name]': 'turnstile' }), ['drawing']],
  ['a place in a list', () => ({ 'filter[keywords.0.name]': 'contactless' }), ['guide']],
  ['a place in a list that is empty', () => ({ 'filter[keywords.1.name]': 'contactless' }), []],
  [
    '[C15] the id of a target, in the short form',
    ({ terms }) => ({ 'filter[products.id]': terms.product.id }),
    ['guide'],
  ],
  [
    '[C27] the internal id of a target',
    ({ terms }) => ({
      'filter[keywords.meta.drupal_internal__target_id]': String(terms.transitKeyword.internal_id),
    }),
    ['drawing'],
  ],
  [
    'the kind of a target spelt out',
    () => ({ 'filter[keywords.entity:taxonomy_term.name]': 'turnstile' }),
    ['drawing'],
  ],
  [
    'numbers',
    ({ documents }) => condition('drupal_internal__mid', '>=', String(documents.drawing.internal_id)),
    ['drawing'],
  ],
  [
    'later than, in UNIX seconds',
    () => condition('changed', '>', String(Date.UTC(2026, 4, 5) / 1000)),
    ['drawing'],
  ],
  ['later than, in RFC 3339', () => condition('changed', '>', '2026-05-05T00:00:00Z'), ['drawing']],
  ['a time in whole seconds', () => ({ 'filter[changed]': '2026-06-01T14:00:00+02:00' }), ['drawing']],
  ['earlier than or at', () => condition('changed', '<=', '2026-05-04T08:15:00Z'), ['guide', 'prices']],
  [
    '[C18, API-25, API-55] an OR group',
    () => ({
      'filter[any][group][conjunction]': 'OR',
      'filter[a][condition][path]': 'name',
      'filter[a][condition][value]': 'Price list',
      'filter[a][condition][memberOf]': 'any',
      'filter[b][condition][path]': 'description',
      'filter[b][condition][operator]': 'IS NULL',
      'filter[b][condition][memberOf]': 'any',
    }),
    ['prices', 'drawing'],
  ],
  [
    '[C20] a group in a group',
    () => ({
      'filter[any][group][conjunction]': 'OR',
      'filter[both][group][conjunction]': 'AND',
      'filter[both][group][memberOf]': 'any',
      'filter[a][condition][path]': 'name',
      'filter[a][condition][value]': 'Price list',
      'filter[a][condition][memberOf]': 'any',
      'filter[b][condition][path]': 'keywords.name',
      'filter[b][condition][value]': 'contactless',
      'filter[b][condition][memberOf]': 'both',
      'filter[c][condition][path]': 'products.name',
      'filter[c][condition][value]': 'T3 Counter',
      'filter[c][condition][memberOf]': 'both',
    }),
    ['guide', 'prices'],
  ],
  [
    '[C16] an AND group of long conditions',
    ({ terms }) => ({
      'filter[both][group][conjunction]': 'AND',
      'filter[a][condition][path]': 'keywords.id',
      'filter[a][condition][value]': terms.keyword.id,
      'filter[a][condition][memberOf]': 'both',
      'filter[b][condition][path]': 'name',
      'filter[b][condition][operator]': 'CONTAINS',
      'filter[b][condition][value]': 'guide',
      'filter[b][condition][memberOf]': 'both',
    }),
    ['guide'],
  ],
  [
    '[C18] an OR group on one field',
    () => ({
      'filter[any][group][conjunction]': 'OR',
      'filter[a][condition][path]': 'name',
      'filter[a][condition][value]': 'Price list',
      'filter[a][condition][memberOf]': 'any',
      'filter[b][condition][path]': 'name',
      'filter[b][condition][value]': 'Product guide',
      'filter[b][condition][memberOf]': 'any',
    }),
    ['guide', 'prices'],
  ],
  [
    '[C21] IS NULL of a meta property inside nested groups',
    () => ({
      'filter[outer][group][conjunction]': 'OR',
      'filter[inner][group][conjunction]': 'AND',
      'filter[inner][group][memberOf]': 'outer',
      'filter[a][condition][path]': 'preview_image.meta.alt',
      'filter[a][condition][operator]': 'IS NULL',
      'filter[a][condition][memberOf]': 'inner',
      'filter[b][condition][path]': 'name',
      'filter[b][condition][operator]': 'STARTS_WITH',
      'filter[b][condition][value]': 'price',
      'filter[b][condition][memberOf]': 'inner',
      'filter[c][condition][path]': 'file.meta.width',
      'filter[c][condition][operator]': 'IS NOT NULL',
      'filter[c][condition][memberOf]': 'outer',
    }),
    ['prices'],
  ],
  [
    'members of a group that is named after them',
    () => ({
      'filter[a][condition][path]': 'name',
      'filter[a][condition][value]': 'Price list',
      'filter[a][condition][memberOf]': 'any',
      'filter[b][condition][path]': 'name',
      'filter[b][condition][value]': 'Product guide',
      'filter[b][condition][memberOf]': 'any',
      'filter[any][group][conjunction]': 'OR',
    }),
    ['guide', 'prices'],
  ],
  ['IN with one plain value', () => condition('name', 'IN', 'price list'), ['prices']],
  [
    'IN with commas, which stand for themselves',
    () => condition('name', 'IN', 'Price list,Product guide'),
    [],
  ],
  ['NOT IN, empty values left out', () => condition('description', 'NOT IN', 'About Price list'), ['guide']],
  ['STARTS_WITH, not in the middle', () => condition('name', 'STARTS_WITH', 'list'), []],
  ['ENDS_WITH, not in the middle', () => condition('name', 'ENDS_WITH', 'guid'), []],
  ['less', () => condition('name', '<', 'Product'), ['prices']],
  ['less or equal', () => condition('name', '<=', 'product GUIDE'), ['guide', 'prices']],
  ['more', () => condition('name', '>', 'Product guide'), ['drawing']],
  ['more or equal', () => condition('name', '>=', 'Product guide'), ['guide', 'drawing']],
  [
    'the place in its own list, not among all terms',
    ({ terms }) => ({ 'filter[products.0.id]': terms.product.id }),
    ['guide'],
  ],
  ['the first of a single relationship', () => ({ 'filter[file.0.filename]': 'gate.pdf' }), ['drawing']],
  ['the second of a single relationship', () => ({ 'filter[file.1.filename]': 'gate.pdf' }), []],
  ['an id in capitals', ({ documents }) => ({ 'filter[id]': documents.guide.id.toUpperCase() }), ['guide']],
  ['an id that is none', () => ({ 'filter[id]': 'guide' }), []],
  ['an empty text', () => ({ 'filter[name]': '' }), []],
  [
    'numbers by their digits',
    ({ documents }) => condition('drupal_internal__mid', 'ENDS_WITH', String(documents.guide.internal_id)),
    ['guide'],
  ],
  [
    'numbers within bounds',
    ({ documents }) =>
      condition(
        'drupal_internal__mid',
        'BETWEEN',
        String(documents.guide.internal_id),
        String(documents.guide.internal_id),
      ),
    ['guide'],
  ],
  ['a number larger than its column', () => condition('file.meta.width', '<', '9007199254740991'), []],
  ['times in a list', () => condition('changed', 'IN', '2026-06-01T12:00:00Z', '0'), ['drawing']],
  [
    'times not in a list',
    () => condition('changed', 'NOT IN', '2026-06-01T12:00:00Z', '0'),
    ['guide', 'prices'],
  ],
  [
    'times between two',
    () => condition('changed', 'BETWEEN', '2026-06-01T11:59:59Z', '2026-06-01T12:00:00Z'),
    ['drawing'],
  ],
  [
    'times not between two',
    () => condition('changed', 'NOT BETWEEN', '2026-06-01T11:59:59Z', '2026-06-01T12:00:00Z'),
    ['guide', 'prices'],
  ],
];

describe('a filter by', () => {
  test.each(cases)('%s finds what fits', async (_what, query, found) => {
    const answer = await henrik.get('media/document', query(host.world));
    const { documents } = host.world;
    const names = answer.records.map(({ id }) => all.find((name) => documents[name].id === id));
    expect([answer.status, answer.errors[0]?.detail]).toEqual([200, undefined]);
    expect(names.sort()).toEqual([...found].sort());
    expect(answer.count).toBe(found.length);
  });

  test.each([
    ['1', 1],
    ['true', 1],
    ['0', 2],
    ['false', 2],
  ])('a truth value as %s finds what fits', async (value, count) => {
    const mei = contentOf(await host.signIn('mei'));
    expect((await mei.get('salestool/channel', { 'filter[sandbox]': value })).count).toBe(count);
  });

  test.each<[what: string, query: Query, count: number]>([
    [
      'one kind of target',
      {
        'filter[medias.entity:media--remote_video.name][value]': 'o',
        'filter[medias.entity:media--remote_video.name][operator]': 'CONTAINS',
      },
      1,
    ],
    ['any kind of one entity', { 'filter[medias.entity:media.name]': 'T3 from the front' }, 1],
    [
      'a kind that does not fit the value',
      { 'filter[medias.entity:media--document.name]': 'T3 from the front' },
      0,
    ],
    ['a place within one kind', { 'filter[medias.entity:media--image.0.name]': 'T3 from the front' }, 1],
    ['two relationships', { 'filter[medias.keywords.name]': 'contactless' }, 1],
    ["a picture's words", { 'filter[image.meta.alt]': 'a terminal ON a counter' }, 2],
    ["a picture's width", condition('image.meta.width', '>=', '60'), 3],
    ["a picture's title, which is always empty", { 'filter[image.meta.title]': '' }, 3],
    ['part of a text', condition('body.value', 'CONTAINS', '<p>T3'), 1],
    ['the summary of a text', { 'filter[body.summary]': 'prices' }, 1],
    ['the format of a text', { 'filter[body.format]': 'basic_html' }, 3],
    ['an empty part of a text', condition('body.value', 'IS NULL'), 0],
  ])('%s finds what fits', async (_what, query, count) => {
    const answer = await henrik.get('salestool/document_bundle', query);
    expect([answer.status, answer.errors[0]?.detail]).toEqual([200, undefined]);
    expect(answer.count).toBe(count);
  });

  test.each<[what: string, query: Query, count: number]>([
    ['[C19] the start of a link', condition('urls.uri', 'STARTS_WITH', '/sites/default'), 1],
    ['[C19] the start of another link', condition('urls.uri', 'STARTS_WITH', 'https:'), 0],
    ['a link by its place', { 'filter[urls.0.uri]': '/sites/default/files/key/calculator.js' }, 1],
    ['a place without a link', { 'filter[urls.1.uri]': '/sites/default/files/key/calculator.js' }, 0],
    ['links at all', condition('urls.uri', 'IS NOT NULL'), 1],
    ['no links', condition('urls.uri', 'IS NULL'), 0],
  ])('%s finds what fits', async (_what, query, count) => {
    const answer = await henrik.get('salestool/miniapp_bundle', query);
    expect([answer.status, answer.errors[0]?.detail]).toEqual([200, undefined]);
    expect(answer.count).toBe(count);
  });

  test('a place counts what the caller sees, as the answer shows it', async () => {
    const { packs, documents } = host.world;
    const { db } = host.database;
    // Tomas packed something of a channel that is not his in front of what he sees.
    await db.updateTable('pack_media').set({ position: 1 }).where('pack_id', '=', packs.tomas.id).execute();
    await db
      .insertInto('pack_media')
      .values({ pack_id: packs.tomas.id, media_id: documents.guide.id, position: 0 })
      .execute();
    const tomas = contentOf(await host.signIn('tomas'));
    const found = async (place: number) =>
      (await tomas.get('salestool/pack', { [`filter[medias.${place}.id]`]: documents.drawing.id })).count;
    const { record } = await tomas.get(`salestool/pack/${packs.tomas.id}`);
    expect(record.relationships.medias?.data).toMatchObject([{ id: documents.drawing.id }]);
    expect([await found(0), await found(1)]).toEqual([1, 0]);
    expect((await tomas.get('salestool/pack', { 'filter[medias.id]': documents.guide.id })).count).toBe(0);
  });

  test('[API-55] operators that are not encoded are understood', async () => {
    const answer = await fetchHenrik(
      '/jsonapi/media/document?filter[c][condition][path]=changed&filter[c][condition][operator]=>=&filter[c][condition][value]=2026-05-05T00:00:00%2B00:00',
    );
    expect([answer.status, (await answer.json()).meta.count]).toEqual([200, 1]);
  });
});
