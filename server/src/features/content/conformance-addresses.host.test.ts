import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath } from '@satchel/core/contract/resource-types.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let noraFetch: Fetch;
let nora: Content;

beforeAll(async () => {
  host = await startTestHost();
  noraFetch = await host.signIn('nora');
  nora = contentOf(noraFetch);
});
afterAll(() => host.stop());

const mediaType = 'application/vnd.api+json';

describe('[C1] the entry point', () => {
  test('names every type and who asks', async () => {
    const answer = await noraFetch('/jsonapi');
    const { data, links, meta, jsonapi } = await answer.json();
    const { id } = host.world.people.nora;
    const me = `http://satchel.test/jsonapi/user/user/${id}`;
    expect(meta.links.me).toEqual({ meta: { id }, href: me });
    expect(data).toEqual([]);
    expect(jsonapi.version).toBe('1.1');
    expect(links).toEqual({
      self: { href: 'http://satchel.test/jsonapi' },
      ...Object.fromEntries(
        resourceTypeNames.map((type) => [
          type,
          { href: `http://satchel.test/jsonapi/${collectionPath(type)}` },
        ]),
      ),
    });
    for (const { href } of Object.values<{ href: string }>(links))
      expect([href, (await noraFetch(new URL(href).pathname)).status]).toEqual([href, 200]);
    expect((await noraFetch(new URL(me).pathname)).status).toBe(200);
  });

  test('is for nobody without a token', async () => {
    expect((await host.fetch('/jsonapi')).status).toBe(401);
  });
});

describe('[C2] HEAD answers like GET, without a body:', () => {
  test.each<[what: string, path: (world: TestHost['world']) => string]>([
    ['the entry point', () => ''],
    ['a collection', () => '/salestool/channel?include=bundles'],
    ['a record', ({ packs }) => `/salestool/pack/${packs.nora.id}`],
    ['related records', ({ packs }) => `/salestool/pack/${packs.nora.id}/medias`],
    ['identifiers', ({ packs }) => `/salestool/pack/${packs.nora.id}/relationships/medias`],
    ['an unknown record', () => `/salestool/pack/${newUuid()}`],
    ['a wrong query', () => '/salestool/pack?sort=nothing'],
  ])('%s', async (_what, pathOf) => {
    const address = `/jsonapi${pathOf(host.world)}`;
    // Compressed on the way, only the whole answer would tell its length.
    const headers = { 'accept-encoding': 'identity' };
    const [get, head] = [
      await noraFetch(address, { headers }),
      await noraFetch(address, { method: 'HEAD', headers }),
    ];
    expect([head.status, await head.text()]).toEqual([get.status, '']);
    for (const name of ['content-type', 'etag', 'cache-control', 'vary'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  });
});

describe('a parameter of one’s own', () => {
  test.each(['foo', 't', 'resource', '_foo', 'foo_', '-foo', '_Format', 'f,o', 'a+b', '@context'])(
    '[C3, C4] called %s is refused, and where the rule can be read',
    async (name) => {
      const query = `?${encodeURIComponent(name)}=1`;
      const { packs } = host.world;
      for (const path of [
        '',
        `/${packs.nora.id}`,
        `/${packs.nora.id}/medias`,
        `/${packs.nora.id}/relationships/medias`,
      ]) {
        const answer = await nora.get(`salestool/pack${path}${query}`);
        expect([path, answer.status, answer.errors]).toMatchObject([
          path,
          400,
          [
            {
              detail: `The query parameter \`${name}\` is not known. Known are: include, fields, filter, sort, page.`,
              source: { parameter: name },
              links: { about: { href: 'https://jsonapi.org/format/#query-parameters-custom' } },
            },
          ],
        ]);
      }
      expect((await noraFetch(`/jsonapi${query}`)).status).toBe(400);
    },
  );

  test.each(['fooBar', 'foo-bar', 'foo_bar', 'FOO', 'v2', '2v', 'straße', 'foo_bar[deep]'])(
    '[C4] called %s is left to its owner',
    async (name) => {
      const answer = await nora.get('salestool/channel', { [name]: '1' });
      expect([answer.status, answer.count]).toEqual([200, 1]);
      expect(new URL(answer.links.first?.href as string).searchParams.get(name)).toBe('1');
    },
  );
});

test('an address says what it takes, when it is asked', async () => {
  const takes = async (path: string) => {
    const answer = await noraFetch(`/jsonapi${path}`, { method: 'OPTIONS' });
    return [answer.status, answer.headers.get('allow'), await answer.text()];
  };
  const { packs } = host.world;
  expect(await takes('')).toEqual([200, 'GET, HEAD', '']);
  expect(await takes('/salestool/pack')).toEqual([200, 'GET, HEAD, POST', '']);
  expect(await takes('/salestool/channel')).toEqual([200, 'GET, HEAD', '']);
  expect(await takes(`/salestool/pack/${packs.nora.id}`)).toEqual([200, 'GET, HEAD, PATCH, DELETE', '']);
  expect(await takes(`/salestool/pack/${packs.nora.id}/relationships/medias`)).toEqual([
    200,
    'GET, HEAD, POST, PATCH, DELETE',
    '',
  ]);
  expect((await host.fetch('/jsonapi/salestool/pack', { method: 'OPTIONS' })).status).toBe(401);
});

test('the version that is read may be named, and no nonsense', async () => {
  for (const resourceVersion of ['rel:latest-version', 'rel:working-copy', 'id:7'])
    expect((await nora.get('salestool/channel', { resourceVersion })).status).toBe(200);
  for (const resourceVersion of ['banana', '', 'id:', 'rel:oldest'])
    expect((await nora.get('salestool/channel', { resourceVersion })).status).toBe(400);
});

describe('what is not there', () => {
  const headers: [what: string, headers: Record<string, string>][] = [
    ['without Accept', {}],
    ['with Accept for JSON:API', { accept: mediaType }],
    ['with Accept for pages', { accept: 'text/html,*/*;q=0.1' }],
  ];
  test.each(headers)('[C6] is 404 as JSON:API, %s', async (_what, accepted) => {
    const { packs } = host.world;
    const paths = [
      `/salestool/pack/${newUuid()}`,
      '/salestool/pack/nothing',
      `/salestool/pack/${newUuid()}/medias`,
      `/salestool/pack/${newUuid()}/relationships/medias`,
      `/salestool/pack/${packs.nora.id}/relationships/nothing`,
      `/salestool/pack/${packs.nora.id}/relationships/medias/more`,
      '/salestool/nothing',
      '/node/article',
      '/salestool',
    ];
    for (const path of paths) {
      const answer = await noraFetch(`/jsonapi${path}`, { headers: accepted });
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        expect.stringContaining(mediaType),
      ]);
      const { errors, jsonapi } = await answer.json();
      expect(jsonapi.version).toBe('1.1');
      expect(errors).toEqual([
        {
          title: 'Not Found',
          status: '404',
          detail: expect.stringMatching(/^There (?:is|are) .*\.$/),
          links: { type: { href: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5' } },
        },
      ]);
    }
  });

  test('[C5] is what the caller may not see: 404 in the words for an unknown record', async () => {
    const { packs, channels } = host.world;
    const unknown = await nora.get(`salestool/pack/${newUuid()}`);
    for (const path of [
      `salestool/pack/${packs.tomas.id}`,
      `salestool/channel/${channels.transit.id}`,
      `salestool/pack/${packs.tomas.id}/medias`,
      `salestool/pack/${packs.tomas.id}/relationships/medias`,
    ]) {
      const hidden = await nora.get(path);
      expect([path, hidden.status, hidden.errors]).toEqual([path, 404, unknown.errors]);
    }
  });

  test('[C7, C8] is left out of collections without a word', async () => {
    const tomas = contentOf(await host.signIn('tomas'));
    const none = await tomas.get('salestool/content_bundle');
    expect([none.status, none.records, none.count]).toEqual([200, [], 0]);
    const answer = await noraFetch('/jsonapi/salestool/channel?include=bundles');
    expect((await answer.json()).meta).toEqual({ count: 1 });
  });
});

test('answers are JSON:API whatever Accept says, and addresses take capitals and a slash at the end', async () => {
  const { id } = host.world.channels.retail;
  for (const accept of ['application/json', 'text/html', '*/*', mediaType]) {
    for (const path of [`/jsonapi/salestool/channel/${id.toUpperCase()}`, '/jsonapi/salestool/channel/']) {
      const answer = await noraFetch(path, { headers: { accept } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining(mediaType),
      ]);
    }
  }
  const capitals = await nora.get(`salestool/channel/${id.toUpperCase()}`);
  expect(capitals.record.id).toBe(id);
});

test('a method that an address does not take is 405 and told which it takes', async () => {
  const { packs, channels } = host.world;
  const cases: [method: string, path: string, allow: string][] = [
    ['PUT', '/salestool/pack', 'GET, HEAD, POST'],
    ['PATCH', '/salestool/channel', 'GET, HEAD'],
    ['DELETE', '/salestool/pack', 'GET, HEAD, POST'],
    ['PUT', `/salestool/pack/${packs.nora.id}`, 'GET, HEAD, PATCH, DELETE'],
    ['PUT', `/salestool/channel/${channels.retail.id}`, 'GET, HEAD'],
    ['PUT', `/salestool/pack/${packs.nora.id}/relationships/medias`, 'GET, HEAD, POST, PATCH, DELETE'],
    ['PUT', `/salestool/message/${newUuid()}/relationships/signature`, 'GET, HEAD, PATCH'],
    ['PUT', `/salestool/pack/${packs.nora.id}/nothing`, 'POST'],
    ['GET', `/salestool/pack/${packs.nora.id}/nothing`, 'POST'],
    ['GET', `/salestool/pack/${packs.nora.id}/title`, 'POST'],
    ['GET', `/salestool/pack/${packs.nora.id}/constructor`, 'POST'],
    ['GET', `/salestool/pack/${newUuid()}/nothing`, 'POST'],
    ['POST', '', 'GET, HEAD'],
  ];
  for (const [method, path, allow] of cases) {
    const answer = await noraFetch(`/jsonapi${path}`, {
      method,
      headers: { 'content-type': mediaType },
      body: method === 'GET' ? null : '{"data":null}',
    });
    expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, 405, allow]);
    expect((await answer.json()).errors).toMatchObject([{ title: 'Method Not Allowed', status: '405' }]);
    const anonymous = await host.fetch(`/jsonapi${path}`, {
      method,
      headers: { 'content-type': mediaType },
      body: method === 'GET' ? null : '{}',
    });
    expect([method, path, anonymous.status]).toEqual([method, path, 401]);
  }
});

test('the one format there is may be named, and no other', async () => {
  for (const path of ['', '/salestool/channel', `/salestool/channel/${host.world.channels.retail.id}`]) {
    expect((await noraFetch(`/jsonapi${path}?_format=api_json`)).status).toBe(200);
    const other = await noraFetch(`/jsonapi${path}?_format=json`);
    expect([path, other.status, (await other.json()).errors]).toMatchObject([
      path,
      406,
      [
        {
          detail: 'No route found for the specified format json. Supported formats: api_json.',
          source: { parameter: '_format' },
        },
      ],
    ]);
  }
  const { status } = await noraFetch(
    `/jsonapi/salestool/pack/${host.world.packs.nora.id}/relationships/nothing`,
  );
  expect(status).toBe(404);
});

test('[API-04] a refusal says what, how grave, why and where', async () => {
  const { errors } = await (await noraFetch('/jsonapi/salestool/channel?sort=nothing')).json();
  expect(errors).toEqual([
    {
      title: 'Bad Request',
      status: '400',
      detail: expect.any(String),
      source: { parameter: 'sort' },
      links: { type: { href: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.1' } },
    },
  ]);
});
