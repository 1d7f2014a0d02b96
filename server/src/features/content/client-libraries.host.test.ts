import { DrupalJsonApiParams } from 'drupal-jsonapi-params';
import { Jsona } from 'jsona';
import Kitsu from 'kitsu';
import * as kitsuCore from 'kitsu-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let henrik: Fetch;

beforeAll(async () => {
  host = await startTestHost();
  henrik = await host.signIn('henrik');
});
afterAll(() => host.stop());

type World = TestHost['world'];

// The types that come with it are not found by Node's rules.
const core = kitsuCore as unknown as {
  deserialise(body: unknown): { data: unknown; meta: { count?: number } };
  query(parameters: object): string;
};

const read = async (path: string, search: string) => {
  const answer = await henrik(`/jsonapi/${path}${search && `?${search}`}`);
  const body = await answer.json();
  expect([answer.status, body.errors]).toEqual([200, undefined]);
  return body;
};

describe('drupal-jsonapi-params', () => {
  const asked = (build: (params: DrupalJsonApiParams, world: World) => DrupalJsonApiParams) => build;
  const cases: [what: string, build: ReturnType<typeof asked>, found: string[]][] = [
    ['a short filter', asked((params) => params.addFilter('name', 'Product guide')), ['Product guide']],
    ['an operator', asked((params) => params.addFilter('name', 'list', 'CONTAINS')), ['Price list']],
    [
      'IN with a list',
      asked((params) => params.addFilter('name', ['Price list', 'Gate drawing'], 'IN')),
      ['Gate drawing', 'Price list'],
    ],
    [
      'NOT IN',
      asked((params) => params.addFilter('name', ['Price list'], 'NOT IN')),
      ['Gate drawing', 'Product guide'],
    ],
    ['BETWEEN', asked((params) => params.addFilter('name', ['Ga', 'Pri'], 'BETWEEN')), ['Gate drawing']],
    ['emptiness', asked((params) => params.addFilter('keywords', null, 'IS NULL')), ['Price list']],
    [
      'the opposite of emptiness',
      asked((params) => params.addFilter('keywords', null, 'IS NOT NULL')),
      ['Gate drawing', 'Product guide'],
    ],
    [
      'a path through a relationship',
      asked((params, { terms }) => params.addFilter('keywords.id', terms.keyword.id)),
      ['Product guide'],
    ],
    [
      'two conditions on one path',
      asked((params) => params.addFilter('name', 'p', 'STARTS_WITH').addFilter('name', 'list', 'ENDS_WITH')),
      ['Price list'],
    ],
    [
      'an OR group with a group inside',
      asked((params) =>
        params
          .addGroup('any', 'OR')
          .addGroup('both', 'AND', 'any')
          .addFilter('name', 'Price list', '=', 'any')
          .addFilter('keywords.name', 'contactless', '=', 'both')
          .addFilter('file.filename', '.pdf', 'ENDS_WITH', 'both'),
      ),
      ['Price list', 'Product guide'],
    ],
    [
      'sorting, a page and custom parameters',
      asked((params) =>
        params.addSort('name', 'DESC').addPageLimit(2).addCustomParam({ requestedBy: 'test' }),
      ),
      ['Product guide', 'Price list'],
    ],
  ];

  test.each(cases)('asks for %s, and is understood', async (_what, build, found) => {
    const params = build(new DrupalJsonApiParams(), host.world).addFields('media--document', ['name']);
    const { data } = await read('media/document', params.getQueryString());
    const names = data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
    expect(params.getQueryString().includes('sort=') ? names : names.sort()).toEqual(found);
  });

  test('asks for fields and includes, and is understood', async () => {
    const params = new DrupalJsonApiParams()
      .addInclude(['bundles.medias.file', 'image'])
      .addFields('salestool--channel', ['title', 'bundles'])
      .addFields('salestool--document_bundle', ['title', 'medias']);
    const { data, included } = await read(
      `salestool/channel/${host.world.channels.retail.id}`,
      params.getQueryString(),
    );
    expect(Object.keys(data.attributes)).toEqual(['title']);
    expect(included.map(({ type }: { type: string }) => type)).toContain('file--file');
  });
});

const wholeChannel = () =>
  [
    `salestool/channel/${host.world.channels.retail.id}`,
    'include=image.file,bundles.image,bundles.medias.file,bundles.medias.keywords',
  ] as const;

/** Libraries differ in whether a relationship is what it leads to or holds it under `data`. */
function expectChannel(read: unknown, related: (value: unknown) => unknown) {
  const { channels, bundles } = host.world;
  const { counter, welcome, calculator, prices } = bundles;
  expect(read).toMatchObject({
    id: channels.retail.id,
    title: 'Retail & Hospitality',
    body: { value: '<p>Retail & Hospitality</p>' },
    image: related({ name: 'Retail & Hospitality cover', file: related({ filename: 'cover.jpg' }) }),
    bundles: related([
      {
        id: counter.id,
        medias: related([
          { name: 'Product guide', keywords: related([{ name: 'contactless' }]) },
          { name: 'T3 from the front' },
          { name: 'Virtual showroom' },
        ]),
      },
      { id: welcome.id },
      { id: calculator.id },
      { id: prices.id, title: 'Prices' },
    ]),
  });
}

describe('jsona', () => {
  test('reads a channel with all that belongs to it', async () => {
    expectChannel(new Jsona().deserialize(await read(...wholeChannel())), (value) => value);
  });

  test("finds a picture's words in the identifier", async () => {
    const [bundle] = new Jsona().deserialize(
      await read('salestool/document_bundle', 'include=image&filter[title]=T3 Counter'),
    ) as unknown as { image: { resourceIdObjMeta: { alt: string } } }[];
    expect(bundle?.image.resourceIdObjMeta.alt).toBe('A terminal on a counter');
  });
});

describe('kitsu-core', () => {
  test('reads a channel with all that belongs to it', async () => {
    expectChannel(core.deserialise(await read(...wholeChannel())).data, (data) => ({ data }));
  });

  test('asks in its own words, and is understood', async () => {
    const search = core.query({
      filter: { name: { operator: 'CONTAINS', value: 'guide' } },
      fields: { 'media--document': 'name,file' },
      include: 'file',
      sort: '-name',
      page: { number: 0, size: 10 },
    });
    const { data, meta } = core.deserialise(await read('media/document', search));
    expect(data).toMatchObject([
      { name: 'Product guide', file: { data: { filename: 'product-guide.pdf' } } },
    ]);
    expect(meta.count).toBe(1);
  });
});

describe('kitsu', () => {
  const client = async () =>
    new Kitsu({
      baseURL: `${host.url}/jsonapi`,
      headers: { Authorization: await host.authorization('henrik') },
      ...{ camelCaseTypes: false, pluralize: false, resourceCase: 'none', query: 'modern' },
    });

  test('asks the host itself for a channel with all that belongs to it', async () => {
    const api = await client();
    const { data, status } = await api.get(`salestool/channel/${host.world.channels.retail.id}`, {
      params: { include: 'image.file,bundles.image,bundles.medias.file,bundles.medias.keywords' },
    });
    expect(status).toBe(200);
    expectChannel(data, (value) => ({ data: value }));
  });

  test('filters, sorts and leafs through a list', async () => {
    const api = await client();
    const list = { fields: { 'media--document': 'name' }, sort: 'name' };
    const first = await api.get('media/document', { params: { ...list, page: { limit: 2, offset: 0 } } });
    const second = await api.get('media/document', { params: { ...list, page: { limit: 2, offset: 2 } } });
    const names = [...first.data, ...second.data].map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Gate drawing', 'Price list', 'Product guide']);
    expect([first.meta.count, 'next' in first.links, 'next' in second.links]).toEqual([3, true, false]);
    const found = await api.get('media/document', {
      params: { ...list, filter: { name: { operator: 'IN', value: ['Price list', 'Gate drawing'] } } },
    });
    expect(found.data).toMatchObject([{ name: 'Gate drawing' }, { name: 'Price list' }]);
  });

  test('reads why it is refused', async () => {
    const api = await client();
    await expect(api.get(`salestool/channel/${crypto.randomUUID()}`)).rejects.toMatchObject({
      errors: [{ status: '404', title: 'Not Found' }],
    });
    await expect(api.get('media/document', { params: { sort: 'colour' } })).rejects.toMatchObject({
      errors: [{ status: '400', detail: expect.stringContaining('colour') }],
    });
  });
});
