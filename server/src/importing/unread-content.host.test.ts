import { chmod, mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jpeg, pdf } from '#testing/content-folder.ts';
import { type ImportingHost, startImportingHost } from '#testing/importing-host.ts';
import { bundleSection, mediaSection } from '#testing/prospect.ts';

let here: ImportingHost;

beforeEach(async () => {
  here = await startImportingHost();
});
afterEach(() => here.stop());

/** Sends a document and a page of the small content; answers what reps and prospects then see of them. */
async function sendBoth() {
  const { db } = here.host.database;
  const guide = await here.mediaNamed('The guide');
  const page = await db
    .selectFrom('bundle')
    .select(['id', 'type', 'title'])
    .where('title', '=', 'Welcome')
    .executeTakeFirstOrThrow();
  const token = await here.send(mediaSection(guide), bundleSection(page));
  return async () => {
    const rep = await here.astrid();
    const [channels, documents, pages] = await Promise.all(
      ['channel', 'document_bundle', 'content_bundle'].map((type) =>
        here.read(rep, `/jsonapi/salestool/${type}`),
      ),
    );
    const sent = await here.sentTo(token);
    const file = await here.sentTo(token, `/files/${guide.id}`);
    return {
      bundles: channels.data[0].relationships.bundles.data,
      documents: documents.data[0].relationships.medias.data,
      page: pages.data[0].attributes.body?.value ?? null,
      sent: ['The guide', 'Hello'].map((words) => sent.text.includes(words)),
      file: [file.status, file.text],
    };
  };
}

const counter = 'channels/shops/bundles/01-counter';

test.each([
  ['in another encoding', Buffer.from('<p>Café</p>', 'latin1'), 'it is not a text in UTF-8'],
  ['of two bytes a letter', Buffer.from('\ufeff<p>Café</p>', 'utf16le'), 'it is not a text in UTF-8'],
  ['that is empty', '', 'it is empty'],
  ['that is too long', 'x'.repeat(6 * 1024 * 1024), expect.stringContaining('at most 5242880')],
])('a page keeps its text while there is one %s, in sent packs too', async (_what, bytes, reason) => {
  await here.run();
  const live = await sendBoth();
  const before = await live();
  expect(before).toMatchObject({ page: '<h2>Hello</h2>', sent: [true, true] });
  const path = 'channels/shops/bundles/02-welcome/body.html';
  await here.content.write({ [path]: bytes });
  expect((await here.run()).problems).toEqual([{ path, reason }]);
  expect(await live()).toEqual(before);
});

test('a page whose file of text is gone has no text', async () => {
  await here.run();
  const live = await sendBoth();
  await here.content.write({ 'channels/shops/bundles/02-welcome/body.html': null });
  expect((await here.run()).problems).toEqual([]);
  expect(await live()).toMatchObject({ page: null, sent: [true, false] });
});

test.each([
  ['leads nowhere', 'nowhere.pdf', 'it is a link that leads nowhere'],
  ['leads out of the folder', '/etc/hostname', 'it leads out of the folder'],
  ['leads to a folder', '../02-welcome', 'it is a link to a folder'],
])(
  'a document stays where it is while there is a link that %s, in sent packs too',
  async (_what, target, reason) => {
    await here.run();
    const live = await sendBoth();
    const before = await live();
    expect(before).toMatchObject({ documents: [{}, {}], file: [200, pdf('guide')] });
    const path = `${counter}/guide.pdf`;
    // One that no key of bundle.yaml names.
    await here.content.write({
      [path]: null,
      [`${counter}/bundle.yaml`]: 'title: Counter\nimage: image.jpg\n',
    });
    await symlink(target, join(here.content.path, path));
    const { problems, removed } = await here.run();
    expect([problems, removed]).toEqual([[{ path, reason }], 0]);
    expect(await live()).toEqual(before);
  },
);

test('a bundle or a channel whose folder has become a link is named, and stays as it was', async () => {
  await here.run();
  const live = await sendBoth();
  const before = await live();
  const linked = async (path: string, inside: string) => {
    const place = join(here.content.path, path);
    const target = join(here.content.path, 'elsewhere');
    await rename(place, target);
    await symlink(target, place);
    // Nothing is read through the link.
    const newer = `elsewhere/${inside}newer.txt`;
    await here.content.write({ [newer]: 'x' });
    const outcome = await here.run();
    expect([outcome.problems, outcome.created, outcome.removed]).toEqual([
      [{ path, reason: 'it is a link to a folder' }],
      0,
      0,
    ]);
    expect(await live()).toEqual(before);
    await here.content.write({ [newer]: null });
    await rm(place);
    await rename(target, place);
  };
  await linked('channels/shops', 'bundles/01-counter/');
  await linked(counter, '');
  expect(await here.run()).toMatchObject({ problems: [], created: 0, changed: 0, removed: 0 });
});

describe.each([
  ['a file', async (place: string) => writeFile(place, '../../elsewhere')],
  ['a link to a file', async (place: string) => symlink(join(here.content.path, 'users.yaml'), place)],
])('%s in place of the folder', (_what, put) => {
  test.each([
    ['of a bundle', counter, counter],
    ['of a bundle, with another number,', counter, 'channels/shops/bundles/1-counter'],
    ['of a channel', 'channels/shops', 'channels/shops'],
  ])('%s is named, and all of it stays as it was, in sent packs too', async (_whose, before, path) => {
    await here.run();
    const live = await sendBoth();
    const shown = await live();
    await here.content.write({ [before]: null });
    await put(join(here.content.path, path));
    const { problems, removed, lines } = await here.run();
    expect(problems).toContainEqual({ path, reason: 'it is not a folder' });
    expect([removed, lines.filter((line) => line.startsWith('  -'))]).toEqual([0, []]);
    expect(await live()).toEqual(shown);
  });

  test('of a bundle that has a folder under another number changes nothing', async () => {
    await here.run();
    await put(join(here.content.path, 'channels/shops/bundles/9-counter'));
    expect(await here.run()).toMatchObject({ problems: [], created: 0, changed: 0, removed: 0 });
  });
});

test('a folder of bundles that is empty, as while its share is not mounted, takes no bundle away until it is removed itself', async () => {
  await here.run();
  const live = await sendBoth();
  const before = await live();
  const path = 'channels/shops/bundles';
  await here.content.write({ [path]: null, 'packs/range.yaml': 'title: The range\n' });
  await mkdir(join(here.content.path, path));
  const { problems, removed } = await here.run();
  expect([problems, removed]).toEqual([
    [{ path, reason: 'it holds no bundle any more; if all are to go, remove this folder, too' }],
    0,
  ]);
  expect(await live()).toEqual(before);
  await here.content.write({ [path]: null });
  expect(await here.run()).toMatchObject({ problems: [], removed: 4 });
  expect((await here.read(await here.astrid(), '/jsonapi/media/document')).data).toEqual([]);
  await mkdir(join(here.content.path, path));
  expect((await here.run()).problems).toEqual([]);
});

const withEverything = {
  'channels/shops/packs/visit.yaml': 'title: First visit\n',
  'channels/shops/bundles/05-app/bundle.yaml':
    'type: miniapp\ntitle: App\nminiapp_type: iframe\nurls: [app/index.html]\n',
  'channels/shops/bundles/05-app/app/index.html': '<p>Finder</p>',
};

/** What is live of all kinds, as a rep and the prospect of a sent pack see it. */
async function sendEverything() {
  const sent = await sendBoth();
  return async () => {
    const rep = await here.astrid();
    const [packs, apps, help, channels] = await Promise.all(
      ['salestool/pack', 'salestool/miniapp_bundle', 'node/help_page', 'salestool/channel'].map(
        async (type) => (await here.read(rep, `/jsonapi/${type}`)).data,
      ),
    );
    return {
      ...(await sent()),
      packs: packs
        .map(({ attributes: { title, archived } }: { attributes: Record<string, unknown> }) => [
          title,
          archived,
        ])
        .sort(),
      app: await here.got(apps[0].attributes.urls[0].uri),
      help: help.length,
      channel: channels[0].attributes,
    };
  };
}

const places = ['channels', 'channels/shops/bundles', 'channels/shops/packs', 'packs', 'help', 'users.yaml'];
const inFolder = 'channels/shops/bundles/05-app/app';

describe.each([...places, inFolder])('in place of %s', (path) => {
  const isFile = path.endsWith('.yaml');
  let elsewhere: string;

  beforeEach(async () => {
    elsewhere = await mkdtemp(join(tmpdir(), 'satchel-elsewhere-'));
  });
  afterEach(() => rm(elsewhere, { recursive: true, force: true }));

  /** Answers why nothing behind the link is taken. */
  const links: [string, (place: string) => Promise<string>][] = [
    [
      'a link that leads nowhere',
      async (place) => {
        await rm(place, { recursive: true });
        await symlink('/nowhere/share', place);
        return 'it is a link that leads nowhere';
      },
    ],
    [
      'a link that leads out of the folder',
      async (place) => {
        await rm(place, { recursive: true });
        const target = isFile ? join(elsewhere, 'users.yaml') : elsewhere;
        if (isFile) await writeFile(target, '[]');
        await symlink(target, place);
        return 'it leads out of the folder';
      },
    ],
    [
      'a link to a folder within',
      async (place) => {
        await rm(place, { recursive: true });
        await here.content.write({ 'elsewhere/index.html': '<p>Newer</p>', 'elsewhere/new.md': 'New' });
        await symlink(join(here.content.path, 'elsewhere'), place);
        return 'it is a link to a folder';
      },
    ],
    [
      'a thing of another kind',
      async (place) => {
        await rm(place, { recursive: true });
        await (isFile ? mkdir(place) : writeFile(place, 'x'));
        return isFile ? 'it is not a file' : 'it is not a folder';
      },
    ],
  ];

  test.each(links)(
    '%s is named, and all that was imported from there stays, in sent packs too',
    async (_what, put) => {
      await here.content.write(withEverything);
      expect((await here.run()).problems).toEqual([]);
      const live = await sendEverything();
      const before = await live();
      expect(before).toMatchObject({
        bundles: [{}, {}, {}],
        documents: [{}, {}],
        sent: [true, true],
        packs: [
          ['First visit', false],
          ['The range', false],
        ],
        app: { status: 200, text: '<p>Finder</p>' },
        help: 1,
      });
      const reason = await put(join(here.content.path, path));
      const { problems, created, removed, lines } = await here.run();
      expect([problems, created, removed]).toEqual([[{ path, reason }], 0, 0]);
      expect(lines.filter((line) => /^ {2}[~-]/.test(line))).toEqual([]);
      expect(await live()).toEqual(before);
    },
  );
});

test('a folder that a picture or a document lies in is not followed where it is a link', async () => {
  await here.content.write({
    'pictures/desk.jpg': await jpeg('#123456'),
    'pictures/plan.pdf': pdf('plan'),
    'channels/shops/bundles/03-links/bundle.yaml':
      'title: Links\nimage: inner/desk.jpg\nmedias: [{ file: inner/plan.pdf }]\n',
  });
  const path = 'channels/shops/bundles/03-links/inner';
  await symlink(join(here.content.path, 'pictures'), join(here.content.path, path));
  expect((await here.run()).problems).toEqual([{ path, reason: 'it is a link to a folder' }]);
  const { data } = await here.read(await here.astrid(), '/jsonapi/media/document');
  const names = data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
  expect(names.sort()).toEqual(['Price list 2026', 'The guide']);
});

test('a page keeps its text while there is a folder in place of it', async () => {
  await here.run();
  const live = await sendBoth();
  const before = await live();
  const path = 'channels/shops/bundles/02-welcome/body.html';
  await here.content.write({ [path]: null });
  await mkdir(join(here.content.path, path));
  expect((await here.run()).problems).toEqual([{ path, reason: 'it is not a file' }]);
  expect(await live()).toEqual(before);
});

test('what is gone from a bundle that cannot be told from another one stays until it can, in sent packs too', async () => {
  await here.run();
  const live = await sendBoth();
  const before = await live();
  await here.content.write({
    [`${counter}/guide.pdf`]: null,
    [`${counter}/bundle.yaml`]:
      'type: document\ntitle: Counter\ncolor: "#1f6683"\nimage: image.jpg\nmedias: [{ file: price_list-2026.txt }]\n',
    'channels/shops/bundles/07-counter/bundle.yaml': 'title: Twin\n',
  });
  const reason = `without its number it has the same name as ${counter}`;
  const path = 'channels/shops/bundles/07-counter';
  expect((await here.run()).problems).toEqual([{ path, reason }]);
  const { documents, file } = await live();
  expect([documents.length, file]).toEqual([2, before.file]);
  await here.content.write({ 'channels/shops/bundles/07-counter': null });
  expect((await here.run()).lines.filter((line) => line.startsWith('  -'))).toEqual([
    '  - channels/shops/bundles/counter/guide.pdf (The guide), gone from 1 sent pack, too',
  ]);
  expect((await live()).file[0]).toBe(404);
});

test('a folder that may not be read is named, and all that was imported from there stays', async ({
  skip,
}) => {
  // Nothing is forbidden to root.
  if (process.platform === 'win32' || process.getuid?.() === 0) skip();
  await here.content.write(withEverything);
  await here.run();
  const live = await sendEverything();
  const before = await live();
  for (const path of [...places.slice(1), counter, inFolder]) {
    const place = join(here.content.path, path);
    const { mode } = await stat(place);
    await chmod(place, 0o111);
    const { problems } = await here.run();
    await chmod(place, mode);
    expect(problems).toEqual([{ path, reason: 'it may not be read' }]);
    expect(await live()).toEqual(before);
  }
});
