import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentFolder, smallContent } from '#testing/content-folder.ts';
import { freePort } from '#testing/free-port.ts';
import { type Programs, preparePrograms } from '#testing/programs.ts';

let programs: Programs;
let content: Awaited<ReturnType<typeof contentFolder>>;
let address: string;
// The commands are for a host that goes on running.
beforeAll(async () => {
  programs = await preparePrograms();
  content = await contentFolder(await smallContent());
  const imported = await programs.start('import.ts', {}, [content.path]).ended;
  expect(imported.code).toBe(0);
  const settings = { PORT: String(await freePort()), HOST: '127.0.0.1', DEMO: 'false' };
  address = await programs.start('main.ts', settings).ready();
});
afterAll(async () => {
  await programs.dispose();
  await content.dispose();
});

const users = (...args: string[]) => programs.start('users.ts', {}, args).ended;
/** As `printf … | npm run users` does. */
const usersWith = (input: string, ...args: string[]) =>
  programs.start('users.ts', { INPUT: input }, args, ['sh', '-c', 'printf "%s" "$INPUT" | "$0" "$@"']).ended;

async function signIn(username: string, password: string) {
  const form = { grant_type: 'password', client_id: 'satchel', username, password };
  const answer = await fetch(`${address}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, ...((await answer.json()) as { access_token?: string }) };
}
async function me(token = '') {
  const answer = await fetch(`${address}/oauth/api/me`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, user: answer.ok ? (await answer.json())[0].user[0] : undefined };
}
const add = (name: string, ...more: string[]) =>
  users('add', name, '--mail', `${name}@velden.example`, '--roles', 'sales_tool_user', ...more);
const shownPassword = (text: string) => /shown this once: (\S+)/.exec(text)?.[1] ?? '';

test('a user is added with a password from standard input, and signs in at the host that runs', async () => {
  const added = await usersWith(
    'brought in a pipe\n',
    ...['add', 'petra', '--mail', 'petra@velden.example', '--roles', 'sales_tool_user, sales_tool_manager'],
    ...['--channels', 'shops'],
  );
  expect(added).toEqual({ code: 0, text: 'petra can sign in.\n' });
  const { status, access_token } = await signIn('petra', 'brought in a pipe');
  expect(status).toBe(200);
  const { user } = await me(access_token);
  expect(user).toMatchObject({ mail: ['petra@velden.example'] });
  expect(user.roles).toEqual(['sales_tool_manager', 'sales_tool_user']);
  expect(user.channels).toHaveLength(1);
});

test('a generated password is shown once and works', async () => {
  const { code, text } = await add('quinn', '--generate');
  expect(code).toBe(0);
  expect(shownPassword(text)).toMatch(/^[a-z2-9]{5}(?:-[a-z2-9]{5}){3}$/);
  expect((await signIn('quinn', shownPassword(text))).status).toBe(200);
  expect((await users('list')).text).not.toContain(shownPassword(text));
});

test('the list shows everyone with roles, channels and whether they are active', async () => {
  await add('rosa', '--generate', '--channels', 'shops');
  await users('deactivate', 'rosa');
  const { code, text } = await users('list');
  expect(code).toBe(0);
  expect(text).toMatch(/^NAME +MAIL +ROLES +CHANNELS/);
  expect(text).toMatch(/^rosa +rosa@velden\.example +sales_tool_user +\S.* deactivated$/m);
  expect(text).toMatch(/^astrid +\S+@\S+ +\S.*$/m);
});

test('roles, channels and address are changed, and hold at the user’s next request', async () => {
  const { text } = await add('sven', '--generate', '--channels', 'shops');
  const { access_token } = await signIn('sven', shownPassword(text));
  await users('set', 'sven', '--channels', '');
  expect((await me(access_token)).user).toMatchObject({ roles: ['sales_tool_user'], channels: [] });
  await users('set', 'sven', '--roles', 'external_sales_tool_user', '--mail', 'sven@elsewhere.example');
  const { user } = await me((await signIn('sven@elsewhere.example', shownPassword(text))).access_token);
  expect(user).toMatchObject({ roles: ['external_sales_tool_user'], mail: ['sven@elsewhere.example'] });
  expect((await signIn('sven@velden.example', shownPassword(text))).status).toBe(400);
});

test('a new password ends every session', async () => {
  const { text } = await add('tilda', '--generate');
  const { access_token } = await signIn('tilda', shownPassword(text));
  const reset = await users('reset-password', 'Tilda@velden.example', '--generate');
  expect(reset.code).toBe(0);
  expect((await me(access_token)).status).toBe(401);
  expect((await signIn('tilda', shownPassword(text))).status).toBe(400);
  expect((await signIn('tilda', shownPassword(reset.text))).status).toBe(200);
});

test('a user who is deactivated is signed out at once and signs in again only when activated', async () => {
  const { text } = await add('ulla', '--generate');
  const { access_token } = await signIn('ulla', shownPassword(text));
  expect((await users('deactivate', 'ulla')).code).toBe(0);
  expect((await me(access_token)).status).toBe(401);
  expect((await signIn('ulla', shownPassword(text))).status).toBe(400);
  expect((await users('activate', 'ulla')).code).toBe(0);
  expect((await signIn('ulla', shownPassword(text))).status).toBe(200);
  expect((await me(access_token)).status).toBe(401);
});

test.each([
  [['add', 'vera', '--roles', 'sales_tool_user'], 'add needs --mail and --roles.'],
  [
    ['add', 'vera', '--mail', 'no-address', '--roles', 'sales_tool_user'],
    'no-address is not a mail address.',
  ],
  [['add', 'vera', '--mail', 'v@velden.example', '--roles', 'root'], 'There is no role root. Roles are'],
  [['add', 'vera', '--mail', 'v@velden.example', '--roles', ','], 'A user needs at least one role'],
  [['add', 'v@era', '--mail', 'v@velden.example', '--roles', 'sales_tool_user'], 'A name has at most 60'],
  [
    ['add', 'Astrid', '--mail', 'v@velden.example', '--roles', 'sales_tool_user', '--generate'],
    'is taken by',
  ],
  [['set', 'nobody', '--mail', 'v@velden.example'], 'There is no user nobody.'],
  [['set', 'astrid', '--channels', 'shops,moon'], 'There is no channel moon. Channels are '],
  [['set', 'astrid'], 'set needs something to set.'],
  [['reset-password', 'nobody'], 'There is no user nobody.'],
  [['reset-password', 'astrid', '--roles', 'administrator'], 'reset-password does not take --roles.'],
  [['deactivate'], 'deactivate takes one name.'],
  [['remove', 'astrid'], 'There is no command remove.'],
  [['list', '--colour'], "Unknown option '--colour'"],
])('%j ends with a sentence and exit code 1', async (args, sentence) => {
  const { code, text } = await users(...args);
  expect(text).toContain(sentence);
  expect(text).not.toMatch(/^ {4}at /m);
  expect(code).toBe(1);
});

test('no password and one that is too short are refused, and nobody is added', async () => {
  const wanted = ['add', 'wim', '--mail', 'wim@velden.example', '--roles', 'sales_tool_user'];
  const none = await usersWith('', ...wanted);
  expect(none).toMatchObject({ code: 1, text: expect.stringContaining('No password came in.') });
  const short = await usersWith('abcd\n', ...wanted);
  expect(short).toEqual({ code: 1, text: 'The password should be at least 5 characters long.\n' });
  expect((await users('list')).text).not.toContain('wim');
});

test('without a command it says what there is', async () => {
  const { code, text } = await users();
  expect(code).toBe(0);
  expect(text).toContain('npm run users -- add NAME');
});
