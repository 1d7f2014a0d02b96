import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findByLogin } from '#features/sign-in/account-store.ts';
import { openSession } from '#features/sign-in/session-store.ts';
import { importFolder } from '#importing/import-folder.ts';
import { createReport } from '#importing/import-report.ts';
import { contentFolder, jpeg, pdf, smallContent } from '#testing/content-folder.ts';
import { mediaSection, openAsProspect, snapshot } from '#testing/prospect.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let content: Awaited<ReturnType<typeof contentFolder>>;
let astrid: Fetch;

const folder = 'channels/shops/bundles/01-counter';

beforeEach(async () => {
  host = await startTestHost({ withWorld: false });
  content = await contentFolder({
    ...(await smallContent()),
    [`${folder}/photo.jpg`]: await jpeg('#111111'),
  });
  await importAgain({});
  const account = await findByLogin(host.database.db, 'astrid');
  const scope = 'sales_tool_user';
  const accountId = account?.id ?? '';
  const session = await host.database.write((trx) => openSession(trx, { accountId, scope }, host.clock()));
  const token = await host.keys.signAccessToken({ ...session, accountId, scope }, host.clock());
  astrid = (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return host.fetch(path, { ...init, headers });
  };
});
afterEach(async () => {
  await host.stop();
  await content.dispose();
});

async function importAgain(changes: Record<string, string | Uint8Array | null>) {
  await content.write(changes);
  const { database, files, config } = host;
  const report = createReport({ progress() {}, detail() {} });
  const options = { database, files, config, report, now: Date.now(), isDryRun: false };
  return importFolder(content.path, options);
}

const mediaNamed = (name: string) =>
  host.database.db.selectFrom('media').selectAll().where('name', '=', name).executeTakeFirstOrThrow();

async function send(...names: string[]) {
  const medias = await Promise.all(names.map(mediaNamed));
  const pack = await host.database.db.selectFrom('pack').select('id').executeTakeFirstOrThrow();
  const attributes = { pack_snapshot: snapshot(medias.map(mediaSection)) };
  return { ...(await sendPack(astrid, { packId: pack.id, attributes })), medias };
}

async function fileOf(token: string, mediaId: string, more = '') {
  const answer = await openAsProspect(host, `/p/${token}/files/${mediaId}${more}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, text: bytes.toString('latin1'), bytes };
}

test('a pack that was sent shows the bytes that were sent, whatever is imported later', async () => {
  const { token, medias } = await send('The guide', 'Photo');
  const [guide, photo] = medias.map(({ id }) => id) as [string, string];
  const [picture, preview] = [await fileOf(token, photo), await fileOf(token, photo, '/preview')];
  const page = await (await openAsProspect(host, `/p/${token}`)).text();

  await importAgain({
    [`${folder}/guide.pdf`]: pdf(`second edition ${'x'.repeat(3000)}`),
    [`${folder}/photo.jpg`]: await jpeg('#eeeeee'),
  });
  await importAgain({ [`${folder}/guide.pdf`]: pdf('third edition') });

  expect((await fileOf(token, guide)).text).toBe(pdf('guide'));
  expect((await fileOf(token, photo)).bytes.equals(picture.bytes)).toBe(true);
  expect((await fileOf(token, photo, '/preview')).bytes.equals(preview.bytes)).toBe(true);
  const facts = /<p class="facts">[^<]*/g;
  expect((await (await openAsProspect(host, `/p/${token}`)).text()).match(facts)).toEqual(page.match(facts));

  const newer = await send('The guide');
  expect((await fileOf(newer.token, guide)).text).toBe(pdf('third edition'));
});

test('what is withdrawn is gone from packs that were sent, in every version', async () => {
  const { token, medias } = await send('Photo');
  const [photo] = medias.map(({ id }) => id) as [string];
  const sent = await fileOf(token, photo);
  await importAgain({ [`${folder}/photo.jpg`]: null });
  expect((await fileOf(token, photo)).status).toBe(404);
  expect((await fileOf(token, photo, '/preview')).status).toBe(404);
  await importAgain({ [`${folder}/photo.jpg`]: await jpeg('#eeeeee') });
  expect((await fileOf(token, photo)).bytes.equals(sent.bytes)).toBe(true);
});

test('bytes that no message shows any more are cleared away by the next import', async () => {
  const { id, medias } = await send('The guide');
  const file = await host.database.db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', medias[0]?.file_id ?? '')
    .executeTakeFirstOrThrow();
  await importAgain({ [`${folder}/guide.pdf`]: pdf('second edition') });
  expect(await host.files.open(file)).not.toBeNull();
  expect((await astrid(`/jsonapi/salestool/message/${id}`, { method: 'DELETE' })).status).toBe(204);
  await importAgain({});
  expect(await host.files.open(file)).toBeNull();
});

test('messages from before their versions were written down show what they show on the day of the upgrade', async () => {
  const { token, medias } = await send('The guide');
  const { db } = host.database;
  const before = await db.selectFrom('message_media').selectAll().execute();
  await db.schema.dropTable('message_media').execute();
  await db.schema.dropTable('view_part').execute();
  const { up } = await import('../../../migrations/004-what-was-sent.ts');
  await up(db as Kysely<unknown>);
  expect(await db.selectFrom('message_media').selectAll().execute()).toEqual(before);
  expect((await fileOf(token, medias[0]?.id ?? '')).text).toBe(pdf('guide'));
});
