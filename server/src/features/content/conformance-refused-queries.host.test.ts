import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Content, contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let henrik: Content;

beforeAll(async () => {
  host = await startTestHost();
  henrik = contentOf(await host.signIn('henrik'));
});
afterAll(() => host.stop());

type Query = Record<string, string>;

const condition = (path: string, operator: string, ...values: string[]): Query => ({
  'filter[c][condition][path]': path,
  'filter[c][condition][operator]': operator,
  ...Object.fromEntries(values.map((value, index) => [`filter[c][condition][value][${index}]`, value])),
});

const groups = (count: number, parentOf: (index: number) => string | undefined): Query =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const parent = parentOf(index);
      return [
        [`filter[g${index}][group][conjunction]`, 'OR'],
        ...(parent === undefined ? [] : [[`filter[g${index}][group][memberOf]`, parent]]),
        [`filter[c${index}][condition][path]`, 'name'],
        [`filter[c${index}][condition][value]`, 'x'],
        [`filter[c${index}][condition][memberOf]`, `g${index}`],
      ];
    }).flat(),
  );

const filters: [what: string, Query, string | RegExp][] = [
  [
    'an unknown field',
    { 'filter[x]': '1' },
    'Invalid nested filtering. The field `x`, given in the path `x`, does not exist.',
  ],
  [
    'an unknown field of a target',
    { 'filter[file.x]': '1' },
    'Invalid nested filtering. The field `x`, given in the path `file.x`, does not exist.',
  ],
  [
    'uuid, which is called id',
    { 'filter[uuid]': '1' },
    /The field `uuid`, given in the path `uuid`, does not exist/,
  ],
  [
    '[C22] a relationship without a property',
    { 'filter[file]': '1' },
    'Invalid nested filtering. The field `file`, given in the path `file` is incomplete, it must end with one of the following specifiers: `id`, `meta.drupal_internal__target_id`.',
  ],
  [
    '[C22] a place of a relationship without a property',
    { 'filter[keywords.0]': '1' },
    /The field `keywords`, given in the path `keywords.0` is incomplete/,
  ],
  ['a place of a place', { 'filter[keywords.0.0.name]': '1' }, /does not exist/],
  [
    '[C24] a property of a field that has only one',
    { 'filter[name.value]': '1' },
    'Invalid nested filtering. The property `value`, given in the path `name.value`, does not exist. Filter by `name`, not `name.value` (the JSON:API module elides property names from single-property fields).',
  ],
  [
    '[C23] an internal id without meta',
    { 'filter[file.drupal_internal__target_id]': '1' },
    'Invalid nested filtering. The property `drupal_internal__target_id`, given in the path `file.drupal_internal__target_id` belongs to the meta object of a relationship and must be preceded by `meta`.',
  ],
  [
    "[C23] a picture's words without meta",
    { 'filter[file.alt]': '1' },
    /belongs to the meta object of a relationship and must be preceded by `meta`/,
  ],
  ['meta without a property', { 'filter[file.meta]': '1' }, /does not exist/],
  ['a meta property that is none', { 'filter[keywords.meta.alt]': '1' }, /does not exist/],
  [
    'a kind that a relationship does not lead to',
    { 'filter[file.entity:media.name]': '1' },
    /names nothing that the relationship leads to. Possible values: `entity:file--file`/,
  ],
  ['addresses that are made for the answer', { 'filter[file.image_style_uri]': 'x' }, /cannot be compared/],
  ['[C25] LIKE', condition('name', 'LIKE', 'x'), "The 'LIKE' operator is not allowed in a filter parameter."],
  ['[C25] !=', condition('name', '!=', 'x'), "The '!=' operator is not allowed in a filter parameter."],
  [
    '[C25] an operator in small letters',
    condition('name', 'contains', 'x'),
    "The 'contains' operator is not allowed in a filter parameter.",
  ],
  [
    '[C25] IS NULL with a value',
    condition('name', 'IS NULL', 'x'),
    "Filters using the 'IS NULL' operator should not provide a value.",
  ],
  [
    '[C25] IS NOT NULL in short form with a value',
    { 'filter[name][operator]': 'IS NOT NULL', 'filter[name][value]': '1' },
    "Filters using the 'IS NOT NULL' operator should not provide a value.",
  ],
  [
    'IS NULL in short form',
    { 'filter[name][operator]': 'IS NULL' },
    /^You must provide a valid filter condition/,
  ],
  [
    'a condition without path',
    { 'filter[c][condition][value]': 'x' },
    /^You must provide a valid filter condition/,
  ],
  [
    'a condition without value',
    { 'filter[c][condition][path]': 'name' },
    /^You must provide a valid filter condition/,
  ],
  ['IN without value', condition('name', 'IN'), /^You must provide a valid filter condition/],
  [
    '[C17] a misspelt key of a condition',
    { 'filter[c][condition][path]': 'name', 'filter[c][condition][vlaue]': 'x' },
    'You must provide a valid filter condition. Check that you have set the required keys for your filter.',
  ],
  [
    'a key beside a condition',
    { ...condition('name', '=', 'x'), 'filter[c][memberOf]': 'g' },
    /^You must provide a valid filter condition/,
  ],
  [
    'a key of a group that is none',
    { ...groups(1, () => undefined), 'filter[g0][group][conjuction]': 'AND' },
    'A filter group has a conjunction and memberOf, but no `conjuction`.',
  ],
  [
    'a group that is a condition as well',
    { ...groups(1, () => undefined), 'filter[g0][condition][path]': 'name' },
    'The filter `g0` is a group and something else as well.',
  ],
  [
    'a member of no group',
    { ...condition('name', '=', 'x'), 'filter[c][condition][memberOf]': 'nowhere' },
    'The filter `c` is a member of `nowhere`, but there is no such group.',
  ],
  [
    'a member of a list of groups',
    { ...condition('name', '=', 'x'), 'filter[c][condition][memberOf][]': 'nowhere' },
    /^You must provide a valid filter condition/,
  ],
  [
    'an unknown conjunction',
    { 'filter[g][group][conjunction]': 'XOR' },
    "The conjunction 'XOR' is not known. Allowed conjunctions: AND, OR.",
  ],
  [
    'a group without members',
    { 'filter[g][group][conjunction]': 'OR' },
    'The filter group `g` has no members.',
  ],
  ['a reserved name', { 'filter[@root][group][conjunction]': 'OR' }, "'@root' is a reserved filter id."],
  [
    'groups in a circle',
    groups(2, (index) => `g${1 - index}`),
    'The filter group `g0` is a member of itself.',
  ],
  [
    'groups that lie too deep',
    groups(11, (index) => (index > 0 ? `g${index - 1}` : undefined)),
    'The filter group `g10` lies deeper than 10 groups.',
  ],
  ['too many groups', groups(51, () => undefined), /^There are more than 50 filter/],
  [
    'too many conditions',
    Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`filter[f${index}]`, 'x'])),
    'There are more than 50 filter conditions.',
  ],
  ['BETWEEN with one value', condition('name', 'BETWEEN', 'a'), "The 'BETWEEN' operator needs two values."],
  [
    'NOT BETWEEN with three values',
    condition('name', 'NOT BETWEEN', 'a', 'b', 'c'),
    "The 'NOT BETWEEN' operator needs two values.",
  ],
  ['= with two values', condition('name', '=', 'a', 'b'), "The '=' operator takes one value."],
  [
    'a value that is a tree',
    { 'filter[c][value][a][b]': 'x', 'filter[c][operator]': 'IN' },
    /^You must provide/,
  ],
  [
    'words for a time',
    condition('changed', '=', 'yesterday'),
    '`yesterday` is neither an RFC 3339 time nor UNIX seconds.',
  ],
  [
    'part of a time',
    condition('changed', 'CONTAINS', '2026'),
    /neither an RFC 3339 time nor UNIX seconds|does not fit/,
  ],
  ['words for a number', condition('drupal_internal__mid', '=', 'many'), '`many` is not a whole number.'],
  ['a number with a point', condition('drupal_internal__mid', '=', '1.5'), '`1.5` is not a whole number.'],
  ['a plain text', { filter: 'abc' }, /^The filter parameter needs a field/],
  ['nothing', { filter: '' }, /^The filter parameter needs a field/],
];

const others: [parameter: string, Query, string | RegExp][] = [
  ['sort', { sort: '' }, 'You need to provide a value for the sort parameter.'],
  [
    'sort',
    { sort: 'nothing' },
    'Invalid nested filtering. The field `nothing`, given in the path `nothing`, does not exist.',
  ],
  ['sort', { sort: '-file' }, /The field `file`, given in the path `file` is incomplete, it must end with/],
  ['sort', { sort: '+name' }, /The field `\+name`, given in the path `\+name`, does not exist/],
  ['sort', { sort: 'name,' }, /does not exist/],
  ['sort', { 'sort[a][direction]': 'ASC' }, 'You need to provide a field name for the sort parameter.'],
  ['sort', { sort: 'name,'.repeat(9).slice(0, -1) }, 'There are more than 8 sort keys.'],
  [
    'include',
    { include: 'nothing' },
    /^`nothing` is not a valid relationship field name. Possible values: file, thumbnail/,
  ],
  ['include', { include: 'name' }, /^`name` is not a valid relationship field name/],
  [
    'include',
    { include: 'keywords.nothing' },
    '`keywords.nothing` is not a valid include path. `nothing` is not a valid relationship field name. Possible values: none.',
  ],
  ['include', { include: 'file,' }, 'Empty include path.'],
  ['include', { include: 'file..x' }, 'Empty include path.'],
  ['include', { include: 'file.a.b.c.d.e' }, '`file.a.b.c.d.e` reaches further than 5 relationships.'],
  ['include', { 'include[]': 'file' }, 'The include parameter is a list with commas.'],
  ['fields', { fields: 'name' }, /^Fields need a type/],
  ['fields', { 'fields[media--document][]': 'name' }, /are a list with commas/],
  ['page', { 'page[limit]': '0' }, 'The page size needs to be a positive integer.'],
  ['page', { 'page[size]': '-1' }, 'The page size needs to be a positive integer.'],
  ['page', { page: '2' }, 'The page parameter needs to be an array.'],
  ['filter[name', { 'filter[name': 'x' }, /has brackets that do not match/],
  ['filter[a][b][c][d][e][f]', { 'filter[a][b][c][d][e][f]': 'x' }, /nested too deep/],
];

describe('a filter is refused with the reason:', () => {
  test.each(filters)('%s', async (_what, query, detail) => {
    const answer = await henrik.get('media/document', query);
    expect([answer.status, answer.errors[0]?.detail]).toEqual([
      400,
      typeof detail === 'string' ? detail : expect.stringMatching(detail),
    ]);
    expect(answer.errors).toMatchObject([
      { title: 'Bad Request', status: '400', source: { parameter: 'filter' } },
    ]);
  });

  test.each<[what: string, Query, parameter: string, detail: string]>([
    [
      'three lists',
      { 'filter[bundles.medias.keywords.name]': 'contactless' },
      'filter',
      'goes through more than 2 relationships to many; that cannot be asked in a filter.',
    ],
    [
      'places in two relationships',
      condition('bundles.0.medias.1.name', '=', 'Price list'),
      'filter',
      'names a place in more than one relationship.',
    ],
    [
      'two lists to sort by',
      { sort: 'bundles.medias.name' },
      'sort',
      'goes through more than 1 relationships to many; that cannot be asked in a sort.',
    ],
  ])('%s, which would be looked through again and again', async (_what, query, parameter, detail) => {
    const answer = await henrik.get('salestool/channel', query);
    expect([answer.status, answer.errors[0]?.detail]).toEqual([400, expect.stringContaining(detail)]);
    expect(answer.errors[0]?.source).toEqual({ parameter });
  });

  test('[C22] a text of several parts without saying which, even when asked for emptiness', async () => {
    for (const query of [
      { 'filter[body]': 'x' },
      condition('body', 'IS NULL'),
      condition('body.html', '=', 'x'),
    ]) {
      const answer = await henrik.get('salestool/channel', query);
      expect([answer.status, answer.errors[0]?.detail]).toEqual([
        400,
        expect.stringMatching(
          /The field `body`, given in the path `body(?:\.html)?` is incomplete, it must end with one of the following specifiers: `value`, `format`, `processed`, `summary`\.$/,
        ),
      ]);
    }
  });

  test('a link without saying which part of it', async () => {
    for (const path of ['urls', 'urls.0', 'urls.options', 'urls.0.uri.x']) {
      const answer = await henrik.get('salestool/miniapp_bundle', condition(path, '=', 'x'));
      expect([path, answer.status]).toEqual([path, 400]);
    }
  });

  test('neither one nor nought for a truth value', async () => {
    const answer = await henrik.get('salestool/channel', { 'filter[sandbox]': 'perhaps' });
    expect([answer.status, answer.errors[0]?.detail]).toEqual([400, '`perhaps` is neither 1 nor 0.']);
  });

  test('a whole document, which may have ten megabytes', async () => {
    const queries: [path: string, Query][] = [
      ['salestool/pack', { 'filter[pack_data]': 'x' }],
      ['salestool/pack', condition('meta', 'CONTAINS', 'x')],
      ['salestool/pack', { sort: 'pack_data' }],
      ['salestool/message', condition('pack_snapshot', 'CONTAINS', 'x')],
      ['salestool/message', { sort: '-pack.pack_data' }],
      ['salestool/miniapp_bundle', { 'filter[init_data]': '{}' }],
    ];
    for (const [path, query] of queries) {
      const answer = await henrik.get(path, query);
      expect([path, query, answer.status, answer.errors[0]?.detail]).toEqual([
        path,
        query,
        400,
        expect.stringMatching(/holds a whole document and cannot be compared\.$/),
      ]);
    }
  });

  test('[C28] a field that is never shown is no field to filter or sort by', async () => {
    const queries: [path: string, Query][] = [
      ['salestool/message', { 'filter[link_token]': 'x' }],
      ['salestool/message', { sort: 'link_token' }],
      ['salestool/message', { 'filter[link_token_hash]': 'x' }],
      ['salestool/message', { 'filter[link]': 'x' }],
      ['salestool/message', { 'filter[link_password]': 'x' }],
      ['user/user', { 'filter[password_hash]': 'x' }],
      ['user/user', { 'filter[pass]': 'x' }],
      ['user/user', { sort: 'pass' }],
      ['salestool/pack', { 'filter[uid.pass]': 'x' }],
    ];
    for (const [path, query] of queries) {
      const answer = await henrik.get(path, query);
      expect([path, query, answer.status]).toEqual([path, query, 400]);
    }
  });
});

describe('a query that cannot be understood is refused with the reason:', () => {
  test.each(others)('%s %j', async (parameter, query, detail) => {
    const answer = await henrik.get('media/document', query);
    expect([answer.status, answer.errors[0]?.detail]).toEqual([
      400,
      typeof detail === 'string' ? detail : expect.stringMatching(detail),
    ]);
    expect(answer.errors).toMatchObject([{ source: { parameter } }]);
  });
});
