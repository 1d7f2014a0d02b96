import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newInternalId, newUuid } from '#database/ids.ts';
import { bumpRevision, channelScope, ownerScope } from '#database/revision.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Content;

beforeAll(async () => {
  host = await startTestHost();
  nora = contentOf(await host.signIn('nora'));
  // It looks for mails now and then, and statements are counted here.
  await host.outbox.stop();
});
afterAll(() => host.stop());

describe('an answer that has not changed', () => {
  test.each<[what: string, path: (world: TestHost['world']) => string]>([
    ['a collection', () => 'media/document'],
    [
      'a page of a filtered collection',
      () => 'file/file?page[limit]=2&sort=filename&filter[filename]=gate.pdf',
    ],
    ['a record', ({ packs }) => `salestool/pack/${packs.nora.id}`],
    ['related records', ({ packs }) => `salestool/pack/${packs.nora.id}/medias`],
    ['a related record', ({ packs }) => `salestool/pack/${packs.nora.id}/channel`],
    ['identifiers', ({ packs }) => `salestool/pack/${packs.nora.id}/relationships/medias`],
  ])('%s has an ETag and is 304 to whoever has it, by HEAD too', async (_what, pathOf) => {
    const fetch = await host.signIn('nora');
    const address = `/jsonapi/${pathOf(host.world)}`;
    const first = await fetch(address);
    const etag = first.headers.get('etag') as string;
    expect([first.status, etag, first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
      200,
      expect.stringMatching(/^W\/"[\w.-]+"$/),
      'private, no-cache',
      expect.stringContaining('Authorization'),
    ]);
    for (const method of ['GET', 'HEAD']) {
      const known = await fetch(address, { method, headers: { 'if-none-match': `"other", ${etag}` } });
      expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, '']);
      const other = await fetch(address, { method, headers: { 'if-none-match': '"other"' } });
      expect([other.status, other.headers.get('etag')]).toEqual([200, etag]);
    }
  });

  const path = () => `salestool/document_bundle/${host.world.bundles.counter.id}`;
  const query = { include: 'medias,medias.file' };

  test('is 304, after reading nothing of it', async () => {
    const first = await nora.get(path(), query);
    const etag = first.headers.get('etag') as string;
    host.statements.length = 0;
    const again = await nora.get(path(), query, { 'if-none-match': etag });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    const { dialect } = host.database;
    // Whether anything has changed; or else who asks, and what has.
    const asked = dialect === 'sqlite' ? [/^pragma data_version$/] : [/from session/, /from revision/];
    expect(host.statements).toEqual(asked.map((text) => expect.stringMatching(text)));
  });

  test('is answered whole again once the host has another address, as there are addresses in it', async () => {
    const address = `/jsonapi/file/file/${host.world.files.image.id}`;
    const headers = { authorization: await host.authorization('nora') };
    const etag = (await host.fetch(address, { headers })).headers.get('etag') ?? '';
    const moved = await host.besides({ publicUrl: 'https://moved.example' });
    const again = await moved.inject({ url: address, headers: { ...headers, 'if-none-match': etag } });
    await moved.close();
    expect(again.statusCode).toBe(200);
    expect(again.body).toContain('https://moved.example/sites/default/files/');
  });

  test('is answered whole again after a change in the channel, and to somebody else', async () => {
    const etag = (await nora.get(path(), query)).headers.get('etag') as string;
    const henrik = contentOf(await host.signIn('henrik'));
    expect((await henrik.get(path(), query, { 'if-none-match': etag })).status).toBe(200);
    await host.database.write((trx) => bumpRevision(trx, channelScope(host.world.channels.retail.id)));
    expect((await nora.get(path(), query, { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('the entry point', () => {
  const etagFor = async (person: 'nora' | 'tomas') =>
    (await (await host.signIn(person))('/jsonapi')).headers.get('etag') as string;
  const askNora = async (etag: string) =>
    (await host.signIn('nora'))('/jsonapi', { headers: { 'if-none-match': etag } });

  test('is 304 for as long as nothing that its caller sees has changed', async () => {
    const etag = await etagFor('nora');
    const known = await askNora(etag);
    expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, '']);
    expect(await etagFor('tomas')).not.toBe(etag);
    await host.database.write((trx) => bumpRevision(trx, channelScope(host.world.channels.transit.id)));
    expect((await askNora(etag)).status).toBe(304);
  });

  test.each([
    ['a channel of the caller', () => channelScope(host.world.channels.retail.id)],
    ['a record of the caller', () => ownerScope(host.world.people.nora.id)],
    ['what everyone sees', () => 'shared' as const],
  ])('has another ETag after a change of %s', async (_what, scope) => {
    const etag = await etagFor('nora');
    await host.database.write((trx) => bumpRevision(trx, scope()));
    const fresh = await askNora(etag);
    expect([fresh.status, fresh.headers.get('etag') === etag]).toEqual([200, false]);
    expect((await fresh.json()).links).toHaveProperty('salestool--pack');
  });
});

test('a bundle with 50 media costs as many statements as one with 5', async () => {
  const { bundles, channels, files, terms } = host.world;
  const { db } = host.database;
  const bundleWith = async (count: number) => {
    const bundle = { ...bundles.counter, id: newUuid(), internal_id: newInternalId() };
    await db.insertInto('bundle').values(bundle).execute();
    await db
      .insertInto('channel_bundle')
      .values({ channel_id: channels.retail.id, bundle_id: bundle.id, position: 100 + count })
      .execute();
    for (let position = 0; position < count; position++) {
      const media_id = newUuid();
      const type = position % 2 ? ('media--document' as const) : ('media--image' as const);
      const media = { ...host.world.documents.guide, id: media_id, internal_id: newInternalId(), type };
      await db
        .insertInto('media')
        .values({ ...media, preview_image_id: files.image.id })
        .execute();
      await db.insertInto('bundle_media').values({ bundle_id: bundle.id, media_id, position }).execute();
      await db
        .insertInto('media_term')
        .values({ media_id, term_id: terms.keyword.id, position: 0 })
        .execute();
    }
    return bundle.id;
  };
  const statementsFor = async (count: number) => {
    const id = await bundleWith(count);
    host.statements.length = 0;
    const answer = await nora.get(`salestool/document_bundle/${id}`, {
      include:
        'image,medias,medias.thumbnail,medias.file,medias.keywords,medias.products,medias.thumbnail_image,medias.preview_image',
    });
    expect(answer.included.filter(({ type }) => type.startsWith('media--'))).toHaveLength(count);
    return host.statements.length;
  };
  const few = await statementsFor(5);
  expect(await statementsFor(50)).toBe(few);
  expect(few).toBeLessThan(25);
});
