import { packReferences } from '@satchel/core/pack/pack-contents.ts';
import { readPackData } from '@satchel/core/pack/read-pack-data.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInternalId, newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { changeOf, packsOf } from '#testing/new-pack.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let noraFetch: Fetch;
let nora: Content;
let files: string[];

beforeAll(async () => {
  host = await startTestHost();
  const authorization = await host.authorization('nora');
  // Not by `signIn`: its look at every answer compares each entry of a list with all others.
  noraFetch = (path, init) =>
    fetch(`${host.url}${path}`, { ...init, headers: { ...init?.headers, authorization } });
  nora = contentOf(noraFetch);
  files = Array.from({ length: 5000 }, newUuid);
  const { internal_id: _, ...guide } = host.world.documents.guide;
  for (let at = 0; at < files.length; at += 500) {
    const some = files.slice(at, at + 500);
    const { db } = host.database;
    const medias = some.map((id) => ({ ...guide, id, internal_id: newInternalId(), name: `File ${id}` }));
    await db.insertInto('media').values(medias).execute();
    const places = some.map((media_id, place) => ({
      channel_id: host.world.channels.retail.id,
      media_id,
      position: 100 + at + place,
    }));
    await db.insertInto('channel_media').values(places).execute();
  }
});
afterAll(() => host.stop());

const type = 'media--document';

/** A pack's text with these files, and what the app says besides that it names. */
function packOf(ids: readonly string[]) {
  const children = ids.map((id) => ({ id, type, name: `File ${id}` }));
  const pack_data = JSON.stringify([{ id: 'all', type: 'folder', name: 'All', children }]);
  const read = readPackData(pack_data);
  if (!read.ok) throw new Error(read.because);
  return { attributes: { pack_data }, relationships: { medias: { data: packReferences(read.pack).medias } } };
}

const newPack = (ids: readonly string[]) => {
  const { attributes, relationships } = packOf(ids);
  return packsOf(host.world.channels.retail.id)(attributes, relationships);
};

const listed = async (id: string) => {
  const { records } = await nora.get(`salestool/pack/${id}/relationships/medias`);
  return records.map((media) => media.id);
};

test('[PDATA-08] a pack of 5,000 files is created, changed and sent with all that it names', async () => {
  const document = newPack(files);
  expect((await nora.post('salestool/pack', document)).status).toBe(201);
  expect(await listed(document.id)).toEqual(files);

  const turned = files.toReversed();
  const { attributes, relationships } = packOf(turned);
  const changed = await nora.patch(
    `salestool/pack/${document.id}`,
    changeOf(document.id, attributes, relationships),
  );
  expect(changed.status).toBe(200);
  expect(await listed(document.id)).toEqual(turned);

  const pack_snapshot = JSON.stringify({ title: 'All', ...attributes });
  const { id } = await sendPack(noraFetch, { packId: document.id, attributes: { pack_snapshot } });
  const sent = await host.database.db
    .selectFrom('message_media')
    .select('media_id')
    .where('message_id', '=', id)
    .execute();
  expect(sent.map(({ media_id }) => media_id).sort()).toEqual(files.toSorted());
});

test("[PDATA-08] 5,000 files are added and removed at their list's own address", async () => {
  const document = newPack([]);
  await nora.post('salestool/pack', document);
  const path = `salestool/pack/${document.id}/relationships/medias`;
  const identifiers = files.map((id) => ({ type, id }));
  expect((await nora.post(path, identifiers)).status).toBe(204);
  expect(await listed(document.id)).toEqual(files);
  await nora.delete(path, identifiers.slice(1));
  expect(await listed(document.id)).toEqual(files.slice(0, 1));
});

test('[PDATA-08] a list of more than any pack can name is refused in words', async () => {
  const data = Array.from({ length: 150_001 }, () => ({ type, id: files[0] }));
  const document = { ...newPack([]), relationships: { ...newPack([]).relationships, medias: { data } } };
  const answer = await nora.post('salestool/pack', document);
  expect([answer.status, answer.errors]).toEqual([
    422,
    [
      expect.objectContaining({
        detail: 'medias: This field cannot hold more than 150000 values.',
        source: { pointer: '/data/relationships/medias' },
      }),
    ],
  ]);
});

test('a list that is wrong from end to end is answered in few words', async () => {
  const data = Array.from({ length: 5000 }, () => ({ type: 'user--user', id: newUuid() }));
  const answer = await nora.post('salestool/pack', {
    ...newPack([]),
    relationships: { ...newPack([]).relationships, medias: { data } },
  });
  expect([answer.status, answer.errors.length]).toEqual([422, 50]);
});
