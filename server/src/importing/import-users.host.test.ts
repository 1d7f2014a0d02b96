import { afterEach, beforeEach, expect, test } from 'vitest';
import { findByLogin, isPasswordOf } from '#features/sign-in/account-store.ts';
import { jpeg } from '#testing/content-folder.ts';
import { type ImportingHost, startImportingHost } from '#testing/importing-host.ts';

let here: ImportingHost;

beforeEach(async () => {
  here = await startImportingHost();
});
afterEach(() => here.stop());

test('users are made once: later only their roles and channels follow the file, never their password', async () => {
  await here.run();
  await here.content.write({
    'channels/cafes/channel.yaml': 'title: Cafés',
    'users.yaml': `
- { name: Astrid, mail: astrid@velden.example, roles: [sales_tool_manager], channels: [cafes], password: another-password }
`,
  });
  expect((await here.run()).problems).toEqual([]);
  const account = await findByLogin(here.host.database.db, 'astrid');
  expect(await isPasswordOf(account, 'first-password')).toBe(true);
  const rep = await here.astrid();
  const { data } = await here.read(rep, '/jsonapi/salestool/channel');
  expect(data.map((each: { attributes: { title: string } }) => each.attributes.title)).toEqual(['Cafés']);
});

test('numbers and words of truth in users.yaml are taken as they were written', async () => {
  await here.content.write({
    'users.yaml': `
- name: 0070
  mail: olle@velden.example
  roles: [sales_tool_user]
  channels: [shops]
  password: 0123456789
  signature: { title: True, job_title: 1.10, telephone: +46705550142, telephone2: 0705550142 }
`,
  });
  expect((await here.run()).problems).toEqual([]);
  const { db } = here.host.database;
  expect(await isPasswordOf(await findByLogin(db, '0070'), '0123456789')).toBe(true);
  const signature = await db
    .selectFrom('signature')
    .select(['title', 'job_title', 'telephone', 'telephone2'])
    .where('owner_id', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(signature).toEqual({
    ...{ title: 'True', job_title: '1.10' },
    ...{ telephone: '+46705550142', telephone2: '0705550142' },
  });
});

test('a user who stands there twice is taken once, and the other one is named', async () => {
  const user = (name: string, mail: string) =>
    `- { name: ${name}, mail: ${mail}, roles: [sales_tool_user], password: long-enough }\n`;
  await here.content.write({
    'users.yaml': [
      user('olle', 'olle@velden.example'),
      user('Olle', 'other@velden.example'),
      user('maja', 'OLLE@velden.example'),
    ].join(''),
  });
  const reasons = ['Olle', 'maja'].map((name) => `${name} stands there twice, by name or by mail address`);
  for (const isDryRun of [true, false]) {
    const { problems } = await here.run({ isDryRun });
    expect(problems).toEqual(reasons.map((reason) => ({ path: 'users.yaml', reason })));
  }
  const accounts = await here.host.database.db.selectFrom('account').select('mail').execute();
  expect(accounts).toEqual([{ mail: 'olle@velden.example' }]);
});

test('users whose picture is the same file each have it under their own name', async () => {
  const user = (name: string, title: string) => `
- name: ${name}
  mail: ${name}@velden.example
  roles: [sales_tool_user]
  password: long-enough
  signature: { title: ${title}, picture: faces/astrid.jpg }
`;
  await here.content.write({ 'users.yaml': user('olle', 'Olle Ek') + user('maja', 'Maja Lund') });
  expect((await here.run()).problems).toEqual([]);
  const faces = await here.host.database.db
    .selectFrom('signature')
    .innerJoin('file', 'file.id', 'signature.picture_id')
    .select(['signature.title', 'file.alt', 'file.filename'])
    .orderBy('signature.title')
    .execute();
  expect(faces).toEqual([
    { title: 'Maja Lund', alt: 'Maja Lund', filename: 'astrid.jpg' },
    { title: 'Olle Ek', alt: 'Olle Ek', filename: 'astrid.jpg' },
  ]);
});

test('a password that nobody could sign in with is refused', async () => {
  await here.content.write({
    'users.yaml': `- { name: olle, mail: olle@velden.example, roles: [sales_tool_user], password: ${'x'.repeat(1025)} }\n`,
  });
  const { problems } = await here.run();
  expect(problems).toEqual([
    { path: 'users.yaml', reason: 'olle needs a password of at most 1024 characters' },
  ]);
});

test("a user's picture whose bytes the host has lost comes back under the address it had", async () => {
  await here.run();
  const row = await here.host.database.db
    .selectFrom('signature')
    .innerJoin('file', 'file.id', 'signature.picture_id')
    .selectAll('file')
    .executeTakeFirstOrThrow();
  const picture = () => here.got(`/sites/default/files/${row.key}/astrid.jpg`);
  const before = await picture();
  expect(before.status).toBe(200);
  await here.host.files.remove(row.key);
  expect((await picture()).status).toBe(404);
  const told = (lines: string[]) => lines.filter((line) => line.endsWith(': the host had lost its bytes'));
  expect(told((await here.run({ isDryRun: true })).lines)).toEqual([
    '  faces/astrid.jpg: the host had lost its bytes',
  ]);
  expect((await picture()).status).toBe(404);

  expect(await here.run()).toMatchObject({ created: 0, changed: 0, problems: [] });
  expect(await picture()).toEqual(before);
  expect(told((await here.run()).lines)).toEqual([]);
});

test('a picture in users.yaml is needed only until its user is created, and another one then changes nothing', async () => {
  await here.run();
  const { db } = here.host.database;
  const files = () => db.selectFrom('file').selectAll().orderBy('id').execute();
  const before = await files();
  const loose = () => db.selectFrom('loose_file').select('key').execute();
  await here.content.write({ 'faces/astrid.jpg': await jpeg('#000000') });
  expect(await here.run()).toMatchObject({ created: 0, changed: 0, problems: [] });
  await here.content.write({ 'faces/astrid.jpg': null });
  expect(await here.run()).toMatchObject({ created: 0, changed: 0, problems: [] });
  expect([await files(), await loose()]).toEqual([before, []]);
});
