import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';
import { password } from '#testing/world.ts';

let host: TestHost;
let noraFetch: Fetch;
let nora: Content;
let path: string;
let id: string;

beforeAll(async () => {
  host = await startTestHost({ config: { passwordMinLength: 8 } });
  id = host.world.people.nora.id;
  path = `user/user/${id}`;
});
afterAll(() => host.stop());

beforeEach(async () => {
  const { db } = host.database;
  const { password_hash } = await db
    .selectFrom('account')
    .select('password_hash')
    .where('name', '=', 'tomas')
    .executeTakeFirstOrThrow();
  const nobodyTried = { password_hash, mail: 'nora@velden.example', mail_key: 'nora@velden.example' };
  await db.updateTable('account').set(nobodyTried).where('id', '=', id).execute();
  await db.deleteFrom('sign_in_attempt').execute();
  noraFetch = await host.signIn('nora');
  nora = contentOf(noraFetch);
});

const change = (attributes: Record<string, unknown>, as: Content = nora) =>
  as.patch(path, { type: 'user--user', id, attributes });

const token = (secret: string, username = 'nora') =>
  host.fetch('/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'satchel', username, password: secret }),
  });
const signsIn = async (secret: string, username?: string) => (await token(secret, username)).status === 200;

const pass = (value: string, existing: string = password) => ({ pass: { existing, value } });

const needsPassword = {
  status: '422',
  detail: "pass: Your current password is missing or incorrect; it's required to change the Password.",
  source: { pointer: '/data/attributes/pass' },
};
const mailNeedsPassword = {
  status: '422',
  detail: "mail: Your current password is missing or incorrect; it's required to change the Email.",
  source: { pointer: '/data/attributes/mail' },
};

test('[C50] [API-20] a password is changed with the present one, and is never answered', async () => {
  const answer = await change(pass('a longer secret'));
  expect([answer.status, answer.record.id]).toEqual([200, id]);
  expect(answer.record.attributes).not.toHaveProperty('pass');
  expect([await signsIn('a longer secret'), await signsIn(password)]).toEqual([true, false]);
});

test('[C50] a new password ends the other sessions of its owner, and nobody else’s', async () => {
  const elsewhere = contentOf(await host.signIn('nora'));
  const tomas = contentOf(await host.signIn('tomas'));
  const refresh = (await (await token(password)).json()).refresh_token as string;
  await change(pass('a longer secret'));
  expect((await nora.get(path)).status).toBe(200);
  expect((await elsewhere.get(path)).status).toBe(401);
  expect((await tomas.get(`user/user/${host.world.people.tomas.id}`)).status).toBe(200);
  const again = await host.fetch('/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'satchel',
      refresh_token: refresh,
    }),
  });
  expect(again.status).toBe(400);
});

const withoutProof = [
  ['a wrong present password', { existing: 'wrong', value: 'a longer secret' }],
  ['no present password', { value: 'a longer secret' }],
  ['one that is null', { existing: null, value: 'a longer secret' }],
  ['one without end', { existing: 'x'.repeat(5000), value: 'a longer secret' }],
] as const;
test.each(withoutProof)('[C50] [API-21] %s is 422 in words that clients know', async (_what, given) => {
  const answer = await change({ pass: given });
  expect([answer.status, answer.errors]).toMatchObject([422, [needsPassword]]);
  expect(answer.errors).toHaveLength(1);
  expect(await signsIn(password)).toBe(true);
});

test('[C50] a new password has the length that the host asks for', async () => {
  for (const value of ['', 'seven77', 'x'.repeat(1025)]) {
    const answer = await change(pass(value));
    expect([answer.status, answer.errors[0]?.source?.pointer]).toEqual([422, '/data/attributes/pass']);
    expect(answer.errors[0]?.detail).toMatch(
      /^pass: Your password should be at (least 8|most 1024) characters/,
    );
  }
  expect((await change(pass('eight888'))).status).toBe(200);
});

test.each([
  ['a text', 'secret'],
  ['a list', ['secret']],
  ['a number as password', { existing: password, value: 12345678 }],
  ['an unknown property', { existing: password, new: 'a longer secret' }],
])('[C50] %s in the place of a password is 422', async (_what, given) => {
  const answer = await change({ pass: given });
  expect([answer.status, answer.errors[0]?.source?.pointer]).toEqual([422, '/data/attributes/pass']);
});

test('[C50] an address is changed with the present password, and signs in from then on', async () => {
  const mail = 'Nora.Lindqvist@velden.example';
  for (const attributes of [{ mail }, { mail, pass: { existing: 'wrong' } }]) {
    const refused = await change(attributes);
    expect([refused.status, refused.errors]).toMatchObject([422, [mailNeedsPassword]]);
  }
  const answer = await change({ mail, pass: { existing: password } });
  expect([answer.status, answer.record.attributes.mail]).toEqual([200, mail]);
  expect(await signsIn(password, 'nora.lindqvist@velden.example')).toBe(true);
});

test('[C50] both at once are refused one by one, and taken together', async () => {
  const mail = 'nora.l@velden.example';
  const refused = await change({ mail, ...pass('a longer secret', 'wrong') });
  expect(refused.errors).toMatchObject([needsPassword, mailNeedsPassword]);
  const taken = await change({ mail, ...pass('a longer secret') });
  expect([taken.status, taken.record.attributes.mail]).toEqual([200, mail]);
});

test('[C50] an address that is taken, or none at all, is 422', async () => {
  for (const [mail, detail] of [
    ['TOMAS@velden.example', /already taken/],
    ['not an address', /valid e-mail address/],
    ['a@b.example, c@d.example', /valid e-mail address/],
    ['', /should not be null/],
    [null, /should not be null/],
  ] as const) {
    const answer = await change({ mail, pass: { existing: password } });
    expect([answer.status, answer.errors[0]?.source?.pointer]).toEqual([422, '/data/attributes/mail']);
    expect(answer.errors[0]?.detail).toMatch(detail);
  }
});

test('[C50] name, roles and status are the host’s: 403 with the pointer', async () => {
  for (const field of ['name', 'display_name', 'roles', 'status', 'created', 'drupal_internal__uid']) {
    const answer = await change({ [field]: 'administrator' });
    expect([field, answer.status, answer.errors[0]?.source?.pointer]).toEqual([
      field,
      403,
      `/data/attributes/${field}`,
    ]);
  }
  const roles = { roles: { data: [{ type: 'user_role--user_role', id: newUuid() }] } };
  const answer = await nora.patch(path, { type: 'user--user', id, relationships: roles });
  expect([answer.status, answer.errors[0]?.source?.pointer]).toEqual([403, '/data/relationships/roles']);
  expect((await change({ name: 'nora', preferred_langcode: 'en' })).status).toBe(200);
});

test('a language and whether openings are mailed need no password', async () => {
  const answer = await change({ preferred_langcode: 'pt-BR', notify_opens: true });
  expect([answer.status, answer.record.attributes]).toMatchObject([
    200,
    { preferred_langcode: 'pt-BR', notify_opens: true },
  ]);
  expect((await nora.get(path)).record).toEqual(answer.record);
  for (const wrong of ['english please', null, '<b>']) {
    const refused = await change({ preferred_langcode: wrong });
    expect([refused.status, refused.errors[0]?.source?.pointer]).toEqual([
      422,
      '/data/attributes/preferred_langcode',
    ]);
  }
});

test('[C50] a time zone is said by its name, and taken back', async () => {
  expect((await nora.get(path)).record.attributes.timezone).toBeNull();
  const answer = await change({ timezone: 'Europe/Oslo' });
  expect([answer.status, answer.record.attributes.timezone]).toEqual([200, 'Europe/Oslo']);
  for (const wrong of ['Europe/Atlantis', '+01:00', '<b>', 'x'.repeat(65), 5]) {
    const refused = await change({ timezone: wrong });
    expect([refused.status, refused.errors[0]?.source?.pointer]).toEqual([422, '/data/attributes/timezone']);
  }
  expect((await change({ timezone: null })).record.attributes.timezone).toBeNull();
});

test('[C50, C51] somebody else’s account does not exist, for an administrator neither', async () => {
  for (const person of ['tomas', 'henrik', 'mei'] as const) {
    const as = contentOf(await host.signIn(person));
    expect((await change(pass('a longer secret'), as)).status).toBe(404);
    expect((await as.get(path)).status).toBe(404);
  }
  expect((await change(pass('a longer secret'), contentOf(host.fetch))).status).toBe(401);
  expect(await signsIn(password)).toBe(true);
});

test('[C51] the address is shown to its owner', async () => {
  expect((await nora.get(path)).record.attributes.mail).toBe('nora@velden.example');
});

test('accounts are neither made nor deleted here', async () => {
  const made = await nora.post('user/user', { type: 'user--user', attributes: { mail: 'x@velden.example' } });
  const gone = await nora.delete(path);
  const others = await nora.delete(`user/user/${host.world.people.tomas.id}`);
  expect([made.status, gone.status, others.status]).toEqual([403, 403, 404]);
  expect((await nora.get(path)).status).toBe(200);
});

test('a change of the account changes the ETag of its owner alone', async () => {
  const tomas = contentOf(await host.signIn('tomas'));
  const before = [await nora.get('salestool/channel'), await tomas.get('salestool/channel')];
  await change({ preferred_langcode: 'nb' });
  const after = [await nora.get('salestool/channel'), await tomas.get('salestool/channel')];
  const [noras, tomass] = before.map(
    (answer, at) => answer.headers.get('etag') === after[at]?.headers.get('etag'),
  );
  expect([noras, tomass]).toEqual([false, true]);
});

describe('guessing the present password', () => {
  test('is held up as at the sign-in, together with it', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await change(pass('a longer secret', `guess ${guess}`))).status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    const held = await change(pass('a longer secret'));
    expect([held.status, Number(held.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await token(password)).status).toBe(429);
  });

  test('costs nothing when it is right', async () => {
    let present = password;
    for (let turn = 0; turn < 12; turn++) {
      const next = `secret number ${turn}`;
      expect((await change(pass(next, present))).status).toBe(200);
      present = next;
    }
  });
});
