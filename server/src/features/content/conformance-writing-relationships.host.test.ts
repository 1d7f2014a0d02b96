import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { packsOf } from '#testing/new-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let noraFetch: Fetch;
let nora: Content;
let newPack: ReturnType<typeof packsOf>;

beforeAll(async () => {
  host = await startTestHost();
  noraFetch = await host.signIn('nora');
  nora = contentOf(noraFetch);
  newPack = packsOf(host.world.channels.retail.id);
});
afterAll(() => host.stop());

const media = (name: 'guide' | 'photo' | 'film' | 'drawing', arity?: number) => ({
  type: host.world.documents[name].type,
  id: host.world.documents[name].id,
  ...(arity !== undefined && { meta: { arity } }),
});

/** A pack with these medias; answers the address of the list. */
async function listOf(...medias: object[]) {
  const { record, errors } = await nora.post('salestool/pack', newPack({}, { medias: { data: medias } }));
  expect(errors).toEqual([]);
  return { record, path: `salestool/pack/${record.id}/relationships/medias` };
}

const shown = async (path: string) =>
  (await nora.get(path)).records.map(({ id, meta }) =>
    [id, meta?.arity].filter((part) => part !== undefined),
  );

const ids = (...names: ('guide' | 'photo' | 'film')[]) => names.map((name) => [media(name).id]);

test('[C48] POST adds and answers the whole list', async () => {
  const { path } = await listOf(media('guide'));
  const added = await nora.post(path, [media('photo')]);
  expect([added.status, added.records.map(({ id }) => id)]).toEqual([200, ids('guide', 'photo').flat()]);
  expect(await shown(path)).toEqual(ids('guide', 'photo'));
});

test('[C48] POST to an empty list is 204: it holds what was sent', async () => {
  const { path } = await listOf();
  expect((await nora.post(path, [media('photo'), media('guide')])).status).toBe(204);
  expect(await shown(path)).toEqual(ids('photo', 'guide'));
});

test('[C48] POST of what is there is 200 and adds nothing, unless its arity is new', async () => {
  const { path } = await listOf(media('guide'));
  expect((await nora.post(path, [media('guide')])).status).toBe(200);
  expect((await nora.post(path, [media('guide', 0)])).status).toBe(200);
  expect(await shown(path)).toEqual(ids('guide'));
  const copied = await nora.post(path, [media('guide', 1)]);
  expect([copied.status, copied.records.map(({ meta }) => meta?.arity)]).toEqual([200, [0, 1]]);
});

test('[C48, C35] the same document twice in a pack is told apart by its arity, and one copy can go', async () => {
  const { record, path } = await listOf(media('guide'), media('photo'), media('guide'));
  const [guide, photo] = [media('guide').id, media('photo').id];
  expect(record.relationships.medias?.data).toMatchObject([
    { id: guide, meta: { arity: 0 } },
    { id: photo },
    { id: guide, meta: { arity: 1 } },
  ]);
  const related = await nora.get(`salestool/pack/${record.id}/medias`);
  expect(related.records.map(({ id }) => id)).toEqual([guide, photo]);
  const first = await nora.delete(path, [media('guide', 0)]);
  expect(first.status).toBe(200);
  expect(await shown(path)).toEqual([[photo], [guide]]);
});

test('[C48] PATCH replaces the list in its new order, and is 204', async () => {
  const { path } = await listOf(media('guide'));
  expect((await nora.patch(path, [media('film'), media('photo')])).status).toBe(204);
  expect(await shown(path)).toEqual(ids('film', 'photo'));
  expect((await nora.patch(path, [media('film'), media('film')])).status).toBe(200);
  expect((await nora.patch(path, [media('film', 0), media('film', 1)])).status).toBe(204);
  expect((await nora.patch(path, [])).status).toBe(204);
  expect(await shown(path)).toEqual([]);
});

test('[C48] DELETE takes out of the list, also what is not in it, and needs a body', async () => {
  const { path } = await listOf(media('guide'), media('photo'));
  expect((await nora.delete(path, [media('guide')])).status).toBe(204);
  expect((await nora.delete(path, [media('guide')])).status).toBe(204);
  expect(await shown(path)).toEqual(ids('photo'));
  expect((await nora.delete(path)).status).toBe(400);
});

test('[C48] DELETE without an arity takes every copy', async () => {
  const { path } = await listOf(media('guide'), media('guide'), media('photo'));
  expect((await nora.delete(path, [media('guide')])).status).toBe(204);
  expect(await shown(path)).toEqual(ids('photo'));
});

test('[C48] a query that is refused changes nothing, whatever the answer would have been', async () => {
  const { path } = await listOf(media('guide'));
  for (const query of ['include=channel', 'filter[title.value][operator]=a']) {
    const asked = `${path}?${query}`;
    expect([query, (await nora.post(asked, [media('photo')])).status]).toEqual([query, 400]);
    expect([query, (await nora.patch(asked, [media('film')])).status]).toEqual([query, 400]);
    expect([query, (await nora.delete(asked, [media('guide')])).status]).toEqual([query, 400]);
  }
  expect(await shown(path)).toEqual(ids('guide'));
});

test('[C48] a single relationship is replaced or emptied by PATCH, and 409 for POST and DELETE', async () => {
  const message = {
    type: 'salestool--message',
    id: newUuid(),
    attributes: { subject: 'Hello' },
    relationships: { pack: { data: { type: 'salestool--pack', id: host.world.packs.nora.id } } },
  };
  await nora.post('salestool/message', message);
  const path = `salestool/message/${message.id}/relationships/signature`;
  const mine = { type: 'salestool--signature', id: host.world.signatures.nora.id };
  expect((await nora.patch(path, mine)).status).toBe(204);
  expect((await nora.get(path)).record.id).toBe(mine.id);
  for (const refused of [await nora.post(path, mine), await nora.delete(path, mine)])
    expect([refused.status, refused.errors[0]?.detail]).toEqual([409, expect.stringMatching(/to-one/)]);
  expect((await nora.patch(path, null)).status).toBe(204);
  expect((await nora.get(path)).records).toEqual([]);
});

test('[C48] a bad target, type or form is 400 and changes nothing', async () => {
  const { path } = await listOf(media('guide'));
  for (const data of [
    [{ type: 'media--document', id: newUuid() }],
    [media('drawing')],
    [{ type: 'media--image', id: media('guide').id }],
    [{ type: 'user--user', id: host.world.people.nora.id }],
    [{ type: 'media--document', id: 'x' }],
    [null],
    media('guide'),
    null,
  ]) {
    for (const answer of [await nora.patch(path, data), await nora.post(path, data)])
      expect([data, answer.status]).toEqual([data, 400]);
  }
  expect(await shown(path)).toEqual(ids('guide'));
  expect((await nora.patch(`${path}x`, [])).status).toBe(404);
});

test('[C48] [PERM-16] a relationship of the host is 403, unless it is said as it is', async () => {
  const { record } = await listOf();
  const base = `salestool/pack/${record.id}/relationships`;
  const { people, channels } = host.world;
  for (const [name, other, same] of [
    ['uid', { type: 'user--user', id: people.tomas.id }, { type: 'user--user', id: people.nora.id }],
    [
      'channel',
      { type: 'salestool--channel', id: channels.transit.id },
      { type: 'salestool--channel', id: channels.retail.id },
    ],
  ] as const) {
    expect((await nora.patch(`${base}/${name}`, other)).status).toBe(403);
    expect((await nora.patch(`${base}/${name}`, null)).status).toBe(403);
    expect((await nora.patch(`${base}/${name}`, same)).status).toBe(204);
  }
  const { retail } = channels;
  const bundles = `salestool/channel/${retail.id}/relationships/bundles`;
  const refused = await nora.patch(bundles, []);
  expect(refused.status).toBe(403);
  const shared = `salestool/pack/${host.world.packs.retail.id}/relationships/medias`;
  expect((await nora.patch(shared, [])).status).toBe(403);
});

test('[C48] a change of a list is a change of its record: new ETag, an earlier version, and If-Match counts', async () => {
  const { record, path } = await listOf(media('guide'));
  const self = `salestool/pack/${record.id}`;
  const state = (await nora.get(self)).headers.get('etag') as string;
  expect((await nora.post(path, [media('photo')], { 'if-match': state })).status).toBe(200);
  expect((await nora.get(self)).headers.get('etag')).not.toBe(state);
  expect((await nora.post(path, [media('film')], { 'if-match': state })).status).toBe(412);
  const { results } = await (await noraFetch(`/salestool/pack/${record.id}/versions`)).json();
  expect(results).toMatchObject([{ medias: [{ type: 'media--document', id: media('guide').id }] }]);
});

test('what a list holds that its owner sees no more stays there when something is added', async () => {
  const { record, path } = await listOf(media('guide'));
  const { db } = host.database;
  const hidden = { pack_id: record.id, media_id: media('drawing').id, position: 1 };
  await db.insertInto('pack_media').values(hidden).execute();
  await nora.post(path, [media('photo')]);
  expect(await shown(path)).toEqual(ids('guide', 'photo'));
  const stored = await db
    .selectFrom('pack_media')
    .select('media_id')
    .where('pack_id', '=', record.id)
    .execute();
  expect(stored).toHaveLength(3);
});
