import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInternalId, newUuid } from '#database/ids.ts';
import { bumpRevision, channelScope } from '#database/revision.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

const include =
  'bundles.medias.file,bundles.medias.thumbnail,bundles.medias.keywords,medias.file,signature.image';

let host: TestHost;
let authorization: string;

beforeAll(async () => {
  host = await startTestHost();
  authorization = await host.authorization('nora');
});
afterAll(() => host.stop());

const path = () => `/jsonapi/salestool/channel/${host.world.channels.retail.id}?include=${include}`;

async function addMedias(count: number) {
  const { bundles, channels, documents, files, terms } = host.world;
  const bundle = { ...bundles.counter, id: newUuid(), internal_id: newInternalId() };
  const rows = Array.from({ length: count }, (_, position) => {
    const file = { ...files.image, id: newUuid(), internal_id: newInternalId(), key: newUuid() };
    const media = { ...documents.photo, id: newUuid(), internal_id: newInternalId() };
    return { file, media: { ...media, file_id: file.id, thumbnail_id: file.id }, position };
  });
  await host.database.write(async (trx) => {
    await trx.insertInto('bundle').values(bundle).execute();
    for (let at = 0; at < count; at += 100) {
      const some = rows.slice(at, at + 100);
      await trx
        .insertInto('file')
        .values(some.map(({ file }) => file))
        .execute();
      await trx
        .insertInto('media')
        .values(some.map(({ media }) => media))
        .execute();
      await trx
        .insertInto('bundle_media')
        .values(some.map(({ media, position }) => ({ bundle_id: bundle.id, media_id: media.id, position })))
        .execute();
      await trx
        .insertInto('media_term')
        .values(some.map(({ media }) => ({ media_id: media.id, term_id: terms.keyword.id, position: 0 })))
        .execute();
    }
    const place = { channel_id: channels.retail.id, bundle_id: bundle.id, position: 10 };
    await trx.insertInto('channel_bundle').values(place).execute();
    await bumpRevision(trx, channelScope(channels.retail.id));
  });
  return rows;
}

/** Begins to ask for the whole channel; what it answers is not read yet. */
async function begin() {
  const call = get(`${host.url}${path()}`, { headers: { authorization }, agent: false });
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return answer;
}

test('a whole channel is one answer with every record once, and for each 500 of them a few statements', async () => {
  const added = await addMedias(1000);
  const read = async (): Promise<{ included: { type: string; id: string }[]; statements: number }> => {
    host.statements.length = 0;
    const answer = await fetch(`${host.url}${path()}`, { headers: { authorization } });
    const { included } = await answer.json();
    return { included, statements: host.statements.length };
  };
  const first = await read();
  const names = first.included.map(({ type, id }) => `${type} ${id}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(added.map(({ media }) => `media--image ${media.id}`)));
  expect(names).toEqual(expect.arrayContaining(added.map(({ file }) => `file--file ${file.id}`)));

  await addMedias(1000);
  const second = await read();
  await addMedias(1000);
  const third = await read();
  expect(third.included.length - second.included.length).toBe(2001);
  const statementsPerBatch = 8;
  for (const [less, more] of [
    [first, second],
    [second, third],
  ] as const) {
    const batches = Math.ceil((more.included.length - less.included.length) / 500);
    expect(more.statements - less.statements).toBeLessThanOrEqual(batches * statementsPerBatch);
  }
});

test('callers who hang up in the middle leave nothing behind that keeps the next one waiting', async () => {
  for (let count = 0; count < 12; count++) (await begin()).destroy();
  const answer = await fetch(`${host.url}${path()}`, { headers: { authorization } });
  expect(await answer.json()).toHaveProperty('included');
});

test('a caller who reads slowly keeps nobody from writing and reading, and sees the state it began with', async () => {
  const { packs, channels } = host.world;
  const slow = await begin();
  await host.database.write(async (trx) => {
    await trx.updateTable('channel').set({ title: 'Later' }).where('id', '=', channels.retail.id).execute();
    await trx.updateTable('media').set({ name: 'Later' }).execute();
    await bumpRevision(trx, channelScope(channels.retail.id));
  });
  const quick = await fetch(`${host.url}/jsonapi/salestool/pack/${packs.nora.id}`, {
    headers: { authorization },
  });
  expect(quick.status).toBe(200);
  const parts: Buffer[] = [];
  for await (const part of slow) parts.push(part as Buffer);
  const { data, included } = JSON.parse(Buffer.concat(parts).toString());
  const titles = [data, ...included].map(({ attributes: { title, name } }) => title ?? name);
  expect(titles).not.toContain('Later');
});
