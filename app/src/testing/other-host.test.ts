import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OtherHost, startOtherHost } from './other-host.ts';
import { passwordOfAll, type RealHost, startRealHost } from './real-host.ts';

// What stands in for a Drupal has to refuse what one was recorded to refuse, or nothing is proved against it.

let content: RealHost;
let host: OtherHost;
let authorization: string;
beforeAll(async () => {
  content = await startRealHost();
  host = await startOtherHost(content.url);
  const form = { grant_type: 'password', client_id: 'satchel', scope: 'sales_tool_user', username: 'nora' };
  const body = new URLSearchParams({ ...form, password: await passwordOfAll() });
  const signedIn = await (await fetch(`${host.address}/oauth/token`, { method: 'POST', body })).json();
  authorization = `Bearer ${signedIn.access_token}`;
});
afterAll(async () => {
  await host.stop();
  await content.stop();
});

const jsonApi = 'application/vnd.api+json';

async function ask(path: string, init: RequestInit = {}) {
  const headers = { authorization, 'content-type': jsonApi, ...init.headers };
  const response = await fetch(`${host.address}/jsonapi/${path}`, { ...init, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const post = (kind: string, attributes: object, id: string = crypto.randomUUID(), headers = {}) => {
  const channel = { data: { type: 'salestool--channel', id: content.world.channels.retail.id } };
  const relationships = kind === 'pack' ? { channel } : {};
  const data = { type: `salestool--${kind}`, id, attributes, relationships };
  return ask(`salestool/${kind}`, { method: 'POST', headers, body: JSON.stringify({ data }) });
};

test.each([
  ['include=*', 400, '`*` is not a valid relationship field name.'],
  ['page[limit]=0', 400, 'The page size needs to be a positive integer.'],
  ['page=2', 400, 'Unexpected value for parameter "page"'],
  ['foo=bar', 400, 'violate the JSON:API spec'],
  ['filter[nonsense]=1', 400, 'The field `nonsense`, given in the path `nonsense`, does not exist.'],
])('a query with %s is refused with %i', async (query, status, words) => {
  const answer = await ask(`salestool/channel?${query}`);
  expect(answer.status).toBe(status);
  const [error] = answer.body.errors;
  expect(error.detail).toContain(words);
  expect(Object.keys(error.links)).toEqual(['via', 'info']);
});

test('pages by number are the first page again, 51 is 50, and nothing is counted', async () => {
  const all = (await ask('salestool/channel?page[limit]=51')).body;
  const numbered = (await ask('salestool/channel?page[number]=7&page[size]=1')).body;
  expect(numbered.data).toHaveLength(all.data.length);
  expect(all.meta.count).toBeUndefined();
  expect(Object.keys(all.links)).toEqual(['self']);
  expect(all.meta.omitted.detail).toContain('insufficient authorization');
  const one = (await ask('media/document?page[limit]=1')).body;
  expect(Object.keys(one.links)).toEqual(['self', 'next']);
});

test('an unknown type is a page, and no answer has an ETag or a time with a Z', async () => {
  const unknown = await ask('salestool/nothing');
  expect([unknown.status, typeof unknown.body]).toEqual([404, 'string']);
  const known = await ask('salestool/channel');
  expect(known.headers.get('etag')).toBeNull();
  expect(known.body.data[0].attributes.changed).toMatch(/\+00:00$/);
});

const email = 'daniel@example.test';
test.each([
  ['message', { subject: 'A', email, date_sent: '2026-08-01T10:00:00.000Z' }, 422],
  ['message', { subject: 'A', email, message: { value: '', format: null, processed: '' } }, 500],
  ['message', { subject: 'A', email, link_token: 'A'.repeat(22) }, 422],
  ['pack', { title: 'A', changed: '2026-08-01T10:00:00Z' }, 403],
  ['pack', { title: 'A', status: true }, 403],
  ['pack', { title: 'A', drupal_internal__id: 1 }, 403],
  ['message', { subject: 'A', email, pack: null }, 422],
])('a new %s with %o is refused with %i', async (kind, attributes, status) => {
  expect((await post(kind, attributes)).status).toBe(status);
});

test('an id in capitals, and a body of another content type, are refused', async () => {
  expect((await post('pack', { title: 'A' }, crypto.randomUUID().toUpperCase())).status).toBe(422);
  const plain = { 'content-type': 'application/json' };
  expect((await post('pack', { title: 'A' }, crypto.randomUUID(), plain)).status).toBe(415);
});

test('the same create again is a conflict that names nothing; If-Match is not heeded', async () => {
  const id = crypto.randomUUID();
  const pack_data = JSON.stringify({ version: 2, elements: [] });
  expect((await post('pack', { title: 'A', pack_data }, id)).status).toBe(201);
  const again = await post('pack', { title: 'A', pack_data }, id);
  expect(again.status).toBe(409);
  expect(again.body.errors[0]).toMatchObject({ detail: 'Conflict: Entity already exists.' });
  expect(again.body.errors[0].links.about).toBeUndefined();
  const changed = await ask(`salestool/pack/${id}`, {
    method: 'PATCH',
    headers: { 'if-match': '"of long ago"' },
    body: JSON.stringify({ data: { type: 'salestool--pack', id, attributes: { title: 'B' } } }),
  });
  expect([changed.status, changed.body.data.attributes.title]).toEqual([200, 'B']);
});

test('a refresh token is good once, and the access token before it not at all', async () => {
  const own = await startOtherHost(content.url, { league: 8 });
  const token = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: 'satchel', scope: 'sales_tool_user', ...fields });
    const response = await fetch(`${own.address}/oauth/token`, { method: 'POST', body });
    return { status: response.status, body: await response.json() };
  };
  const password = await passwordOfAll();
  const first = (await token({ grant_type: 'password', username: 'nora', password })).body;
  const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
  expect((await token(refresh)).status).toBe(200);
  const reused = await token(refresh);
  expect([reused.status, reused.body.error]).toEqual([401, 'invalid_request']);
  const old = await fetch(`${own.address}/jsonapi/salestool/channel`, {
    headers: { authorization: `Bearer ${first.access_token}` },
  });
  expect(old.status).toBe(401);
  expect((await token({ grant_type: 'password', username: 'nora', password: 'x' })).body.error).toBe(
    'invalid_grant',
  );
  await own.stop();
});
