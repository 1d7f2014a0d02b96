import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Content, contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let henrik: Content;

beforeAll(async () => {
  host = await startTestHost();
  henrik = contentOf(await host.signIn('henrik'));
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
  ['[API-25] IN', () => condition('name', 'IN', 'Price list', 'Product guide'), ['guide', 'prices']],
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
  ['[API-25] IS NULL', () => condition('description', 'IS NULL'), ['drawing']],
  ['IS NOT NULL', () => condition('description', 'IS NOT NULL'), ['guide', 'prices']],
  ['IS NULL of a relationship', () => condition('keywords', 'IS NULL'), ['prices']],
  ['IS NOT NULL of a relationship', () => condition('keywords', 'IS NOT NULL'), ['guide', 'drawing']],
  ['STARTS_WITH', () => condition('name', 'STARTS_WITH', 'pr'), ['guide', 'prices']],
  ['ENDS_WITH beyond ASCII', () => condition('name', 'ENDS_WITH', '_GATE'), ['drawing']],
  ['letters beyond ASCII without heeding case', () => condition('name', 'STARTS_WITH', 'ögon'), ['drawing']],
  ['percent signs as they are', () => condition('name', 'CONTAINS', '0%_g'), ['drawing']],
  ['underscores as they are', () => condition('name', 'CONTAINS', 't_g'), []],
  ['BETWEEN', () => condition('name', 'BETWEEN', 'pr', 'proa'), ['prices']],
  ['NOT BETWEEN', () => condition('name', 'NOT BETWEEN', 'pr', 'proa'), ['guide', 'drawing']],
  ['a path through a relationship', () => ({ 'filter[file.filename]': 'product-guide.pdf' }), ['guide']],
  ['a path through a list', () => ({ 'filter[keywords.name]': 'turnstile' }), ['drawing']],
  ['a place in a list', () => ({ 'filter[keywords.0.name]': 'contactless' }), ['guide']],
  ['a place in a list that is empty', () => ({ 'filter[keywords.1.name]': 'contactless' }), []],
  ['the id of a target', ({ terms }) => ({ 'filter[products.id]': terms.product.id }), ['guide']],
  [
    'the internal id of a target',
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
    '[API-25, API-55] an OR group',
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
    'a group in a group',
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
});

describe('a query that cannot be understood is refused with the reason:', () => {
  const refused: [Query, string | RegExp][] = [
    [{ 'filter[x]': '1' }, 'Invalid nested filtering. The field `x`, given in the path `x`, does not exist.'],
    [
      { 'filter[file]': '1' },
      /is incomplete, it must end with one of the following specifiers: `id`, `meta\.drupal_internal__target_id`/,
    ],
    [{ 'filter[name.value]': '1' }, /Filter by `name`, not `name.value`/],
    [
      { 'filter[file.drupal_internal__target_id]': '1' },
      /belongs to the meta object of a relationship and must be preceded by `meta`/,
    ],
    [condition('name', 'LIKE', 'x'), "The 'LIKE' operator is not allowed in a filter parameter."],
    [condition('name', '!=', 'x'), "The '!=' operator is not allowed in a filter parameter."],
    [condition('name', 'IS NULL', 'x'), "Filters using the 'IS NULL' operator should not provide a value."],
    [{ 'filter[name][operator]': 'IS NULL' }, /^You must provide a valid filter condition/],
    [{ 'filter[c][condition][value]': 'x' }, /^You must provide a valid filter condition/],
    [{ 'filter[c][condition][path]': 'name' }, /^You must provide a valid filter condition/],
    [
      { 'filter[c][condition][path]': 'name', 'filter[c][condition][vlaue]': 'x' },
      /^You must provide a valid filter condition/,
    ],
    [
      { ...condition('name', '=', 'x'), 'filter[c][condition][memberOf]': 'nowhere' },
      /there is no such group/,
    ],
    [
      { 'filter[g][group][conjunction]': 'XOR' },
      "The conjunction 'XOR' is not known. Allowed conjunctions: AND, OR.",
    ],
    [{ 'filter[g][group][conjunction]': 'OR' }, /has no members/],
    [{ 'filter[@root][group][conjunction]': 'OR' }, "'@root' is a reserved filter id."],
    [
      {
        'filter[g][group][conjunction]': 'OR',
        'filter[g][group][memberOf]': 'h',
        'filter[h][group][conjunction]': 'OR',
        'filter[h][group][memberOf]': 'g',
      },
      /is a member of itself/,
    ],
    [condition('name', 'BETWEEN', 'a'), "The 'BETWEEN' operator needs two values."],
    [condition('changed', '=', 'yesterday'), /neither an RFC 3339 time nor UNIX seconds/],
    [condition('drupal_internal__mid', '=', 'many'), /is not a whole number/],
    [{ sort: '' }, 'You need to provide a value for the sort parameter.'],
    [{ sort: 'nothing' }, /does not exist/],
    [{ sort: 'file' }, /is incomplete/],
    [{ include: 'nothing' }, /^`nothing` is not a valid relationship field name. Possible values: file, /],
    [{ include: 'file,' }, 'Empty include path.'],
    [{ include: 'file.a.b.c.d.e' }, /reaches further than 5/],
    [{ fields: 'name' }, /Fields need a type/],
    [{ 'page[limit]': '0' }, 'The page size needs to be a positive integer.'],
    [{ page: '2' }, 'The page parameter needs to be an array.'],
    [{ t: '123' }, /The query parameter `t` is not known/],
    [{ 'filter[name': 'x' }, /brackets that do not match/],
    [
      Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`filter[f${index}]`, 'x'])),
      /more than 50 filter conditions/,
    ],
  ];
  test.each(refused)('%j', async (query, detail) => {
    const answer = await henrik.get('media/document', query);
    expect(answer.status).toBe(400);
    expect(answer.errors[0]?.detail).toMatch(detail);
  });

  test('a field that is never shown is no field to filter or sort by', async () => {
    for (const query of [
      { 'filter[link_token]': 'x' },
      { sort: 'link_token' },
      { 'filter[link_token_hash]': 'x' },
    ]) {
      expect((await henrik.get('salestool/message', query as Query)).status).toBe(400);
    }
    expect((await henrik.get('user/user', { 'filter[password_hash]': 'x' })).status).toBe(400);
  });
});
