import { chmod, mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jpeg, pdf } from '#testing/content-folder.ts';
import { type ImportingHost, startImportingHost } from '#testing/importing-host.ts';
import { bundleSection, mediaSection } from '#testing/prospect.ts';
import { importFolder } from './import-folder.ts';
import { createReport } from './import-report.ts';

let here: ImportingHost;

beforeEach(async () => {
  here = await startImportingHost();
});
afterEach(() => here.stop());

test('a bad file is reported by its name and with a reason, and the rest is taken', async () => {
  await here.content.write({
    'channels/shops/bundles/01-counter/broken.pdf': 'this is no PDF',
    'channels/shops/bundles/01-counter/broken.jpg': (await jpeg('#000000')).subarray(0, 20),
    'channels/shops/bundles/01-counter/empty.txt': '',
    'channels/shops/bundles/01-counter/film.url': 'URL=javascript:alert(1)',
    'channels/shops/bundles/03-typo/bundle.yaml': 'type: dokument\ntitle: X\ncolour: red\n',
    'channels/shops/bundles/04-yaml/bundle.yaml': 'title: [unclosed\n',
    'channels/shops/bundles/05-app/bundle.yaml':
      'type: miniapp\ntitle: App\nminiapp_type: iframe\nurls: [app/index.html]\n',
    'channels/shops/bundles/06-date/bundle.yaml':
      'title: D\nmedias: [{ file: a.pdf, modified: yesterday }]\n',
    'channels/shops/bundles/07-counter/bundle.yaml': 'title: Twin\n',
    'channels/shops/bundles/08-link/bundle.yaml':
      'type: miniapp\ntitle: L\nminiapp_type: iframe\nurls: ["javascript:alert(1)"]\n',
    'channels/other/notes.txt': 'no channel.yaml here',
    'packs/range.yaml':
      'title: R\nsections: [{ type: documents, title: A, items: [shops/01-counter/none.pdf] }]\n',
    'help/plain.md': '# no front matter',
    'users.yaml':
      '- { name: olle, mail: olle@velden.example, roles: [sales_tool_user], channels: [nowhere], password: abc }\n',
  });
  const { problems } = await here.run();
  const reasons = problems.map(({ path, reason }) => `${path}: ${reason}`);
  const counter = 'channels/shops/bundles/01-counter';
  expect(reasons).toEqual(
    expect.arrayContaining([
      `${counter}/broken.pdf: it is not the .pdf that its name says; it is broken`,
      `${counter}/broken.jpg: it is a picture that cannot be read`,
      `${counter}/empty.txt: it is empty`,
      `${counter}/film.url: it has no line such as URL=https://…`,
      'channels/shops/bundles/03-typo/bundle.yaml: type has to be document, content or miniapp; colour is not a key that is known here',
      expect.stringMatching(/04-yaml\/bundle\.yaml: it is not valid YAML: .* at line/),
      'channels/shops/bundles/05-app/app/index.html: it is named in bundle.yaml, but there is no such file',
      'channels/shops/bundles/06-date/bundle.yaml: medias[1].modified has to look like 2026-11-18',
      `channels/shops/bundles/07-counter: without its number it has the same name as ${counter}`,
      'channels/shops/bundles/08-link/bundle.yaml: urls javascript:alert(1) is no http or https address',
      'channels/other/channel.yaml: there is no such file',
      'packs/range.yaml: it names shops/01-counter/none.pdf, but there is no such document',
      'help/plain.md: it has to begin with a title and paths between two lines of ---',
      'users.yaml: olle cannot be a member of nowhere: there is no such channel',
      'users.yaml: olle needs a password of at least 5 characters',
    ]),
  );
  expect(reasons).toHaveLength(15);
  expect(await here.mediaNamed('The guide')).toBeDefined();
});

test('what can no longer be read stays as it was', async () => {
  await here.run();
  const before = await here.mediaNamed('The guide');
  await here.content.write({
    'channels/shops/bundles/01-counter/guide.pdf': 'broken',
    'channels/shops/bundles/02-welcome/bundle.yaml': 'title: [',
  });
  const { problems, removed } = await here.run();
  expect([problems.length, removed]).toEqual([2, 0]);
  expect(await here.mediaNamed('The guide')).toEqual(before);
  const rep = await here.astrid();
  const bundles = await here.read(rep, '/jsonapi/salestool/channel?include=bundles');
  expect(bundles.included).toHaveLength(2);
});

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

test('of two help pages of one name the second is named, and the rest is taken', async () => {
  await here.run();
  const page = (title: string) => `---\ntitle: ${title}\n---\nHi\n`;
  await here.content.write({
    'help/packs.md': null,
    'help/packs.MD': page('Packs'),
    'help/visits.MD': page('Visits'),
    'help/visits.md': page('Calls'),
    'users.yaml':
      '- { name: olle, mail: olle@velden.example, roles: [sales_tool_user], password: long-enough }\n',
  });
  const { problems, created, changed, removed } = await here.run();
  expect(problems).toEqual([
    { path: 'help/visits.md', reason: 'without its ending it has the same name as help/visits.MD' },
  ]);
  // The page that was there under the other ending is the same one.
  expect([created, changed, removed]).toEqual([2, 1, 0]);
  const { data } = await here.read(
    await here.signIn('olle', 'long-enough'),
    '/jsonapi/node/help_page?sort=title',
  );
  expect(
    data.map(({ attributes }: { attributes: { title: string; path: { alias: string } } }) => [
      attributes.title,
      attributes.path.alias,
    ]),
  ).toEqual([
    ['Packs', '/help/packs'],
    ['Visits', '/help/visits'],
  ]);
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

test.each([
  ['an empty file', { 'app/data.txt': '' }],
  ['a manifest in a wrong form', { 'app/manifest.json': '{}' }],
  ['a manifest that lists what is not there', { 'app/manifest.json': '["gone.js"]' }],
  ['no file that bundle.yaml names', { 'app/index.html': null }],
])('a mini-app that has %s stays as it was', async (_what, change: Record<string, string | null>) => {
  const bundle = 'channels/shops/bundles/05-app';
  await here.content.write({
    [`${bundle}/bundle.yaml`]: 'type: miniapp\ntitle: App\nminiapp_type: iframe\nurls: [app/index.html]\n',
    [`${bundle}/app/index.html`]: '<p>Finder</p>',
    [`${bundle}/app/data.txt`]: 'x',
  });
  await here.run();
  await here.content.write(
    Object.fromEntries(Object.entries(change).map(([name, bytes]) => [`${bundle}/${name}`, bytes])),
  );
  const { problems } = await here.run();
  expect(problems).toHaveLength(1);
  const { data } = await here.read(await here.astrid(), '/jsonapi/salestool/miniapp_bundle');
  const answer = await here.got(data[0].attributes.urls[0].uri);
  expect([answer.status, answer.text]).toEqual([200, '<p>Finder</p>']);
});

test('a mini-app of which a part cannot be read is taken only once it can, and stays as it was until then', async () => {
  const bundle = 'channels/shops/bundles/05-app';
  const unread = join(here.content.path, bundle, 'app/data');
  await here.content.write({
    [`${bundle}/bundle.yaml`]: 'type: miniapp\ntitle: App\nminiapp_type: iframe\nurls: [app/index.html]\n',
    [`${bundle}/app/index.html`]: '<p>Finder</p>',
    'data/shops.json': '["Malmö"]',
  });
  await symlink(join(here.content.path, 'data'), unread);
  const apps = async () =>
    (await here.read(await here.astrid(), '/jsonapi/salestool/miniapp_bundle')).data.map(
      (app: { attributes: { urls: { uri: string }[] } }) => app.attributes.urls[0]?.uri,
    );
  const isALink = [{ path: expect.stringMatching(/app\/+data$/), reason: 'it is a link to a folder' }];
  expect((await here.run()).problems).toEqual(isALink);
  expect(await apps()).toEqual([]);
  await rm(unread);
  await here.content.write({ [`${bundle}/app/data/shops.json`]: '["Malmö"]' });
  expect((await here.run()).problems).toEqual([]);
  const [live] = await apps();
  await rm(unread, { recursive: true });
  await symlink(join(here.content.path, 'data'), unread);
  await here.content.write({ [`${bundle}/app/index.html`]: '<p>Newer</p>' });
  expect((await here.run()).problems).toEqual(isALink);
  expect(await apps()).toEqual([live]);
  expect(await here.got(live)).toMatchObject({ status: 200, text: '<p>Finder</p>' });
  expect(await here.got(live.replace('index.html', 'data/shops.json'))).toMatchObject({ status: 200 });
});

test('no path and no link leads out of the folder', async () => {
  const yaml = (image: string) => `title: Shops\nimage: ${image}\n`;
  await here.content.write({ 'channels/shops/channel.yaml': yaml('../../../../../../../../etc/hostname') });
  await symlink('/etc/hostname', join(here.content.path, 'channels/shops/bundles/02-welcome/link.jpg'));
  await here.content.write({
    'channels/shops/bundles/02-welcome/bundle.yaml': 'type: content\ntitle: W\nimage: link.jpg\n',
  });
  const { problems } = await here.run();
  expect(problems.map(({ reason }) => reason)).toEqual([
    'it leads out of the folder',
    'it leads out of the folder',
  ]);
});

test('a folder that is none is refused in a sentence', async () => {
  await expect(here.run({ path: join(here.content.path, 'nowhere') })).rejects.toThrow(
    /nowhere cannot be imported: there is no such folder\.$/,
  );
  await expect(here.run({ path: join(here.content.path, 'users.yaml') })).rejects.toThrow(
    /it is not a folder\.$/,
  );
  await expect(here.run({ path: join(here.content.path, 'faces') })).rejects.toThrow(
    /it has neither channels\//,
  );
});

test.each([
  [
    'an alias within itself',
    'title: T\nbody: &a { value: *a }\n',
    /nested too deeply|not valid YAML|does not have the expected form/,
  ],
  [
    'aliases that multiply',
    `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'.replaceAll(/./g, (name, at: number) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[at]}`).join(',')}]\n`)}`,
    /it is not valid YAML: Excessive alias count/,
  ],
  ['lists without end', `title: ${'['.repeat(200_000)}\n`, /nested too deeply|not valid YAML/],
  ['a key twice', 'title: A\ntitle: B\n', /it is not valid YAML: Map keys must be unique/],
  [
    'a key of objects',
    'title: A\n__proto__: { sandbox: true }\n',
    /__proto__ is not a key that is known here/,
  ],
  ['a list where a text belongs', 'title: [A]\n', /title has to be a text/],
  ['a text where a list belongs', 'title: A\nmedias: all\n', /medias has to be a list/],
  ['a text where true or false belongs', 'title: A\nsandbox: perhaps\n', /sandbox has to be true or false/],
  ['no title', 'sandbox: true\n', /title is missing/],
  ['nothing that is YAML', Buffer.from([0x74, 0xe9, 0xff, 0xfe]), /it is not a text in UTF-8/],
  ['another encoding', Buffer.from('title: Cafés\n', 'latin1'), /it is not a text in UTF-8/],
  ['null characters', 'title: A\0B\n', /it is not a text in UTF-8/],
  [
    'more than anybody writes',
    `title: A\n# ${'x'.repeat(6 * 1024 * 1024)}\n`,
    /has \d+ bytes, and at most 5242880 are taken/,
  ],
])('a file with %s is named with the reason, and the rest is taken', async (_what, bytes, reason) => {
  await here.content.write({ 'channels/hostile/channel.yaml': bytes });
  const { problems } = await here.run();
  expect(problems).toEqual([
    { path: 'channels/hostile/channel.yaml', reason: expect.stringMatching(reason) },
  ]);
  expect(await here.mediaNamed('The guide')).toBeDefined();
});

test('names that climb, and links that lead out or to folders, are named; links within the folder are followed', async () => {
  const { path } = here.content;
  const shops = 'channels/shops/bundles';
  await here.content.write({
    [`${shops}/03-names/bundle.yaml`]:
      'title: N\nmedias: [{ file: ../01-counter/guide.pdf }, { file: /etc/hostname }, { file: "..\\\\x" }]\n',
    [`${shops}/04-links/bundle.yaml`]: 'title: L\n',
    [`${shops}/04-links/own.txt`]: 'x',
  });
  await symlink('/etc/hostname', join(path, shops, '04-links/host.txt'));
  await symlink('/etc', join(path, shops, '04-links/folder'));
  await symlink('..', join(path, shops, '04-links/up'));
  await symlink('nowhere', join(path, shops, '04-links/broken.pdf'));
  await symlink('../01-counter/guide.pdf', join(path, shops, '04-links/shared_guide.pdf'));
  const { problems } = await here.run();
  expect(problems.map((problem) => `${problem.path}: ${problem.reason}`).toSorted()).toEqual(
    [
      `${shops}/03-names/../01-counter/guide.pdf: it leads out of the folder`,
      `${shops}/03-names/..\\x: it leads out of the folder`,
      `${shops}/03-names//etc/hostname: there is no such file`,
      `${shops}/04-links/broken.pdf: it is a link that leads nowhere`,
      `${shops}/04-links/folder: it leads out of the folder`,
      `${shops}/04-links/host.txt: it leads out of the folder`,
      `${shops}/04-links/up: it is a link to a folder`,
    ].toSorted(),
  );
  expect((await here.got(await addressOf('Shared guide'))).text).toContain('guide');
});

async function addressOf(name: string) {
  const { key, filename } = await here.fileOf(name);
  return `/sites/default/files/${key}/${filename}`;
}

test('a file over the limit of the host is named', async () => {
  const importFileBytes = 1024;
  const report = createReport({ progress: () => {}, detail: () => {} });
  await here.content.write({ 'channels/shops/bundles/01-counter/large.txt': 'x'.repeat(2000) });
  const { database, files, config } = here.host;
  const limits = { ...config.limits, importFileBytes };
  const now = Date.now();
  await importFolder(here.content.path, { database, files, config: { ...config, limits }, report, now });
  expect(report.outcome.problems).toEqual([
    {
      path: 'channels/shops/bundles/01-counter/large.txt',
      reason: 'it has 2000 bytes, and at most 1024 are taken',
    },
  ]);
});
