import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPackData } from '@satchel/core/pack/read-pack-data.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contentFolder, smallContent } from '#testing/content-folder.ts';
import { type ImportingHost, startImportingHost } from '#testing/importing-host.ts';
import type { Fetch } from '#testing/test-host.ts';

let here: ImportingHost;

beforeEach(async () => {
  here = await startImportingHost();
});
afterEach(() => here.stop());

describe('the demo content', () => {
  test('a rep finds channel, bundles in their order, documents, mini-apps and packs of the demo', async () => {
    const outcome = await here.run({ path: here.host.config.demoFolder });
    expect(outcome.problems).toEqual([]);
    const nora = await here.signIn('nora.lindqvist', 'velden-nora-2027');

    const channels = await here.read(nora, '/jsonapi/salestool/channel?include=bundles,bundles.medias,image');
    expect(channels.data.map((each: { attributes: { title: string } }) => each.attributes.title)).toEqual([
      'Retail & Hospitality',
    ]);
    const titleOf = new Map(
      channels.included.map((each: { id: string; attributes: { title: string } }) => [
        each.id,
        each.attributes.title,
      ]),
    );
    const bundles = channels.data[0].relationships.bundles.data.map((each: { id: string }) =>
      titleOf.get(each.id),
    );
    expect(bundles.slice(0, 3)).toEqual(['T3 Counter', 'M1 Mobile', 'P2 PIN pad']);
    expect(bundles).toHaveLength(10);

    const { key, filename } = await here.fileOf('T3 Counter product guide');
    const answer = await here.host.fetch(`/sites/default/files/${key}/${filename}`);
    const original = join(
      here.host.config.demoFolder,
      'channels/retail-hospitality/bundles/01-t3-counter/product-guide.pdf',
    );
    expect(Buffer.from(await answer.arrayBuffer()).equals(await readFile(original))).toBe(true);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
  });

  test('[APP-07] the files of a mini-app find each other, and its manifest lists them', async () => {
    await here.run({ path: here.host.config.demoFolder });
    const nora = await here.signIn('nora.lindqvist', 'velden-nora-2027');
    const { data } = await here.read(nora, '/jsonapi/salestool/miniapp_bundle?sort=title');
    const [portal, calculator, finder] = data.map((each: { attributes: object }) => each.attributes);

    expect(portal.urls[0].uri).toBe('https://developers.velden.example/start');
    expect(JSON.parse(calculator.init_data)).toMatchObject({ currency: 'EUR' });
    for (const { urls } of [calculator, finder]) {
      const manifest = await here.host.fetch(new URL('manifest.json', `http://host${urls[0].uri}`).pathname);
      const names: string[] = await manifest.json();
      expect(names.length).toBeGreaterThan(1);
      for (const name of names) {
        const address = new URL(name, `http://host${urls[0].uri}`).pathname;
        expect((await here.got(address)).status, name).toBe(200);
      }
    }
    expect(await (await here.host.fetch(finder.urls[0].uri)).text()).toContain('<script');
  });

  test('[PDATA-04] packs are of version 2 and name each document with type, name, address and picture', async () => {
    await here.run({ path: here.host.config.demoFolder });
    const nora = await here.signIn('nora.lindqvist', 'velden-nora-2027');
    const { data } = await here.read(nora, '/jsonapi/salestool/pack?sort=title');
    expect(data.map((each: { attributes: { pack_type: string } }) => each.attributes.pack_type)).toEqual([
      'channel',
      'global',
    ]);
    const pack = readPackData(data[1].attributes.pack_data);
    if (!pack.ok) throw new Error(pack.because);
    expect(pack.version).toBe(2);
    const [text, documents] = pack.pack.elements;
    expect(text).toMatchObject({ type: 'text', title: 'One range, one contract' });
    if (documents?.type !== 'medias') throw new Error('The second section has no documents.');
    const { media } = documents.data.medias[0]?.data ?? {};
    expect(media).toMatchObject({ type: 'media--document', name: 'T3 Counter product guide' });
    expect((await here.got(media?.url ?? '')).type).toBe('application/pdf');
    expect((await here.got(media?.thumbnail ?? '')).type).toBe('image/webp');
  });

  test('a help page for managers is not shown to reps', async () => {
    await here.run({ path: here.host.config.demoFolder });
    const titles = async (who: Fetch) =>
      (await here.read(who, '/jsonapi/node/help_page')).data.map(
        (each: { attributes: { title: string } }) => each.attributes.title,
      );
    expect(await titles(await here.signIn('nora.lindqvist', 'velden-nora-2027'))).not.toContain(
      'Settings for managers',
    );
    expect(await titles(await here.signIn('henrik.voss', 'velden-henrik-2027'))).toContain(
      'Settings for managers',
    );
  });
});

test('files without details get sensible ones, and HTML is sanitised before it is kept', async () => {
  expect((await here.run()).problems).toEqual([]);
  const rep = await here.astrid();
  const { data } = await here.read(rep, '/jsonapi/media/document?sort=name');
  expect(data.map((each: { attributes: { name: string } }) => each.attributes.name)).toEqual([
    'Price list 2026',
    'The guide',
  ]);
  const texts = await here.read(rep, '/jsonapi/salestool/content_bundle');
  expect(texts.data[0].attributes.body.value).toBe('<h2>Hello</h2>');
  const help = await here.read(rep, '/jsonapi/node/help_page');
  expect(help.data[0].attributes).toMatchObject({
    path: { alias: '/help/packs' },
    paths: 'route:packs__index\n/^packs/',
    body: { value: expect.stringMatching(/^<p>A pack is <strong>a page<\/strong>\.\s*<\/p>\s*$/) },
  });
  const packs = await here.read(rep, '/jsonapi/salestool/pack');
  expect(packs.data[0].attributes.pack_data).toContain('<p>Dear {{recipient_name}}</p>');
  const signature = await here.read(
    rep,
    '/jsonapi/salestool/signature?filter[title]=Astrid%20Berg&include=picture',
  );
  expect(signature.included[0].attributes.filename).toBe('astrid.jpg');
});

test('two imports at once end with one of everything', async () => {
  const outcomes = await Promise.all([here.run(), here.run()]);
  expect(outcomes.flatMap(({ problems }) => problems)).toEqual([]);
  const { db } = here.host.database;
  expect(await db.selectFrom('media').select('id').execute()).toHaveLength(3);
  expect(await db.selectFrom('account').select('id').execute()).toHaveLength(1);
  for (const file of await db.selectFrom('file').selectAll().execute()) {
    expect(await here.host.files.open(file)).not.toBeNull();
  }
});

test.each([
  ['a document', 'channels/shops/bundles/01-counter/price_list-2026.txt'],
  ['a bundle', 'channels/shops/bundles/01-counter'],
])(
  'an import ends well when another one, of a folder that lacks %s of it, is quicker',
  async (_what, lacking) => {
    await here.run();
    const counter = 'channels/shops/bundles/01-counter';
    await here.content.write({
      [`${counter}/guide.pdf`]: null,
      [`${counter}/bundle.yaml`]: 'title: Counter\n',
      'channels/shops/bundles/02-welcome': null,
      'packs/range.yaml': 'title: The range\n',
    });
    const other = await contentFolder(await smallContent());
    try {
      await other.write({ [lacking]: null });
      const outcome = await here.run({
        meanwhile: (line) => (line.includes('“Shops”') ? here.run({ path: other.path }) : undefined),
      });
      expect(outcome.problems).toEqual([]);
      const rep = await here.astrid();
      expect((await here.read(rep, '/jsonapi/salestool/content_bundle')).data).toEqual([]);
      expect((await here.read(rep, '/jsonapi/media/document')).data).toEqual([]);
    } finally {
      await other.dispose();
    }
  },
);
