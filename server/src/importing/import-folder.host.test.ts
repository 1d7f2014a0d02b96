import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readPackData } from '@satchel/core/pack/read-pack-data.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newInternalId, newUuid } from '#database/ids.ts';
import { findByLogin, isPasswordOf } from '#features/sign-in/account-store.ts';
import { contentFolder, jpeg, pdf, smallContent } from '#testing/content-folder.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';
import { importFolder } from './import-folder.ts';
import { createReport } from './import-report.ts';

const day = 24 * 3_600_000;

let host: TestHost;
let content: Awaited<ReturnType<typeof contentFolder>>;

beforeEach(async () => {
  host = await startTestHost({ withWorld: false });
  content = await contentFolder(await smallContent());
});
afterEach(async () => {
  await host.stop();
  await content.dispose();
});

async function run({ path = content.path, isDryRun = false, now = Date.now() } = {}) {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const report = createReport({ progress: say, detail: say });
  const { database, files, config } = host;
  return { ...(await importFolder(path, { database, files, config, report, now, isDryRun })), lines };
}

async function signIn(username: string, password: string): Promise<Fetch> {
  const body = new URLSearchParams({
    ...{ grant_type: 'password', client_id: 'satchel', username, password },
    scope: 'sales_tool_user sales_tool_manager',
  });
  const { access_token } = await (await host.fetch('/oauth/token', { method: 'POST', body })).json();
  return (path) => host.fetch(path, { headers: { authorization: `Bearer ${access_token}` } });
}
/** Reads the answer to its end, so that the host is not kept waiting. */
async function got(path: string) {
  const answer = await host.fetch(path);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}
/** Writes of the import; the outbox looks for work on its own all the time. */
const isWriting = (statement: string) =>
  /^\s*(?:insert|update|delete)/i.test(statement) && !/^\s*update "outbox"/i.test(statement);
const astrid = () => signIn('astrid', 'first-password');

const read = async (who: Fetch, path: string) => (await who(path)).json();
const mediaNamed = (name: string) =>
  host.database.db.selectFrom('media').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
const fileOf = async (name: string) => {
  const { file_id } = await mediaNamed(name);
  return host.database.db.selectFrom('file').selectAll().where('id', '=', file_id).executeTakeFirstOrThrow();
};

describe('the demo content', () => {
  test('a rep finds channel, bundles in their order, documents, mini-apps and packs of the demo', async () => {
    const outcome = await run({ path: host.config.demoFolder });
    expect(outcome.problems).toEqual([]);
    const nora = await signIn('nora.lindqvist', 'velden-nora-2027');

    const channels = await read(nora, '/jsonapi/salestool/channel?include=bundles,bundles.medias,image');
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

    const { key, filename } = await fileOf('T3 Counter product guide');
    const answer = await host.fetch(`/sites/default/files/${key}/${filename}`);
    const original = join(
      host.config.demoFolder,
      'channels/retail-hospitality/bundles/01-t3-counter/product-guide.pdf',
    );
    expect(Buffer.from(await answer.arrayBuffer()).equals(await readFile(original))).toBe(true);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
  });

  test('[APP-07] the files of a mini-app find each other, and its manifest lists them', async () => {
    await run({ path: host.config.demoFolder });
    const nora = await signIn('nora.lindqvist', 'velden-nora-2027');
    const { data } = await read(nora, '/jsonapi/salestool/miniapp_bundle?sort=title');
    const [portal, calculator, finder] = data.map((each: { attributes: object }) => each.attributes);

    expect(portal.urls[0].uri).toBe('https://developers.velden.example/start');
    expect(JSON.parse(calculator.init_data)).toMatchObject({ currency: 'EUR' });
    for (const { urls } of [calculator, finder]) {
      const manifest = await host.fetch(new URL('manifest.json', `http://host${urls[0].uri}`).pathname);
      const names: string[] = await manifest.json();
      expect(names.length).toBeGreaterThan(1);
      for (const name of names) {
        const address = new URL(name, `http://host${urls[0].uri}`).pathname;
        expect((await got(address)).status, name).toBe(200);
      }
    }
    expect(await (await host.fetch(finder.urls[0].uri)).text()).toContain('<script');
  });

  test('[PDATA-04] packs are of version 2 and name each document with type, name, address and picture', async () => {
    await run({ path: host.config.demoFolder });
    const nora = await signIn('nora.lindqvist', 'velden-nora-2027');
    const { data } = await read(nora, '/jsonapi/salestool/pack?sort=title');
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
    expect((await got(media?.url ?? '')).type).toBe('application/pdf');
    expect((await got(media?.thumbnail ?? '')).type).toBe('image/webp');
  });

  test('a help page for managers is not shown to reps', async () => {
    await run({ path: host.config.demoFolder });
    const titles = async (who: Fetch) =>
      (await read(who, '/jsonapi/node/help_page')).data.map(
        (each: { attributes: { title: string } }) => each.attributes.title,
      );
    expect(await titles(await signIn('nora.lindqvist', 'velden-nora-2027'))).not.toContain(
      'Settings for managers',
    );
    expect(await titles(await signIn('henrik.voss', 'velden-henrik-2027'))).toContain(
      'Settings for managers',
    );
  });
});

test('files without details get sensible ones, and HTML is sanitised before it is kept', async () => {
  expect((await run()).problems).toEqual([]);
  const rep = await astrid();
  const { data } = await read(rep, '/jsonapi/media/document?sort=name');
  expect(data.map((each: { attributes: { name: string } }) => each.attributes.name)).toEqual([
    'Price list 2026',
    'The guide',
  ]);
  const texts = await read(rep, '/jsonapi/salestool/content_bundle');
  expect(texts.data[0].attributes.body.value).toBe('<h2>Hello</h2>');
  const help = await read(rep, '/jsonapi/node/help_page');
  expect(help.data[0].attributes).toMatchObject({
    path: { alias: '/help/packs' },
    paths: 'route:packs__index\n/^packs/',
    body: { value: expect.stringMatching(/^<p>A pack is <strong>a page<\/strong>\.\s*<\/p>\s*$/) },
  });
  const packs = await read(rep, '/jsonapi/salestool/pack');
  expect(packs.data[0].attributes.pack_data).toContain('<p>Dear {{recipient_name}}</p>');
  const signature = await read(
    rep,
    '/jsonapi/salestool/signature?filter[title]=Astrid%20Berg&include=picture',
  );
  expect(signature.included[0].attributes.filename).toBe('astrid.jpg');
});

test('importing again without a change writes nothing', async () => {
  const first = await run();
  host.statements.length = 0;
  const second = await run();
  expect(second).toMatchObject({ created: 0, changed: 0, removed: 0, same: first.created, problems: [] });
  expect(host.statements.filter(isWriting)).toEqual([]);
});

test('new bytes get a new address under the same id, everything else stays', async () => {
  await run({ now: Date.now() - 2 * day });
  const [before, fileBefore, other] = [
    await mediaNamed('The guide'),
    await fileOf('The guide'),
    await mediaNamed('Price list 2026'),
  ];
  expect(before.changed).toBe(Date.UTC(2026, 2, 4));

  await content.write({ 'channels/shops/bundles/01-counter/guide.pdf': pdf('second edition') });
  const outcome = await run();
  expect(outcome).toMatchObject({ created: 0, changed: 2 });
  const [after, file] = [await mediaNamed('The guide'), await fileOf('The guide')];
  expect(after.id).toBe(before.id);
  expect(after.changed).toBeGreaterThan(before.changed);
  expect(file.key).not.toBe(fileBefore.key);
  expect(await (await host.fetch(`/sites/default/files/${file.key}/guide.pdf`)).text()).toContain(
    'second edition',
  );
  expect((await got(`/sites/default/files/${fileBefore.key}/guide.pdf`)).status).toBe(404);
  expect(await mediaNamed('Price list 2026')).toEqual(other);
  // The global pack names the document by its address.
  expect(outcome.lines.join('\n')).toContain('~ packs/range.yaml (The range)');
});

test('the number of a bundle is its position only: moved to another one it keeps its id', async () => {
  await run();
  const rep = await astrid();
  const order = async () =>
    (await read(rep, '/jsonapi/salestool/channel')).data[0].relationships.bundles.data.map(
      (each: { id: string }) => each.id,
    );
  const before = await order();
  const files = await smallContent();
  const counter = 'channels/shops/bundles/01-counter';
  const moved = Object.entries(files).filter(([name]) => name.startsWith(counter));
  await content.write({ [counter]: null });
  await content.write(
    Object.fromEntries(moved.map(([name, bytes]) => [name.replace('01-counter', '30-counter'), bytes])),
  );
  const outcome = await run();
  expect(await order()).toEqual([...before].reverse());
  expect(outcome).toMatchObject({ created: 0, changed: 1, removed: 0, problems: [] });
});

describe('what is gone from the folder', () => {
  test('is removed from its channel after saying so, and nothing else is', async () => {
    await run();
    const image = await host.database.db
      .selectFrom('file')
      .select('key')
      .where('source', '=', 'channels/shops/bundles/counter/image.jpg')
      .executeTakeFirstOrThrow();
    const guide = await fileOf('The guide');
    await content.write({
      'channels/shops/bundles/01-counter': null,
      'packs/range.yaml': null,
      'users.yaml': '[]',
      'channels/cafes/channel.yaml': 'title: Cafés',
    });
    const outcome = await run();
    expect(outcome.lines.filter((line) => line.startsWith('  -'))).toEqual([
      '  - channels/shops/bundles/counter (Counter)',
      expect.stringMatching(/^ {2}- channels\/shops\/bundles\/counter\/(?:guide\.pdf|price_list-2026\.txt) /),
      expect.stringMatching(/^ {2}- channels\/shops\/bundles\/counter\/(?:guide\.pdf|price_list-2026\.txt) /),
      '  - packs/range.yaml (The range)',
    ]);
    const rep = await astrid();
    expect((await read(rep, '/jsonapi/salestool/document_bundle')).data).toEqual([]);
    expect((await read(rep, '/jsonapi/media/document')).data).toEqual([]);
    expect((await read(rep, '/jsonapi/salestool/content_bundle')).data).toHaveLength(1);
    for (const { key } of [image, guide]) {
      expect(await host.files.open({ key, mime: 'application/pdf' })).toBeNull();
    }
    // A whole channel is nobody's to remove by leaving out its folder.
    await content.write({ 'channels/shops': null });
    expect((await run()).removed).toBe(0);
    expect((await read(rep, '/jsonapi/salestool/channel')).data).toHaveLength(1);
  });

  test('stays as long as a sent pack shows it', async () => {
    await run();
    const { db } = host.database;
    const [media, file, pack] = [
      await mediaNamed('The guide'),
      await fileOf('The guide'),
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

    await content.write({ 'channels/shops/bundles/01-counter/guide.pdf': pdf('second edition') });
    await run();
    expect((await got(`/sites/default/files/${file.key}/guide.pdf`)).status).toBe(200);

    await content.write({ 'channels/shops/bundles/01-counter': null, 'packs/range.yaml': null });
    await run();
    expect((await got(`/sites/default/files/${file.key}/guide.pdf`)).status).toBe(200);
    expect(await mediaNamed('The guide')).toMatchObject({ id: media.id });
    const kept = await db
      .selectFrom('pack')
      .select('archived')
      .where('id', '=', pack.id)
      .executeTakeFirstOrThrow();
    expect(kept.archived).toBe(1);
    expect((await read(await astrid(), '/jsonapi/media/document')).data).toEqual([]);
  });
});

test('a bad file is reported by its name and with a reason, and the rest is taken', async () => {
  await content.write({
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
  const { problems } = await run();
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
  expect(await mediaNamed('The guide')).toBeDefined();
});

test('what can no longer be read stays as it was', async () => {
  await run();
  const before = await mediaNamed('The guide');
  await content.write({
    'channels/shops/bundles/01-counter/guide.pdf': 'broken',
    'channels/shops/bundles/02-welcome/bundle.yaml': 'title: [',
  });
  const { problems, removed } = await run();
  expect([problems.length, removed]).toEqual([2, 0]);
  expect(await mediaNamed('The guide')).toEqual(before);
  const rep = await astrid();
  const bundles = await read(rep, '/jsonapi/salestool/channel?include=bundles');
  expect(bundles.included).toHaveLength(2);
});

test('no path and no link leads out of the folder', async () => {
  const yaml = (image: string) => `title: Shops\nimage: ${image}\n`;
  await content.write({ 'channels/shops/channel.yaml': yaml('../../../../../../../../etc/hostname') });
  await symlink('/etc/hostname', join(content.path, 'channels/shops/bundles/02-welcome/link.jpg'));
  await content.write({
    'channels/shops/bundles/02-welcome/bundle.yaml': 'type: content\ntitle: W\nimage: link.jpg\n',
  });
  const { problems } = await run();
  expect(problems.map(({ reason }) => reason)).toEqual([
    'it leads out of the folder',
    'it leads out of the folder',
  ]);
});

test('a dry run says the same as an import and writes nothing', async () => {
  host.statements.length = 0;
  const dry = await run({ isDryRun: true });
  expect(host.statements.filter(isWriting)).toEqual([]);
  expect(await host.database.db.selectFrom('channel').selectAll().execute()).toEqual([]);
  const real = await run();
  const records = (lines: string[]) => lines.filter((line) => /^ {2}[+~-]/.test(line));
  expect(records(dry.lines)).toEqual(records(real.lines));

  await content.write({ 'channels/shops/bundles/01-counter/price_list-2026.txt': null });
  const gone = await run({ isDryRun: true });
  expect(records(gone.lines)).toEqual([
    '  ~ channels/shops/bundles/01-counter (Counter)',
    '  - channels/shops/bundles/counter/price_list-2026.txt (Price list 2026)',
  ]);
  expect(await mediaNamed('Price list 2026')).toBeDefined();
});

test('users are made once: later only their roles and channels follow the file, never their password', async () => {
  await run();
  await content.write({
    'channels/cafes/channel.yaml': 'title: Cafés',
    'users.yaml': `
- { name: Astrid, mail: astrid@velden.example, roles: [sales_tool_manager], channels: [cafes], password: another-password }
`,
  });
  expect((await run()).problems).toEqual([]);
  const account = await findByLogin(host.database.db, 'astrid');
  expect(await isPasswordOf(account, 'first-password')).toBe(true);
  const rep = await astrid();
  const { data } = await read(rep, '/jsonapi/salestool/channel');
  expect(data.map((each: { attributes: { title: string } }) => each.attributes.title)).toEqual(['Cafés']);
});

test('two imports at once end with one of everything', async () => {
  const outcomes = await Promise.all([run(), run()]);
  expect(outcomes.flatMap(({ problems }) => problems)).toEqual([]);
  const { db } = host.database;
  expect(await db.selectFrom('media').select('id').execute()).toHaveLength(3);
  expect(await db.selectFrom('account').select('id').execute()).toHaveLength(1);
  for (const file of await db.selectFrom('file').selectAll().execute()) {
    expect(await host.files.open(file)).not.toBeNull();
  }
});

test('a folder that is none is refused in a sentence', async () => {
  await expect(run({ path: join(content.path, 'nowhere') })).rejects.toThrow(
    /nowhere cannot be imported: there is no such folder\.$/,
  );
  await expect(run({ path: join(content.path, 'users.yaml') })).rejects.toThrow(/it is not a folder\.$/);
  await expect(run({ path: join(content.path, 'faces') })).rejects.toThrow(/it has neither channels\//);
});
