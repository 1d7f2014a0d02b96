import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bumpRevision, channelScope } from '#database/revision.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Content;

beforeAll(async () => {
  host = await startTestHost();
  nora = contentOf(await host.signIn('nora'));
});
afterAll(() => host.stop());

const ids = (records: { id: string }[]) => records.map(({ id }) => id);
const typesOf = (records: { type: string }[]) => [...new Set(records.map(({ type }) => type))].sort();

describe('include', () => {
  const counter = () => `salestool/document_bundle/${host.world.bundles.counter.id}`;

  test('[C30] brings what relationships lead to, and what lies on the way', async () => {
    const { channels, bundles, documents } = host.world;
    const direct = await nora.get(`salestool/channel/${channels.retail.id}`, { include: 'bundles' });
    expect(ids(direct.included).sort()).toEqual(
      [bundles.counter, bundles.welcome, bundles.calculator, bundles.prices].map(({ id }) => id).sort(),
    );
    const nested = await nora.get(`salestool/channel/${channels.retail.id}`, { include: 'bundles.medias' });
    expect(ids(nested.included)).toEqual(
      expect.arrayContaining([bundles.counter.id, documents.guide.id, documents.prices.id]),
    );
    expect(nested.included).toHaveLength(4 + 4);
  });

  test('[C31] goes through a list of several kinds as far as each of them does', async () => {
    const { channels, files } = host.world;
    const answer = await nora.get(`salestool/channel/${channels.retail.id}`, {
      include: 'bundles.medias.keywords, bundles.medias.file,bundles.image',
    });
    expect(typesOf(answer.included)).toEqual([
      'file--file',
      'media--document',
      'media--image',
      'media--remote_video',
      'salestool--content_bundle',
      'salestool--document_bundle',
      'salestool--miniapp_bundle',
      'taxonomy_term--keywords',
    ]);
    expect(ids(answer.included).filter((id) => id === files.image.id)).toHaveLength(1);
  });

  test('[C29] with a name that none of the kinds has is refused with the way to it', async () => {
    const { channels } = host.world;
    const answer = await nora.get(`salestool/channel/${channels.retail.id}`, { include: 'bundles.nothing' });
    expect([answer.status, answer.errors[0]?.detail]).toEqual([
      400,
      '`bundles.nothing` is not a valid include path. `nothing` is not a valid relationship field name. Possible values: image, medias.',
    ]);
    const empty = await nora.get('salestool/message', { include: 'nothing' });
    expect(empty.status).toBe(400);
  });

  test('of nothing, or of empty relationships, leaves the member out', async () => {
    const { documents } = host.world;
    for (const include of ['', 'preview_image', 'file,keywords']) {
      const film = await (await host.signIn('nora'))(
        `/jsonapi/media/remote_video/${documents.film.id}?include=${include}`,
      );
      expect([film.status, Object.keys(await film.json())]).toEqual([200, ['jsonapi', 'data', 'links']]);
    }
  });

  test('[API-24, API-26] of * means every relationship of the record itself', async () => {
    const star = await nora.get(counter(), { include: '*' });
    const named = await nora.get(counter(), { include: 'image,medias' });
    expect(ids(star.included).sort()).toEqual(ids(named.included).sort());
    const more = await nora.get(counter(), { include: '*,medias.keywords' });
    expect(typesOf(more.included)).toContain('taxonomy_term--keywords');
    expect(typesOf(star.included)).not.toContain('taxonomy_term--keywords');
    expect((await nora.get('salestool/document_bundle', { include: '*' })).status).toBe(200);
    expect((await nora.get('salestool/message', { include: '*' })).status).toBe(200);
  });

  test('never brings what the caller may not see', async () => {
    const { packs } = host.world;
    const tomas = contentOf(await host.signIn('tomas'));
    const answer = await tomas.get(`salestool/pack/${packs.global.id}`, { include: '*,medias.file' });
    expect([answer.included, answer.record.relationships.medias?.data]).toEqual([[], []]);
  });
});

describe('[C32] [API-24] fields', () => {
  test('keep what was asked for, of included records too', async () => {
    const answer = await nora.get('salestool/channel', {
      include: 'image',
      'fields[salestool--channel]': 'title, image,nothing',
      'fields[media--image]': 'name',
      'fields[nothing--at_all]': 'name',
    });
    expect(answer.record).toEqual({
      type: 'salestool--channel',
      id: expect.any(String),
      links: expect.anything(),
      attributes: { title: 'Retail & Hospitality' },
      relationships: { image: expect.anything() },
    });
    expect(answer.included).toMatchObject([{ attributes: { name: 'Retail & Hospitality cover' } }]);
    expect(answer.included[0]).not.toHaveProperty('relationships');
  });

  test('that are none leave the identity and the links', async () => {
    const answer = await nora.get('salestool/channel', { 'fields[salestool--channel]': '' });
    expect(Object.keys(answer.record).sort()).toEqual(['id', 'links', 'type']);
  });

  test('do not decide what is included', async () => {
    const answer = await nora.get('salestool/channel', {
      include: 'bundles',
      'fields[salestool--channel]': 'title',
    });
    expect(answer.record).not.toHaveProperty('relationships');
    expect(answer.included).toHaveLength(4);
  });
});

describe('a relationship by itself', () => {
  const base = () => `salestool/document_bundle/${host.world.bundles.counter.id}`;

  test('is read as identifiers and as records, in the same order', async () => {
    const { documents } = host.world;
    const identifiers = await nora.get(`${base()}/relationships/medias`);
    const related = await nora.get(`${base()}/medias`, { include: 'file' });
    expect(ids(identifiers.records)).toEqual([documents.guide.id, documents.photo.id, documents.film.id]);
    expect(ids(related.records)).toEqual(ids(identifiers.records));
    expect(related.included).toHaveLength(2);
    expect(identifiers.links).toMatchObject({
      self: { href: `http://satchel.test/jsonapi/${base()}/relationships/medias` },
      related: { href: `http://satchel.test/jsonapi/${base()}/medias` },
    });
    const whole = await nora.get(base());
    expect(whole.record.relationships.medias).toMatchObject({
      data: identifiers.records,
      links: { self: identifiers.links.self, related: identifiers.links.related },
    });
  });

  test('includes what its own name leads to, and nothing else', async () => {
    const { documents } = host.world;
    const answer = await nora.get(`${base()}/relationships/medias`, {
      include: 'medias.keywords',
      'fields[media--document]': 'name,keywords',
    });
    expect(answer.records[0]).not.toHaveProperty('attributes');
    expect(ids(answer.included)).toContain(documents.guide.id);
    expect(typesOf(answer.included)).toContain('taxonomy_term--keywords');
    const other = await nora.get(`${base()}/relationships/medias`, { include: 'image' });
    expect([other.status, other.errors[0]?.detail]).toEqual([
      400,
      '`image` cannot be included here. Possible values: medias.',
    ]);
    expect((await nora.get(`${base()}/relationships/medias`, { include: 'medias.nothing' })).status).toBe(
      400,
    );
  });

  test('[C36] of one that is empty is null, of a list an empty list', async () => {
    const fetch = await host.signIn('nora');
    const data = async (path: string) => {
      const answer = await fetch(`/jsonapi/media/remote_video/${host.world.documents.film.id}/${path}`);
      return [answer.status, (await answer.json()).data];
    };
    expect(await data('file')).toEqual([200, null]);
    expect(await data('relationships/file')).toEqual([200, null]);
    expect(await data('keywords')).toEqual([200, []]);
    expect(await data('relationships/keywords')).toEqual([200, []]);
  });

  test('ignores filter and page', async () => {
    const answer = await nora.get(`${base()}/medias`, { 'filter[name]': 'none', 'page[limit]': '1' });
    expect(answer.records).toHaveLength(3);
  });

  test('[C35] that names a target twice tells the copies apart, and related records hold it once', async () => {
    const { packs, documents } = host.world;
    const guide = { type: 'media--document', id: documents.guide.id };
    const made = await nora.post('salestool/pack', {
      type: 'salestool--pack',
      attributes: { title: 'Twice' },
      relationships: {
        channel: { data: { type: 'salestool--channel', id: packs.nora.channel_id } },
        medias: {
          data: [guide, { type: 'media--image', id: documents.photo.id }, { ...guide, meta: { arity: 1 } }],
        },
      },
    });
    expect(made.status).toBe(201);
    const path = `salestool/pack/${made.record.id}`;
    const answer = await nora.get(path, { include: 'medias' });
    const arity = (identifier: unknown) => (identifier as { meta: { arity?: number } }).meta.arity;
    const named = answer.record.relationships.medias?.data as { id: string }[];
    expect(ids(named)).toEqual([guide.id, documents.photo.id, guide.id]);
    expect(named.map(arity)).toEqual([0, undefined, 1]);
    expect(answer.included).toHaveLength(2);
    expect((await nora.get(`${path}/relationships/medias`)).records.map(arity)).toEqual([0, undefined, 1]);
    expect(ids((await nora.get(`${path}/medias`)).records)).toEqual([guide.id, documents.photo.id]);
    const second = await nora.get('salestool/pack', { 'filter[medias.2.id]': guide.id });
    expect(ids(second.records)).toEqual([made.record.id]);
  });
});

/** As a repair by hand may do it: without the rules that keep what is named. */
async function removeByHand(table: 'media' | 'file', id: string) {
  const { database } = host;
  if (database.dialect === 'sqlite') {
    await sql`pragma foreign_keys = off`.execute(database.db);
    await database.db.deleteFrom(table).where('id', '=', id).execute();
    await sql`pragma foreign_keys = on`.execute(database.db);
    return;
  }
  await database.write(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx.deleteFrom(table).where('id', '=', id).execute();
  });
}

test('[C33] what is named and gone is called missing, and nothing is included for it', async () => {
  const { bundles, channels, documents, files } = host.world;
  await removeByHand('media', documents.photo.id);
  await removeByHand('media', documents.film.id);
  await removeByHand('file', files.image.id);
  await host.database.write((trx) => bumpRevision(trx, channelScope(channels.retail.id)));
  const help = { links: { help: { href: expect.stringContaining('missing'), meta: expect.anything() } } };
  const path = `salestool/document_bundle/${bundles.counter.id}`;
  const answer = await nora.get(path, { include: 'image,medias.file' });
  const { image, medias } = answer.record.relationships;
  expect(image?.data).toEqual({ type: 'file--file', id: 'missing', meta: help });
  expect(medias?.data).toEqual([
    { type: 'media--document', id: documents.guide.id, meta: expect.anything() },
    { type: '?', id: 'missing', meta: { ...help, arity: 0 } },
    { type: '?', id: 'missing', meta: { ...help, arity: 1 } },
  ]);
  expect(ids(answer.included)).toEqual([documents.guide.id, files.guide.id]);
  expect(ids((await nora.get(`${path}/relationships/medias`)).records)).toEqual([
    documents.guide.id,
    'missing',
    'missing',
  ]);
  expect(ids((await nora.get(`${path}/medias`)).records)).toEqual([documents.guide.id]);
  expect((await nora.get(`${path}/image`)).records).toEqual([]);
  // What a pack names may be out of sight as well as gone, and those look the same.
  const pack = await nora.get(`salestool/pack/${host.world.packs.nora.id}`);
  expect(pack.record.relationships.medias?.data).toMatchObject([{ id: documents.guide.id }]);
});
