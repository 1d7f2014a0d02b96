import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newInternalId, newUuid } from '#database/ids.ts';
import { bumpRevision, channelScope } from '#database/revision.ts';
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

const ids = (records: { id: string }[]) => records.map(({ id }) => id);

test('[API-22, API-23, API-54] a collection is listed and one record is read, the double dash being a slash', async () => {
  const { retail } = host.world.channels;
  const list = await nora.get('salestool/channel');
  const one = await nora.get(`salestool/channel/${retail.id}`);
  expect(list.records).toEqual([one.record]);
  expect(one.record).toMatchObject({ type: 'salestool--channel', id: retail.id });
});

test('[API-04] answers and refusals are JSON:API', async () => {
  for (const path of [
    'salestool/channel',
    `salestool/channel/${newUuid()}`,
    'salestool/channel?sort=nothing',
  ]) {
    const answer = await noraFetch(`/jsonapi/${path}`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/vnd\.api\+json/);
  }
});

test('[MODEL-01, MODEL-02, MODEL-04, MODEL-11] a channel with all that is shown of it comes in one answer', async () => {
  const { channels, bundles, files, documents } = host.world;
  const answer = await nora.get(`salestool/channel/${channels.retail.id}`, {
    include: 'image,image.file,bundles,bundles.image,medias,medias.file,signature',
  });
  expect(answer.record.attributes).toMatchObject({
    title: 'Retail & Hospitality',
    sandbox: false,
    body: { value: '<p>Retail & Hospitality</p>', processed: expect.any(String) },
    news: null,
    pack_header: { value: '<p>Velden Terminals</p>' },
    created: '2026-05-04T08:15:00+00:00',
    changed: '2026-05-04T08:15:00+00:00',
    drupal_internal__id: channels.retail.internal_id,
  });
  expect(answer.record.relationships.bundles?.data).toMatchObject([
    { type: 'salestool--document_bundle', id: bundles.counter.id },
    { type: 'salestool--content_bundle', id: bundles.welcome.id },
    { type: 'salestool--miniapp_bundle', id: bundles.calculator.id },
    { type: 'salestool--document_bundle', id: bundles.prices.id },
  ]);
  const counter = answer.included.find(({ id }) => id === bundles.counter.id);
  expect(counter?.relationships.image?.data).toEqual({
    type: 'file--file',
    id: files.image.id,
    meta: {
      drupal_internal__target_id: files.image.internal_id,
      alt: 'A terminal on a counter',
      title: '',
      width: 60,
      height: 40,
    },
  });
  expect(counter?.relationships.medias?.data).toMatchObject([
    { type: 'media--document', id: documents.guide.id },
    { type: 'media--image', id: documents.photo.id },
    { type: 'media--remote_video', id: documents.film.id },
  ]);
  expect(new Set(ids(answer.included)).size).toBe(answer.included.length);
});

test('[MODEL-16, MODEL-11] a file says where its bytes and its small pictures are read', async () => {
  const { image, guide } = host.world.files;
  const picture = await nora.get(`file/file/${image.id}`);
  const base = `/sites/default/files/${image.key}`;
  expect(picture.record.attributes).toMatchObject({
    filename: 'image.jpg',
    filemime: 'image/jpeg',
    filesize: image.size,
    uri: { value: `public://${image.key}/image.jpg`, url: `${base}/image.jpg` },
    image_style_uri: {
      thumbnail: `http://satchel.test${base}/styles/thumbnail/image.jpg.webp`,
      salestool_preview: `http://satchel.test${base}/styles/salestool_preview/image.jpg.webp`,
    },
  });
  expect((await host.fetch(`${base}/image.jpg`)).headers.get('content-type')).toBe('image/jpeg');
  const document = await nora.get(`file/file/${guide.id}`);
  expect(document.record.attributes.image_style_uri).toMatchObject({
    thumbnail: expect.stringContaining('.pdf.webp'),
  });
  const prices = await nora.get('file/file', { 'filter[filename]': 'prices.txt' });
  expect(prices.record.attributes.image_style_uri).toBeNull();
});

test('[API-33, API-34, MODEL-08, MODEL-17] a bundle comes with its media, their files and their terms', async () => {
  const { bundles, documents, terms, files } = host.world;
  const answer = await nora.get(`salestool/document_bundle/${bundles.counter.id}`, {
    include:
      'image,medias,medias.thumbnail,medias.file,medias.keywords,medias.products,medias.thumbnail_image,medias.preview_image',
  });
  const guide = answer.included.find(({ id }) => id === documents.guide.id);
  expect(guide?.attributes).toMatchObject({
    name: 'Product guide',
    description: 'About Product guide',
    documentSize: null,
  });
  expect(guide?.relationships.keywords?.data).toMatchObject([
    { type: 'taxonomy_term--keywords', id: terms.keyword.id },
  ]);
  expect(guide?.relationships.products?.data).toMatchObject([
    { type: 'taxonomy_term--products', id: terms.product.id },
  ]);
  expect(guide?.relationships.preview_image?.data).toBeNull();
  expect(ids(answer.included)).toEqual(
    expect.arrayContaining([files.guide.id, terms.keyword.id, terms.product.id]),
  );
  expect(answer.included.find(({ id }) => id === terms.keyword.id)?.attributes).toMatchObject({
    name: 'contactless',
  });
});

test('[MODEL-06, MODEL-05] a mini-app has its kind, addresses and data; a content bundle its text', async () => {
  const { bundles } = host.world;
  const app = await nora.get(`salestool/miniapp_bundle/${bundles.calculator.id}`);
  expect(app.record.attributes).toMatchObject({
    miniapp_type: 'embed',
    urls: [{ uri: '/sites/default/files/key/calculator.js' }],
    init_data: '{"currency":"EUR"}',
  });
  const page = await nora.get(`salestool/content_bundle/${bundles.welcome.id}`);
  expect(page.record.attributes.body).toMatchObject({
    value: '<p>The first visit</p>',
    summary: 'The first visit',
  });
});

test('[MODEL-07, MODEL-08] a hosted video has its address and no file', async () => {
  const answer = await nora.get(`media/remote_video/${host.world.documents.film.id}`);
  expect(answer.record.attributes.video).toBe('https://www.youtube.com/watch?v=Vld3nT3rm27');
  expect(answer.record.relationships.file?.data).toBeNull();
});

test('[API-24, API-26] include=* means every relationship of the record itself', async () => {
  const { bundles } = host.world;
  const star = await nora.get(`salestool/document_bundle/${bundles.counter.id}`, { include: '*' });
  const named = await nora.get(`salestool/document_bundle/${bundles.counter.id}`, {
    include: 'image,medias',
  });
  expect(ids(star.included).sort()).toEqual(ids(named.included).sort());
});

test('[API-24] only the fields that were asked for are answered, of included records too', async () => {
  const answer = await nora.get('salestool/channel', {
    include: 'image',
    'fields[salestool--channel]': 'title,image',
    'fields[media--image]': 'name',
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

describe('[API-24] pages', () => {
  test.each([
    ['offset', (page: number) => ({ 'page[offset]': String(page * 2), 'page[limit]': '2' })],
    ['number, counting from 0,', (page: number) => ({ 'page[number]': String(page), 'page[size]': '2' })],
  ])('[API-26] by %s hold every record once and say whether there is more', async (_style, query) => {
    const whole = await nora.get('salestool/document_bundle', { sort: 'title' });
    const small = await nora.get('media/document', { ...query(0), sort: '-name' });
    expect([whole.count, small.count]).toEqual([2, 2]);
    const seen: string[] = [];
    let next: { href: string } | undefined;
    let pages = 0;
    do {
      const answer: Awaited<ReturnType<Content['get']>> = next
        ? await nora.get(next.href.split('/jsonapi/')[1] as string)
        : await nora.get('file/file', query(0));
      seen.push(...ids(answer.records));
      expect(answer.records.length).toBeLessThanOrEqual(2);
      expect(answer.links.prev === undefined).toBe(pages === 0);
      next = answer.links.next;
      pages++;
    } while (next && pages < 50);
    const all = await nora.get('file/file', { 'page[limit]': '200' });
    expect(all.links.next).toBeUndefined();
    expect(seen.sort()).toEqual(ids(all.records).sort());
    expect(all.count).toBe(seen.length);
  });

  test('are at most 200 long, 50 unless asked otherwise, and past the end empty', async () => {
    const large = await nora.get('file/file', { 'page[limit]': '5000' });
    expect(large.links.first?.href).toContain('page%5Blimit%5D=200');
    expect((await nora.get('file/file')).links.first?.href).toContain('page%5Blimit%5D=50');
    const past = await nora.get('file/file', { 'page[offset]': '900' });
    expect([past.status, past.records.length, past.links.next]).toEqual([200, 0, undefined]);
    expect(past.count).toBeGreaterThan(0);
  });
});

test('[API-24] sorting goes by several fields in either direction, without heeding the case of letters', async () => {
  const { documents } = host.world;
  await host.database.db
    .updateTable('media')
    .set({ name: 'pRice list' })
    .where('id', '=', documents.prices.id)
    .execute();
  const names = async (sort: string) =>
    (await nora.get('media/document', { sort })).records.map(({ attributes }) => attributes.name);
  expect(await names('name')).toEqual(['pRice list', 'Product guide']);
  expect(await names('-name')).toEqual(['Product guide', 'pRice list']);
  expect(await names('file.filename,-name')).toEqual(['pRice list', 'Product guide']);
  const long = await nora.get('media/document', { 'sort[a][path]': 'name', 'sort[a][direction]': 'DESC' });
  expect(long.record.attributes.name).toBe('Product guide');
});

test('[API-29] the model definitions tell which fields a client may write', async () => {
  const answer = await noraFetch('/openapi/jsonapi?_format=json');
  const { definitions, paths } = await answer.json();
  const pack = definitions['salestool--pack'].properties.data.properties;
  expect(pack.attributes.properties.title).toEqual({ title: 'Title', type: 'string', maxLength: 255 });
  expect(pack.attributes.properties.changed).toMatchObject({ readOnly: true });
  expect(pack.relationships.properties.medias.properties.data).toMatchObject({
    type: 'array',
    items: { properties: { type: { enum: expect.arrayContaining(['media--document']) } } },
  });
  expect(definitions['salestool--message'].properties.data.properties.attributes.properties).toHaveProperty(
    'link_token',
  );
  expect(Object.keys(paths['/salestool/pack'])).toEqual(['get', 'post']);
  expect(Object.keys(paths['/salestool/channel'])).toEqual(['get']);
});

test('the entry point names every type and who asks', async () => {
  const answer = await noraFetch('/jsonapi');
  const { links, meta } = await answer.json();
  expect(meta.links.me.meta.id).toBe(host.world.people.nora.id);
  expect(links['salestool--channel'].href).toBe('http://satchel.test/jsonapi/salestool/channel');
});

test('[API-35, MODEL-20] help pages are found where paths is not empty', async () => {
  const answer = await nora.get('node/help_page', {
    'filter[p][condition][path]': 'paths',
    'filter[p][condition][operator]': 'IS NOT NULL',
    'fields[node--help_page]': 'id,paths,path,title',
  });
  expect(answer.record.attributes).toEqual({
    title: 'Building a pack',
    path: { alias: '/help/building-a-pack', pid: null, langcode: 'en' },
    paths: 'route:packs__index\nroute:packs__new',
  });
});

test('[API-36, MODEL-18] a rep finds their own signature with its picture', async () => {
  const { people, signatures, files } = host.world;
  const answer = await nora.get('salestool/signature', {
    'filter[uid.id]': people.nora.id,
    include: 'image,picture',
  });
  expect(ids(answer.records)).toEqual([signatures.nora.id]);
  expect(answer.record.attributes).toMatchObject({
    title: 'Nora Lindqvist',
    shared: false,
    telephone2: null,
  });
  expect(ids(answer.included)).toEqual([files.face.id]);
});

describe('packs', () => {
  const filters: [
    string,
    (world: TestHost['world']) => Record<string, string>,
    'global' | 'retail' | 'nora',
  ][] = [
    ['[API-40] global ones', () => ({ 'filter[pack_type]': 'global' }), 'global'],
    [
      '[API-41] those of a channel',
      ({ channels }) => ({ 'filter[pack_type]': 'channel', 'filter[channel.id]': channels.retail.id }),
      'retail',
    ],
    [
      '[API-42] private ones',
      ({ channels, people }) => ({
        'filter[pack_type]': 'private',
        'filter[channel.id]': channels.retail.id,
        'filter[uid.id]': people.nora.id,
      }),
      'nora',
    ],
  ];
  test.each(filters)('%s are found', async (_what, filter, expected) => {
    const answer = await nora.get('salestool/pack', filter(host.world));
    expect(ids(answer.records)).toEqual([host.world.packs[expected].id]);
  });

  test('[API-43, API-44, MODEL-23, MODEL-24, MODEL-26] come with channel, owner, bundles, medias and their small pictures', async () => {
    const { packs, channels, people, files } = host.world;
    const answer = await nora.get(`salestool/pack/${packs.nora.id}`, {
      include: 'channel,uid,bundles,medias,medias.file',
    });
    expect(answer.record.attributes).toMatchObject({
      title: 'Café Linnea',
      notes: 'Only for the rep',
      color: '#0b703f',
      pack_type: 'private',
      pack_data: packs.nora.pack_data,
      archived: false,
    });
    expect(answer.record.relationships.channel?.data).toMatchObject({ id: channels.retail.id });
    expect(answer.record.relationships.uid?.data).toMatchObject({ id: people.nora.id });
    const guide = answer.included.find(({ id }) => id === files.guide.id);
    expect(Object.keys(guide?.attributes.image_style_uri as object)).toEqual([
      'thumbnail',
      'salestool_preview',
    ]);
  });
});

test('a relationship is read by itself, as identifiers and as records', async () => {
  const { bundles, documents } = host.world;
  const base = `salestool/document_bundle/${bundles.counter.id}`;
  const identifiers = await nora.get(`${base}/relationships/medias`);
  const related = await nora.get(`${base}/medias`, { include: 'file' });
  expect(ids(identifiers.records)).toEqual([documents.guide.id, documents.photo.id, documents.film.id]);
  expect(ids(related.records)).toEqual(ids(identifiers.records));
  expect(related.included).toHaveLength(2);
  expect((await nora.get(`media/remote_video/${documents.film.id}/file`)).records).toEqual([]);
  expect((await nora.get(`${base}/nothing`)).status).toBe(404);
});

test('HEAD answers like GET, without a body', async () => {
  const answer = await noraFetch('/jsonapi/salestool/channel', { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

describe('an answer that has not changed', () => {
  const path = () => `salestool/document_bundle/${host.world.bundles.counter.id}`;
  const query = { include: 'medias,medias.file' };

  test('is 304, after one statement that reads nothing of it', async () => {
    const first = await nora.get(path(), query);
    const etag = first.headers.get('etag') as string;
    host.statements.length = 0;
    const again = await nora.get(path(), query, { 'if-none-match': etag });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    const content = host.statements.filter((text) => /from (?:")?(?:bundle|media|file)/.test(text));
    expect(content).toEqual([]);
    expect(host.statements.filter((text) => text.includes('revision'))).toHaveLength(1);
  });

  test('is answered whole again after a change in the channel, and to somebody else', async () => {
    const etag = (await nora.get(path(), query)).headers.get('etag') as string;
    const henrik = contentOf(await host.signIn('henrik'));
    expect((await henrik.get(path(), query, { 'if-none-match': etag })).status).toBe(200);
    await host.database.write((trx) => bumpRevision(trx, channelScope(host.world.channels.retail.id)));
    expect((await nora.get(path(), query, { 'if-none-match': etag })).status).toBe(200);
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
