import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jpeg } from '#testing/content-folder.ts';
import { type ImportingHost, startImportingHost } from '#testing/importing-host.ts';
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
