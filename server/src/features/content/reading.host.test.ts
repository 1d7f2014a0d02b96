import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { collectionPath } from '@satchel/core/contract/resource-types.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newInternalId, newUuid } from '#database/ids.ts';
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

test('[MODEL-21] every kind of content has its number, its times, that it is published and its language, and is found by them', async () => {
  const mei = contentOf(await host.signIn('mei'));
  let seen = 0;
  for (const type of resourceTypeNames.filter((name) => name !== 'user--user')) {
    const path = collectionPath(type);
    for (const { attributes } of (await mei.get(path)).records) {
      expect([type, attributes]).toMatchObject([
        type,
        { status: true, langcode: 'en', changed: expect.stringMatching(/^\d{4}-.*(?:Z|\+00:00)$/) },
      ]);
      const numbers = Object.entries(attributes).filter(([name]) => name.startsWith('drupal_internal__'));
      expect([type, numbers]).toEqual([type, [[expect.any(String), expect.any(Number)]]]);
      // Those belong to the client.
      for (const name of ['pulled', 'pushed', '_meta']) expect(attributes).not.toHaveProperty(name);
      seen++;
    }
    const published = await mei.get(path, {
      'filter[status]': '1',
      'filter[langcode]': 'en',
      sort: 'status',
    });
    const drafts = await mei.get(path, { 'filter[status]': '0' });
    expect([type, published.count, drafts.count]).toEqual([type, (await mei.get(path)).count, 0]);
  }
  expect(seen).toBeGreaterThan(20);
});

test('[API-35, MODEL-20] help pages are found where paths is not empty', async () => {
  const { help } = host.world;
  const nowhere = {
    ...help,
    id: newUuid(),
    internal_id: newInternalId(),
    alias: '/help/nowhere',
    paths: null,
  };
  await host.database.db.insertInto('help_page').values(nowhere).execute();
  expect(ids((await nora.get('node/help_page')).records).sort()).toEqual([help.id, nowhere.id].sort());
  const answer = await nora.get('node/help_page', {
    'filter[p][condition][path]': 'paths',
    'filter[p][condition][operator]': 'IS NOT NULL',
    'fields[node--help_page]': 'id,paths,path,title',
  });
  expect(ids(answer.records)).toEqual([help.id]);
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
