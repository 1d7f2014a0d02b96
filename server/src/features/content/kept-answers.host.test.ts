import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bumpRevision, channelScope } from '#database/revision.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { rawSender } from '#testing/send-raw.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Content;
let noraFetch: Fetch;
let henrik: Content;
let tomas: Content;

beforeAll(async () => {
  host = await startTestHost();
  [noraFetch, henrik, tomas] = [
    await host.signIn('nora'),
    contentOf(await host.signIn('henrik')),
    contentOf(await host.signIn('tomas')),
  ];
  nora = contentOf(noraFetch);
  // It looks for mails now and then, and statements are counted here.
  await host.outbox.stop();
});
afterAll(() => host.stop());

const counter = () => `salestool/document_bundle/${host.world.bundles.counter.id}`;
const query = { include: 'medias,medias.file' };

test('an answer that was given before is given again without reading it', async () => {
  const first = await nora.get(counter(), query);
  host.statements.length = 0;
  const again = await nora.get(counter(), query);
  expect(again.record).toEqual(first.record);
  expect(again.included).toEqual(first.included);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  expect(host.statements).toHaveLength(host.database.dialect === 'sqlite' ? 1 : 2);
});

test('a host that a request names does not get into what others are answered', async () => {
  const sender = rawSender(host.url);
  const path = `/jsonapi/${counter()}?fields[salestool--document_bundle]=title`;
  const headers = { authorization: await host.authorization('nora') };
  const ask = { method: 'GET', headers, body: null };
  const foreign = await sender.send({ ...ask, path: `http://evil.example${path}` });
  const own = await sender.send({ ...ask, path });
  sender.stop();
  expect([foreign.status, own.status]).toEqual([200, 200]);
  expect(`${foreign.body}${own.body}`).not.toContain('evil.example');
});

test('who asks and what has changed is read once for as long as nothing changes at all, where the engine tells that', async () => {
  const { db, dialect } = host.database;
  const statements = async () => {
    host.statements.length = 0;
    expect((await nora.get(counter(), query)).status).toBe(200);
    return host.statements.length;
  };
  await statements();
  expect(await statements()).toBe(dialect === 'sqlite' ? 1 : 2);
  await db.insertInto('setting').values({ name: 'of no answer', value: '' }).execute();
  // What changed has nothing to do with the answer, but only reading tells.
  expect(await statements()).toBe(dialect === 'sqlite' ? 3 : 2);
  expect(await statements()).toBe(dialect === 'sqlite' ? 1 : 2);
});

test('it comes in any encoding that the caller takes, the same each time', async () => {
  const text = async (encoding: string) => {
    const path = `/jsonapi/${counter()}?include=medias`;
    const answer = await noraFetch(path, { headers: { 'accept-encoding': encoding } });
    return [answer.headers.get('content-encoding'), answer.headers.get('vary'), await answer.text()];
  };
  const [, vary, plain] = await text('identity');
  for (const encoding of ['gzip', 'br'])
    for (const _time of [1, 2]) expect(await text(encoding)).toEqual([encoding, vary, plain]);
  expect(vary).toContain('Accept-Encoding');
});

describe('an answer that somebody else was given', () => {
  beforeEach(async () => {
    await nora.get(counter(), query);
  });

  test('is not there for those who may not see it', async () => {
    expect((await tomas.get(counter(), query)).status).toBe(404);
  });

  test('has another ETag for those who see the same', async () => {
    const [hers, his] = [await nora.get(counter(), query), await henrik.get(counter(), query)];
    expect(his.included.map(({ id }) => id)).toEqual(hers.included.map(({ id }) => id));
    expect(his.headers.get('etag')).not.toBe(hers.headers.get('etag'));
    const hersForHim = { 'if-none-match': hers.headers.get('etag') as string };
    expect((await henrik.get(counter(), query, hersForHim)).status).toBe(200);
  });

  test('is refused from the moment its session has ended', async () => {
    const leaving = await host.signIn('nora');
    const path = `/jsonapi/${counter()}?include=medias,medias.file`;
    expect((await leaving(path)).status).toBe(200);
    await host.database.db
      .updateTable('session')
      .set({ revoked: 1 })
      .where('account_id', '=', host.world.people.nora.id)
      .execute();
    expect((await leaving(path)).status).toBe(401);
    noraFetch = await host.signIn('nora');
    nora = contentOf(noraFetch);
  });

  test('is refused from the moment its session has run out, also when nothing is written then', async () => {
    const leaving = await host.signIn('nora');
    const path = `/jsonapi/${counter()}?include=medias,medias.file`;
    await host.database.db
      .updateTable('session')
      .set({ expires: host.clock() + 60_000 })
      .where('account_id', '=', host.world.people.nora.id)
      .execute();
    expect((await leaving(path)).status).toBe(200);
    host.advance(61_000);
    expect((await leaving(path)).status).toBe(401);
    noraFetch = await host.signIn('nora');
    nora = contentOf(noraFetch);
  });

  test('is gone for whoever has left the channel, and there again for whoever has come back', async () => {
    const { people, channels } = host.world;
    const membership = { account_id: people.nora.id, channel_id: channels.retail.id };
    const { db } = host.database;
    await db.deleteFrom('account_channel').where('account_id', '=', people.nora.id).execute();
    expect((await nora.get(counter(), query)).status).toBe(404);
    await db.insertInto('account_channel').values(membership).execute();
    expect((await nora.get(counter(), query)).status).toBe(200);
  });

  test('is gone for whoever is no administrator any more', async () => {
    const mei = contentOf(await host.signIn('mei'));
    const account_id = host.world.people.mei.id;
    const { db } = host.database;
    expect((await mei.get(counter(), query)).status).toBe(200);
    await db.deleteFrom('account_role').where('account_id', '=', account_id).execute();
    expect((await mei.get(counter(), query)).status).toBe(404);
    await db.insertInto('account_role').values({ account_id, role: 'administrator' }).execute();
    expect((await mei.get(counter(), query)).status).toBe(200);
  });

  test('does not tell others what is shown to one person alone', async () => {
    const { channels, signatures, people } = host.world;
    const { db } = host.database;
    const signature_id = signatures.nora.id;
    await db.updateTable('channel').set({ signature_id }).where('id', '=', channels.retail.id).execute();
    await host.database.write((trx) => bumpRevision(trx, channelScope(channels.retail.id)));
    const ownerFor = async (person: Content) => {
      const { included } = await person.get(`salestool/channel/${channels.retail.id}`, {
        include: 'signature',
      });
      return included[0]?.relationships.uid?.data;
    };
    for (const _time of [1, 2]) {
      expect(await ownerFor(nora)).toMatchObject({ id: people.nora.id });
      expect(await ownerFor(henrik)).toBeNull();
    }
    const titles = async (person: Content) =>
      (await person.get('salestool/pack')).records.map(({ attributes }) => attributes.title);
    for (const _time of [1, 2]) {
      expect(await titles(nora)).toContain('Café Linnea');
      expect(await titles(henrik)).not.toContain('Café Linnea');
    }
  });
});

test('what another host on the same database has written is answered at once', async () => {
  const other = await host.besides();
  const { packs } = host.world;
  const path = `salestool/pack/${packs.nora.id}`;
  const rename = async (title: string) => {
    const answer = await other.inject({
      method: 'PATCH',
      url: `/jsonapi/${path}`,
      headers: {
        authorization: await host.authorization('nora'),
        'content-type': 'application/vnd.api+json',
      },
      payload: JSON.stringify({
        data: { type: 'salestool--pack', id: packs.nora.id, attributes: { title } },
      }),
    });
    expect(answer.statusCode).toBe(200);
  };
  for (const title of ['Here', 'There', 'Elsewhere']) {
    await rename(title);
    expect((await nora.get(path)).record.attributes.title).toBe(title);
    const list = await nora.get('salestool/pack', { 'filter[title]': title });
    expect(list.records.map(({ id }) => id)).toEqual([packs.nora.id]);
  }
  await other.close();
});

test('a record that left a bundle leaves its answers', async () => {
  const { bundles, documents, channels } = host.world;
  const named = async () => (await nora.get(counter(), query)).included.map(({ id }) => id);
  expect(await named()).toContain(documents.film.id);
  await host.database.write(async (trx) => {
    await trx
      .deleteFrom('bundle_media')
      .where('bundle_id', '=', bundles.counter.id)
      .where('media_id', '=', documents.film.id)
      .execute();
    await bumpRevision(trx, channelScope(channels.retail.id));
  });
  expect(await named()).not.toContain(documents.film.id);
});
