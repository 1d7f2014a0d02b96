import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newInternalId, newUuid } from '#database/ids.ts';
import { pdf, smallContent } from '#testing/content-folder.ts';
import { type ImportingHost, isWriting, startImportingHost } from '#testing/importing-host.ts';
import { bundleSection, mediaSection } from '#testing/prospect.ts';

/** The one of the small content with other pictures. */
const shopsWith = (medias: string) =>
  `title: Shops\nimage: cover.jpg\nmedias: ${medias}\nsignature: { title: Shop desk }\n`;

const day = 24 * 3_600_000;

let here: ImportingHost;

beforeEach(async () => {
  here = await startImportingHost();
});
afterEach(() => here.stop());

test('importing again without a change writes nothing', async () => {
  const first = await here.run();
  here.host.statements.length = 0;
  const second = await here.run();
  expect(second).toMatchObject({ created: 0, changed: 0, removed: 0, same: first.created, problems: [] });
  expect(here.host.statements.filter(isWriting)).toEqual([]);
});

test('a pack may name more documents than a statement takes', async () => {
  const items = Array.from({ length: 33_000 }, () => '01-counter/guide.pdf').join(', ');
  await here.content.write({
    'channels/shops/packs/long.yaml': `title: Long\nsections: [{ type: documents, title: Read, items: [${items}] }]\n`,
  });
  const outcome = await here.run();
  expect(outcome.problems).toEqual([]);
  expect(outcome.lines.join('\n')).toContain('+ channels/shops/packs/long.yaml (Long)');
});

test('new bytes get a new address under the same id, everything else stays', async () => {
  await here.run({ now: Date.now() - 2 * day });
  const [before, fileBefore, other] = [
    await here.mediaNamed('The guide'),
    await here.fileOf('The guide'),
    await here.mediaNamed('Price list 2026'),
  ];
  expect(before.changed).toBe(Date.UTC(2026, 2, 4));

  await here.content.write({ 'channels/shops/bundles/01-counter/guide.pdf': pdf('second edition') });
  const outcome = await here.run();
  expect(outcome).toMatchObject({ created: 0, changed: 2 });
  const [after, file] = [await here.mediaNamed('The guide'), await here.fileOf('The guide')];
  expect(after.id).toBe(before.id);
  expect(after.changed).toBeGreaterThan(before.changed);
  expect(file.key).not.toBe(fileBefore.key);
  expect(await (await here.host.fetch(`/sites/default/files/${file.key}/guide.pdf`)).text()).toContain(
    'second edition',
  );
  expect((await here.got(`/sites/default/files/${fileBefore.key}/guide.pdf`)).status).toBe(404);
  expect(await here.mediaNamed('Price list 2026')).toEqual(other);
  // The global pack names the document by its address.
  expect(outcome.lines.join('\n')).toContain('~ packs/range.yaml (The range)');
});

test('bytes that the host has lost come back under the address they had', async () => {
  const app = 'channels/shops/bundles/05-app';
  await here.content.write({
    [`${app}/bundle.yaml`]: 'type: miniapp\ntitle: App\nminiapp_type: iframe\nurls: [app/index.html]\n',
    [`${app}/app/index.html`]: '<p>Finder</p>',
    [`${app}/app/data/shops.json`]: '["Malmö"]',
  });
  await here.run();
  const { db } = here.host.database;
  const filesOfChannels = () =>
    db.selectFrom('file').selectAll().where('source', 'like', 'channels/%').orderBy('id').execute();
  const rows = await filesOfChannels();
  const keyOf = (name: string) => rows.find(({ source }) => source?.endsWith(`/${name}`))?.key;
  const addresses = [
    `${keyOf('guide.pdf')}/guide.pdf`,
    `${keyOf('image.jpg')}/image.jpg`,
    `${keyOf('image.jpg')}/styles/thumbnail/image.jpg.webp`,
    ...['index.html', 'data/shops.json', 'manifest.json'].map((name) => `${keyOf('app')}/${name}`),
  ];
  const answers = () => Promise.all(addresses.map((each) => here.got(`/sites/default/files/${each}`)));
  const before = await answers();
  expect(before.map(({ status }) => status)).toEqual(addresses.map(() => 200));

  for (const row of rows) await here.host.files.remove(row.key);
  const statuses = async () => (await answers()).map(({ status }) => status);
  expect(await statuses()).toEqual(addresses.map(() => 404));
  const told = (lines: string[]) => lines.filter((line) => line.endsWith(': the host had lost its bytes'));
  expect(told((await here.run({ isDryRun: true })).lines)).toHaveLength(rows.length);
  expect(await statuses()).toEqual(addresses.map(() => 404));

  const outcome = await here.run();
  expect(outcome).toMatchObject({ created: 0, changed: 0, removed: 0, problems: [] });
  expect(told(outcome.lines)).toHaveLength(rows.length);
  expect(await answers()).toEqual(before);
  expect(await filesOfChannels()).toEqual(rows);
  expect(told((await here.run()).lines)).toEqual([]);
});

test('a bundle counts as changed anew once its list has changed, for whoever read it with its new title before', async () => {
  await here.run({ now: Date.now() - day });
  const counter = 'channels/shops/bundles/01-counter';
  await here.content.write({
    [`${counter}/bundle.yaml`]: 'title: Till\nmedias: [{ file: guide.pdf, name: The guide }]\n',
    [`${counter}/newer.pdf`]: pdf('newer'),
  });
  const now = Date.now();
  await here.run({ now });
  const { data } = await here.read(await here.astrid(), '/jsonapi/salestool/document_bundle');
  expect(data[0].attributes.title).toBe('Till');
  // Devices are told whole seconds.
  expect(Date.parse(data[0].attributes.changed)).toBeGreaterThan(now);
});

test('the number of a bundle is its position only: moved to another one it keeps its id', async () => {
  await here.run();
  const rep = await here.astrid();
  const order = async () =>
    (await here.read(rep, '/jsonapi/salestool/channel')).data[0].relationships.bundles.data.map(
      (each: { id: string }) => each.id,
    );
  const before = await order();
  const files = await smallContent();
  const counter = 'channels/shops/bundles/01-counter';
  const moved = Object.entries(files).filter(([name]) => name.startsWith(counter));
  await here.content.write({ [counter]: null });
  await here.content.write(
    Object.fromEntries(moved.map(([name, bytes]) => [name.replace('01-counter', '30-counter'), bytes])),
  );
  const outcome = await here.run();
  expect(await order()).toEqual([...before].reverse());
  expect(outcome).toMatchObject({ created: 0, changed: 1, removed: 0, problems: [] });
});

describe('what is gone from the folder', () => {
  test('is removed from its channel after saying so, and nothing else is', async () => {
    await here.run();
    const image = await here.host.database.db
      .selectFrom('file')
      .select('key')
      .where('source', '=', 'channels/shops/bundles/counter/image.jpg')
      .executeTakeFirstOrThrow();
    const guide = await here.fileOf('The guide');
    await here.content.write({
      'channels/shops/bundles/01-counter': null,
      'packs/range.yaml': null,
      'users.yaml': '[]',
      'channels/cafes/channel.yaml': 'title: Cafés',
    });
    const outcome = await here.run();
    expect(outcome.lines.filter((line) => line.startsWith('  -'))).toEqual([
      '  - channels/shops/bundles/counter (Counter)',
      expect.stringMatching(/^ {2}- channels\/shops\/bundles\/counter\/(?:guide\.pdf|price_list-2026\.txt) /),
      expect.stringMatching(/^ {2}- channels\/shops\/bundles\/counter\/(?:guide\.pdf|price_list-2026\.txt) /),
      '  - packs/range.yaml (The range)',
    ]);
    const rep = await here.astrid();
    expect((await here.read(rep, '/jsonapi/salestool/document_bundle')).data).toEqual([]);
    expect((await here.read(rep, '/jsonapi/media/document')).data).toEqual([]);
    expect((await here.read(rep, '/jsonapi/salestool/content_bundle')).data).toHaveLength(1);
    for (const { key } of [image, guide]) {
      expect(await here.host.files.open({ key, mime: 'application/pdf' })).toBeNull();
    }
    // A whole channel is nobody's to remove by leaving out its folder.
    await here.content.write({ 'channels/shops': null });
    expect((await here.run()).removed).toBe(0);
    expect((await here.read(rep, '/jsonapi/salestool/channel')).data).toHaveLength(1);
  });

  test('stays as long as a sent pack shows it', async () => {
    await here.run();
    const { db } = here.host.database;
    const [media, file, pack] = [
      await here.mediaNamed('The guide'),
      await here.fileOf('The guide'),
      await db.selectFrom('pack').selectAll().executeTakeFirstOrThrow(),
    ];
    const owner = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    const made = { id: newUuid(), internal_id: newInternalId(), created: 1, changed: 1 };
    await db
      .insertInto('message')
      .values({
        ...{
          ...made,
          owner_id: owner.id,
          pack_id: pack.id,
          subject: 'Hello',
          contact_permission: 0,
          sent: 1,
        },
        ...{ link_token_hash: 'hash', link_token_sealed: 'sealed', delivery: 'sent' },
        pack_snapshot: JSON.stringify({ title: pack.title, pack_data: pack.pack_data }),
      })
      .execute();

    await here.content.write({ 'channels/shops/bundles/01-counter/guide.pdf': pdf('second edition') });
    await here.run();
    expect((await here.got(`/sites/default/files/${file.key}/guide.pdf`)).status).toBe(200);

    await here.content.write({ 'channels/shops/bundles/01-counter': null, 'packs/range.yaml': null });
    await here.run();
    expect((await here.got(`/sites/default/files/${file.key}/guide.pdf`)).status).toBe(200);
    expect(await here.mediaNamed('The guide')).toMatchObject({ id: media.id });
    const kept = await db
      .selectFrom('pack')
      .select('archived')
      .where('id', '=', pack.id)
      .executeTakeFirstOrThrow();
    expect(kept.archived).toBe(1);
    expect((await here.read(await here.astrid(), '/jsonapi/media/document')).data).toEqual([]);
  });

  test('is told with how many sent packs have shown it, in a dry run too, and it is gone from those', async () => {
    await here.run();
    const [guide, prices] = [await here.mediaNamed('The guide'), await here.mediaNamed('Price list 2026')];
    const page = await here.host.database.db
      .selectFrom('bundle')
      .select(['id', 'type', 'title'])
      .where('title', '=', 'Welcome')
      .executeTakeFirstOrThrow();
    const token = await here.send(mediaSection(guide), bundleSection(page));
    await here.send(mediaSection(guide), mediaSection(prices));
    expect((await here.sentTo(token, `/files/${guide.id}`)).status).toBe(200);

    const said = async (isDryRun: boolean) =>
      (await here.run({ isDryRun })).lines.filter((line) => line.startsWith('  -'));
    const shops = 'channels/shops/bundles';
    await here.content.write({
      [`${shops}/01-counter/guide.pdf`]: null,
      [`${shops}/01-counter/bundle.yaml`]: 'title: Counter\nimage: image.jpg\n',
      [`${shops}/02-welcome`]: null,
    });
    const lines = [
      `  - ${shops}/welcome (Welcome), gone from 1 sent pack, too`,
      `  - ${shops}/counter/guide.pdf (The guide), gone from 2 sent packs, too`,
    ];
    expect(await said(true)).toEqual(lines);
    expect(await said(false)).toEqual(lines);
    expect((await here.sentTo(token, `/files/${guide.id}`)).status).toBe(404);
    expect(await said(false)).toEqual([]);

    await here.content.write({ [shops]: null });
    const rest = [
      `  - ${shops}/counter (Counter)`,
      `  - ${shops}/counter/price_list-2026.txt (Price list 2026), gone from 1 sent pack, too`,
    ];
    expect(await said(true)).toEqual(rest);
    expect(await said(false)).toEqual(rest);
  });

  test.each([
    ['its bundle was read', (line: string) => line.includes('channels/shops: “Shops”')],
    ['its line is said', (line: string) => line.includes('- channels/shops/bundles/counter/guide.pdf')],
    [
      'the line of another one is said',
      (line: string) => line.includes('- channels/shops/bundles/counter/price_list'),
    ],
  ])(
    'is told, and gone from sent packs, by an import after one that was cut off when %s',
    async (_when, isEnd) => {
      await here.run();
      const [guide, prices] = [await here.mediaNamed('The guide'), await here.mediaNamed('Price list 2026')];
      const token = await here.send(mediaSection(guide), mediaSection(prices));
      const files = async () =>
        (await Promise.all([guide, prices].map(({ id }) => here.sentTo(token, `/files/${id}`)))).map(
          ({ status }) => status,
        );
      const shops = 'channels/shops/bundles';
      const ofBoth = ['guide.pdf (The guide)', 'price_list-2026.txt (Price list 2026)']
        .map((each) => `  - ${shops}/counter/${each}, gone from 1 sent pack, too`)
        .sort();
      const said = async (isDryRun: boolean) =>
        (await here.run({ isDryRun })).lines.filter((line) => line.includes('gone from')).sort();

      for (const gone of [
        { [`${shops}/01-counter`]: null, [`${shops}/03-other/bundle.yaml`]: 'title: Other\n' },
        {
          [`${shops}/01-counter/guide.pdf`]: null,
          [`${shops}/01-counter/price_list-2026.txt`]: null,
          [`${shops}/01-counter/bundle.yaml`]: 'title: Counter\nimage: image.jpg\n',
        },
      ]) {
        await here.content.write(await smallContent());
        await here.run();
        expect(await files()).toEqual([200, 200]);
        await here.content.write(gone);
        await expect(here.run({ cutOffAt: isEnd })).rejects.toThrow('cut off');
        expect(await files()).toEqual([200, 200]);
        expect(await said(true)).toEqual(ofBoth);
        expect(await said(false)).toEqual(ofBoth);
        expect(await files()).toEqual([404, 404]);
        expect(await said(false)).toEqual([]);
      }
    },
  );

  test('leaves a list that somebody has read since the import began, for them too', async () => {
    await here.run({ now: Date.now() - day });
    const guide = await here.mediaNamed('The guide');
    await here.send(mediaSection(guide));
    const counter = 'channels/shops/bundles/01-counter';
    await here.content.write({
      [`${counter}/guide.pdf`]: null,
      [`${counter}/bundle.yaml`]: 'title: Counter\nimage: image.jpg\n',
    });
    const read = async () => {
      const { data } = await here.read(await here.astrid(), '/jsonapi/salestool/document_bundle');
      return {
        medias: data[0].relationships.medias.data.length,
        changed: Date.parse(data[0].attributes.changed),
      };
    };
    const now = Date.now();
    await expect(here.run({ now, cutOffAt: (line: string) => line.includes('“Shops”') })).rejects.toThrow(
      'cut off',
    );
    const early = await read();
    expect(early.medias).toBe(2);
    await here.run({ now });
    const late = await read();
    expect(late.medias).toBe(1);
    expect(late.changed).toBeGreaterThan(early.changed);
  });

  test('is told of a picture that only stands for its channel by then, and that sent packs have shown', async () => {
    await here.run();
    const cover = await here.mediaNamed('Cover');
    const token = await here.send(mediaSection(cover));
    const said = async (isDryRun: boolean) =>
      (await here.run({ isDryRun })).lines.filter((line) => line.startsWith('  -'));
    await here.content.write({ 'channels/shops/channel.yaml': shopsWith('[]') });
    const lines = ['  - channels/shops/cover.jpg (Cover), gone from 1 sent pack, too'];
    expect(await said(true)).toEqual(lines);
    expect((await here.sentTo(token, `/files/${cover.id}`)).status).toBe(200);
    expect(await said(false)).toEqual(lines);
    expect((await here.sentTo(token, `/files/${cover.id}`)).status).toBe(404);
    expect(await said(false)).toEqual([]);
    await here.content.write({ 'channels/shops/channel.yaml': shopsWith('[cover.jpg]') });
    await here.run();
    expect((await here.sentTo(token, `/files/${cover.id}`)).status).toBe(200);
  });

  test('leaves one list without a line where another one of the folder holds it', async () => {
    await here.run();
    const [cover, shown] = [await here.mediaNamed('Cover'), await here.mediaNamed('The guide')];
    const guide = 'bundles/01-counter/guide.pdf';
    await here.content.write({ 'channels/shops/channel.yaml': shopsWith(`[cover.jpg, ${guide}]`) });
    await here.run();
    const token = await here.send(mediaSection(shown), mediaSection(cover));
    await here.content.write({ 'channels/shops/channel.yaml': shopsWith('[cover.jpg]') });
    expect((await here.run()).lines.filter((line) => line.startsWith('  -'))).toEqual([]);
    for (const { id } of [shown, cover]) expect((await here.sentTo(token, `/files/${id}`)).status).toBe(200);
  });

  test('leaves a list at the end, while what is new in it is there as soon as it was read', async () => {
    await here.run({ now: Date.now() - day });
    const shops = 'channels/shops/bundles';
    await here.content.write({
      [`${shops}/01-counter`]: null,
      [`${shops}/01-till/bundle.yaml`]: 'title: Till\n',
    });
    const bundles = async () => {
      const { data } = await here.read(await here.astrid(), '/jsonapi/salestool/channel');
      return data[0].relationships.bundles.data.length;
    };
    const seen: unknown[] = [];
    await here.run({
      meanwhile: (line) =>
        line.includes('“Shops”') ? bundles().then((count) => seen.push(count)) : undefined,
    });
    expect([...seen, await bundles()]).toEqual([3, 2]);
  });

  test('leaves a channel as it is for its readers until it is taken away', async () => {
    await here.run({ now: Date.now() - day });
    const channel = async () =>
      (await here.read(await here.astrid(), '/jsonapi/salestool/channel')).data[0].attributes.changed;
    const before = await channel();
    await here.content.write({ 'channels/shops/bundles/02-welcome': null });
    const cutOffAt = (line: string) => line.includes('“Shops”');
    await expect(here.run({ cutOffAt })).rejects.toThrow('cut off');
    expect(await channel()).toBe(before);
    await here.run();
    expect(await channel()).not.toBe(before);
  });

  test('sent packs are read once for any number of channels, and not at all when nothing is gone', async () => {
    await here.run();
    await here.send(mediaSection(await here.mediaNamed('Price list 2026')));
    const shops = Object.entries(await smallContent()).filter(([name]) => name.startsWith('channels/shops/'));
    for (const channel of ['cafes', 'bars'])
      await here.content.write(
        Object.fromEntries(shops.map(([name, bytes]) => [name.replace('/shops/', `/${channel}/`), bytes])),
      );
    await here.run();
    const reads = () => here.host.statements.filter((text) => text.includes('pack_snapshot'));
    here.host.statements.length = 0;
    await here.run();
    expect(reads()).toEqual([]);

    const gone = ['shops', 'cafes', 'bars'].map((channel) => [
      `channels/${channel}/bundles/01-counter/price_list-2026.txt`,
      null,
    ]);
    await here.content.write(Object.fromEntries(gone));
    here.host.statements.length = 0;
    expect(await here.run()).toMatchObject({ removed: 3 });
    expect(reads().filter((text) => text.includes('"pack_snapshot"'))).toHaveLength(1);
  });

  describe('and is in a pack that is sent while the import is under way', () => {
    const shops = 'channels/shops/bundles';
    const line = `  - ${shops}/counter/guide.pdf (The guide)`;

    /** Sends one at the line, and says what the import says of the guide, and what becomes of the guide. */
    async function sentAt(isLine: (line: string) => boolean) {
      const guide = await here.mediaNamed('The guide');
      const tokens: string[] = [];
      const sendOne = async () => void tokens.push(await here.send(mediaSection(guide)));
      const { lines, removed } = await here.run({
        meanwhile: (line) => (isLine(line) ? sendOne() : undefined),
      });
      const [token = ''] = tokens;
      return {
        said: lines.filter((line) => /^ {2}- .*guide/.test(line)),
        removed,
        sent: (await here.sentTo(token, `/files/${guide.id}`)).status,
        // It is there again for that prospect once the folder holds it again.
        bringBack: async () => {
          await here.content.write(await smallContent());
          await here.run();
          return (await here.sentTo(token, `/files/${guide.id}`)).status;
        },
      };
    }

    beforeEach(async () => {
      await here.content.write({
        'channels/cafes/channel.yaml': 'title: Cafés\n',
        'channels/cafes/bundles/01-bar/bundle.yaml': 'title: Bar\n',
        'channels/cafes/bundles/01-bar/menu.pdf': pdf('menu'),
      });
      await here.run();
      await here.content.write({
        'channels/cafes/bundles/01-bar/menu.pdf': null,
        [`${shops}/01-counter/guide.pdf`]: null,
        [`${shops}/01-counter/bundle.yaml`]: 'title: Counter\nimage: image.jpg\n',
      });
    });

    test('after another channel was tidied, its line says so', async () => {
      const { said, removed, sent, bringBack } = await sentAt((line) => line.includes('- channels/cafes/'));
      expect([said, removed, sent]).toEqual([[`${line}, gone from 1 sent pack, too`], 2, 404]);
      expect(await bringBack()).toBe(200);
    });

    test('after its line, another one says so before it is gone', async () => {
      const { said, removed, sent, bringBack } = await sentAt((each) => each === line);
      expect([said, removed, sent]).toEqual([
        [line, `${line}, gone from 1 pack that was sent meanwhile, too`],
        2,
        404,
      ]);
      expect(await bringBack()).toBe(200);
    });
  });

  test('a document in the middle of a very long sent pack is found', async () => {
    await here.run();
    const { db } = here.host.database;
    const [media, file] = [await here.mediaNamed('The guide'), await here.fileOf('The guide')];
    const [pack, owner] = await Promise.all([
      db.selectFrom('pack').select('id').executeTakeFirstOrThrow(),
      db.selectFrom('account').select('id').executeTakeFirstOrThrow(),
    ]);
    // Letters that look like keys, and what is named on the edge between two parts of the reading.
    const long = (length: number) => 'A'.repeat(length);
    const snapshots = [
      `${long(64 * 1024 - 20)}${media.id}${long(9_000_000)}`,
      `${long(3 * 64 * 1024 - 30)}\\\\/files\\\\/${file.key}\\\\/guide.pdf`,
    ];
    for (const [at, pack_snapshot] of snapshots.entries()) {
      const made = {
        id: newUuid(),
        internal_id: newInternalId(),
        created: 1,
        changed: 1,
        owner_id: owner.id,
      };
      const link = { link_token_hash: `hash ${at}`, link_token_sealed: 'sealed', delivery: 'sent' as const };
      await db
        .insertInto('message')
        .values({
          ...{ ...made, ...link, pack_id: pack.id, pack_snapshot },
          ...{ subject: 'Hello', contact_permission: 0, sent: 1 },
        })
        .execute();
    }
    await here.content.write({ 'channels/shops/bundles/01-counter': null, 'packs/range.yaml': null });
    await here.run();
    expect(await here.mediaNamed('The guide')).toMatchObject({ id: media.id });
    expect((await here.got(`/sites/default/files/${file.key}/guide.pdf`)).status).toBe(200);
  });
});
