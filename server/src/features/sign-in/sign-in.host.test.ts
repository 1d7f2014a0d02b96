import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '@satchel/core/contract/roles.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { mailHashOf, saveCode } from '#features/password-reset/code-store.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';
import { password } from '#testing/world.ts';
import { findByMail, hashPassword, isStillOpenTo, setMemberships, setPassword } from './account-store.ts';
import { endSessions, openSession } from './session-store.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.stop());

const salesScopes = 'sales_tool_user external_sales_tool_user sales_tool_manager external_sales_tool_manager';
const minute = 60_000;

type Form = Record<string, string>;
interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  token_type: string;
  scope: string;
}

const post = (path: string, form: Form, on = host) =>
  on.fetch(path, { method: 'POST', body: new URLSearchParams(form) });
const signIn = (username: string, change: Form = {}, on = host) =>
  post(
    '/oauth/token',
    { grant_type: 'password', client_id: 'satchel', username, password, scope: salesScopes, ...change },
    on,
  );
const refresh = (refresh_token: string, change: Form = {}, on = host) =>
  post(
    '/oauth/token',
    { grant_type: 'refresh_token', client_id: 'satchel', scope: salesScopes, refresh_token, ...change },
    on,
  );
const tokensOf = async (answer: Response | Promise<Response>) => {
  const response = await answer;
  expect(response.status).toBe(200);
  return (await response.json()) as Tokens;
};
const get = (path: string, token: string) =>
  host.fetch(path, { headers: { authorization: `Bearer ${token}` } });

describe('signing in', () => {
  test('[API-05, API-06] a form with the password grant answers both tokens and their lifetime', async () => {
    const answer = await signIn('nora');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      token_type: 'Bearer',
      expires_in: 300,
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'sales_tool_user',
    });
  });

  test.each(['nora', 'Nora', ' NORA ', 'nora@velden.example', 'Nora@Velden.example'])(
    '%j is the same person',
    async (name) => {
      const { access_token } = await tokensOf(signIn(name));
      const [me] = await (await get('/oauth/api/me', access_token)).json();
      expect(me.user[0].name).toEqual(['nora']);
    },
  );

  test('a wrong password and an unknown user get the same words', async () => {
    const wrong = await signIn('nora', { password: 'wrong' });
    const unknown = await signIn('nobody', { password: 'wrong' });
    expect([wrong.status, unknown.status]).toEqual([400, 400]);
    const words = await wrong.json();
    expect(words).toEqual({ error: 'invalid_grant', error_description: expect.any(String) });
    expect(await unknown.json()).toEqual(words);
  });

  test('a wrong password and an unknown user take the same time', async () => {
    const fresh = await startTestHost();
    const timeOf = async (name: string) => {
      const start = performance.now();
      await signIn(name, { password: 'wrong' }, fresh);
      return performance.now() - start;
    };
    const ratios: number[] = [];
    // In turns, so that whatever else the machine does falls on both.
    for (let turn = 0; turn < 9; turn++) {
      const known = await timeOf('nora');
      ratios.push((await timeOf(`nobody-${turn}`)) / known);
    }
    await fresh.stop();
    // Without the decoy an unknown name answers in a small part of the time.
    expect(ratios.sort((a, b) => a - b)[4]).toBeGreaterThan(0.3);
  });

  test('[API-09] scopes stand with spaces between them; they are reduced to the roles, and one that nobody can have is refused', async () => {
    expect((await tokensOf(signIn('henrik'))).scope).toBe('sales_tool_manager');
    expect((await tokensOf(signIn('nora', { scope: '' }))).scope).toBe('sales_tool_user');
    expect((await tokensOf(signIn('nora', { scope: 'sales_tool_manager' }))).scope).toBe('');
    const both = { scope: 'sales_tool_user external_sales_tool_user' };
    expect((await tokensOf(signIn('nora', both))).scope).toBe('sales_tool_user');
    expect((await signIn('nora', { scope: 'sales_tool_user,sales_tool_manager' })).status).toBe(400);
    const refused = await signIn('nora', { scope: 'sales_tool_user root' });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: 'invalid_scope' });
  });

  test.each([
    ['an unknown grant', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['no grant', { grant_type: '' }, 400, 'unsupported_grant_type'],
    ['an unknown client', { client_id: 'thief' }, 401, 'invalid_client'],
    ['a name with a NUL', { username: 'nora\u0000' }, 400, 'invalid_grant'],
    ['a huge name', { username: 'x'.repeat(5000) }, 400, 'invalid_request'],
    ['a huge password', { password: 'x'.repeat(3000) }, 400, 'invalid_grant'],
  ])('%s is refused in OAuth’s words', async (_, change, status, error) => {
    const answer = await signIn('nora', change as Form);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error, error_description: expect.any(String) });
  });

  test('a field given twice, one left out and JSON in place of a form are refused', async () => {
    const form = `grant_type=password&client_id=satchel&username=nora&username=mei&password=x`;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const twice = await host.fetch('/oauth/token', { method: 'POST', body: form, headers: type });
    const missing = await post('/oauth/token', { grant_type: 'password', client_id: 'satchel' });
    const json = await host.fetch('/oauth/token', {
      method: 'POST',
      body: '{"grant_type":"password"}',
      headers: { 'content-type': 'application/xml' },
    });
    expect([twice.status, missing.status, json.status]).toEqual([400, 400, 415]);
    for (const answer of [twice, missing, json]) {
      expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
    }
  });

  test('[AUTH-16] a client secret is asked for only when the host has one', async () => {
    const strict = await startTestHost({ config: { client: { id: 'satchel', secret: 'sesame' } } });
    const status = async (change: Form) => (await signIn('nora', change, strict)).status;
    expect(await status({})).toBe(401);
    expect(await status({ client_secret: 'wrong' })).toBe(401);
    expect(await status({ client_secret: 'sesame' })).toBe(200);
    await strict.stop();
  });

  test('passwords and refresh tokens never stand in the database as they are', async () => {
    const { refresh_token } = await tokensOf(signIn('nora'));
    const [account] = await host.database.db
      .selectFrom('account')
      .selectAll()
      .where('name', '=', 'nora')
      .execute();
    const tokens = await host.database.db.selectFrom('refresh_token').selectAll().execute();
    expect(account?.password_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(tokens)).not.toContain(refresh_token);
  });
});

describe('refreshing', () => {
  test('[API-07, API-08] a refresh token is exchanged for new tokens that work', async () => {
    const first = await tokensOf(signIn('nora'));
    const second = await tokensOf(refresh(first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.scope).toBe('sales_tool_user');
    expect((await get('/oauth/api/me', second.access_token)).status).toBe(200);
  });

  test('after a lost answer, however long ago, the old token gives the same successor', async () => {
    const { refresh_token } = await tokensOf(signIn('nora'));
    const lost = await tokensOf(refresh(refresh_token));
    host.advance(3 * 24 * 60 * minute);
    const again = await tokensOf(refresh(refresh_token));
    expect(again.refresh_token).toBe(lost.refresh_token);
    expect((await tokensOf(refresh(again.refresh_token))).refresh_token).not.toBe(again.refresh_token);
  });

  test('an answer lost shortly before the old token would end is not the end of the session', async () => {
    const { refresh_token } = await tokensOf(signIn('nora'));
    host.advance(13 * 24 * 60 * minute);
    await tokensOf(refresh(refresh_token));
    host.advance(5 * 24 * 60 * minute);
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test('many refreshes at once all get the one successor', async () => {
    const { refresh_token } = await tokensOf(signIn('nora'));
    const answers = await Promise.all(Array.from({ length: 12 }, () => tokensOf(refresh(refresh_token))));
    expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
    for (const { access_token } of answers) {
      expect((await get('/oauth/api/me', access_token)).status).toBe(200);
    }
  });

  test('for 30 s after the successor was used the old token still gives it, later it ends the session', async () => {
    const first = await tokensOf(signIn('nora'));
    const second = await tokensOf(refresh(first.refresh_token));
    const third = await tokensOf(refresh(second.refresh_token));
    host.advance(20_000);
    expect((await tokensOf(refresh(first.refresh_token))).refresh_token).toBe(second.refresh_token);
    host.advance(20_000);
    const replayed = await refresh(first.refresh_token);
    expect(replayed.status).toBe(400);
    expect(await replayed.json()).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(third.refresh_token)).status).toBe(400);
    expect((await get('/oauth/api/me', third.access_token)).status).toBe(401);
  });

  test('a token long replaced ends its own session only', async () => {
    const other = await tokensOf(signIn('nora'));
    const stolen = await tokensOf(signIn('nora'));
    let newest = stolen;
    for (let turn = 0; turn < 4; turn++) newest = await tokensOf(refresh(newest.refresh_token));
    host.advance(31_000);
    expect((await refresh(stolen.refresh_token)).status).toBe(400);
    expect((await refresh(newest.refresh_token)).status).toBe(400);
    expect((await refresh(other.refresh_token)).status).toBe(200);
  });

  test.each(['', 'x', 'A'.repeat(43), '\u0000'])('%j is no refresh token', async (token) => {
    expect((await refresh(token)).status).toBe(400);
  });

  test('fourteen days without a refresh end the session', async () => {
    const { refresh_token } = await tokensOf(signIn('nora'));
    host.advance(13 * 24 * 60 * minute);
    const kept = await tokensOf(refresh(refresh_token));
    host.advance(15 * 24 * 60 * minute);
    expect((await refresh(kept.refresh_token)).status).toBe(400);
  });

  test('a role that was taken away is gone at the next refresh and at once in what is allowed', async () => {
    const fresh = await startTestHost();
    const tokens = (await (await signIn('henrik', {}, fresh)).json()) as Tokens;
    await fresh.database.db
      .deleteFrom('account_role')
      .where('account_id', '=', fresh.world.people.henrik.id)
      .execute();
    const me = await fresh.fetch('/oauth/api/me', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect((await me.json())[0].user[0].roles).toEqual([]);
    await fresh.stop();
  });
});

describe('a role that comes while somebody is signed in', () => {
  async function noraBecomes(roles: readonly Role[], asked: Form = {}) {
    const fresh = await startTestHost();
    onTestFinished(() => fresh.stop());
    const tokens = await tokensOf(signIn('nora', asked, fresh));
    const { people, channels } = fresh.world;
    await fresh.database.write((trx) =>
      setMemberships(trx, people.nora.id, { roles, channelIds: [channels.retail.id] }),
    );
    const rolesBy = async ({ access_token }: Tokens) => {
      const headers = { authorization: `Bearer ${access_token}` };
      const [me] = await (await fresh.fetch('/oauth/api/me', { headers })).json();
      return me.user[0].roles;
    };
    const renew = (change: Form = {}) => tokensOf(refresh(tokens.refresh_token, change, fresh));
    return { tokens, rolesBy, renew };
  }

  test.each([
    ['is added', ['sales_tool_manager', 'sales_tool_user']],
    ['takes the place of another', ['sales_tool_manager']],
  ] as const)('counts at the next request and at the next refresh when it %s', async (_, roles) => {
    const { tokens, rolesBy, renew } = await noraBecomes(roles);
    expect(tokens.scope).toBe('sales_tool_user');
    expect(await rolesBy(tokens)).toEqual(roles);
    const renewed = await renew();
    expect(renewed.scope).toBe(roles.join(' '));
    expect(await rolesBy(renewed)).toEqual(roles);
    expect((await renew({ scope: '' })).scope).toBe(roles.join(' '));
  });

  test('counts also where nothing was asked for at the sign-in', async () => {
    const { tokens, rolesBy, renew } = await noraBecomes(['sales_tool_manager'], { scope: '' });
    expect(await rolesBy(tokens)).toEqual(['sales_tool_manager']);
    expect((await renew()).scope).toBe('sales_tool_manager');
  });

  test('does not count where less was asked for at the sign-in', async () => {
    const less = { scope: 'sales_tool_user' };
    const { tokens, rolesBy, renew } = await noraBecomes(['sales_tool_manager', 'sales_tool_user'], less);
    expect(await rolesBy(tokens)).toEqual(['sales_tool_user']);
    for (const renewed of [await renew(), await renew({ scope: '' })]) {
      expect(renewed.scope).toBe('sales_tool_user');
      expect(await rolesBy(renewed)).toEqual(['sales_tool_user']);
    }
  });

  test('does not count for a token that was asked for less at its refresh', async () => {
    const { rolesBy, renew } = await noraBecomes(['sales_tool_manager', 'sales_tool_user']);
    const less = await renew({ scope: 'sales_tool_manager' });
    expect(less.scope).toBe('sales_tool_manager');
    expect(await rolesBy(less)).toEqual(['sales_tool_manager']);
  });
});

describe('the access token', () => {
  test('[API-03] without one, with a bad one and with one that has expired the answer is 401', async () => {
    const { access_token } = await tokensOf(signIn('nora'));
    const statuses = await Promise.all([
      host.fetch('/oauth/api/me'),
      get('/oauth/api/me', 'abc'),
      get('/oauth/api/me', `${access_token}x`),
      host.fetch('/oauth/api/me', { headers: { authorization: 'Basic bm9yYTp4' } }),
      host.fetch('/oauth/api/me', { headers: { authorization: `bearer  ${access_token}` } }),
    ]);
    expect(statuses.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 200]);
    for (const answer of statuses.slice(0, 4)) {
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    host.advance(5 * minute + 1000);
    expect((await get('/oauth/api/me', access_token)).status).toBe(401);
  });

  test('signing out ends both tokens at once, and saying so again is no error', async () => {
    for (const which of ['refresh_token', 'access_token'] as const) {
      const tokens = await tokensOf(signIn('nora'));
      const form = { client_id: 'satchel', token: tokens[which], token_type_hint: which };
      expect((await post('/oauth/revoke', form)).status).toBe(200);
      expect((await get('/oauth/api/me', tokens.access_token)).status).toBe(401);
      expect((await refresh(tokens.refresh_token)).status).toBe(400);
      expect((await post('/oauth/revoke', form)).status).toBe(200);
    }
    expect((await post('/oauth/revoke', { client_id: 'satchel', token: 'unknown' })).status).toBe(200);
  });
});

describe('an account that was deactivated', () => {
  test('is signed out everywhere at once, and signs in no more, in the words of a wrong password', async () => {
    const fresh = await startTestHost();
    const tokens = (await (await signIn('nora', {}, fresh)).json()) as Tokens;
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const wrong = await (await signIn('tomas', { password: 'wrong' }, fresh)).json();
    await fresh.database.db.updateTable('account').set({ active: 0 }).where('name', '=', 'nora').execute();

    for (const path of ['/oauth/api/me', '/oauth/debug', '/jsonapi/salestool/channel']) {
      const answer = await fresh.fetch(path, { headers });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Bearer/),
      ]);
    }
    const { refresh_token } = tokens;
    const renewed = await post(
      '/oauth/token',
      { grant_type: 'refresh_token', client_id: 'satchel', refresh_token },
      fresh,
    );
    expect(renewed.status).toBe(400);
    const again = await signIn('nora', {}, fresh);
    expect(again.status).toBe(400);
    expect(await again.json()).toEqual(wrong);
    await fresh.stop();
  });
});

describe('a password that is changed while somebody signs in with the old one', () => {
  test('leaves no session of the old one behind', async () => {
    const fresh = await startTestHost();
    const { id } = fresh.world.people.nora;
    const passwordHash = await hashPassword('another one');
    const signIns = Array.from({ length: 8 }, () => signIn('nora', {}, fresh));
    await signIns[0];
    await fresh.database.write(async (trx) => {
      await setPassword(trx, id, passwordHash, fresh.clock());
      await endSessions(trx, id, fresh.clock());
    });
    for (const answer of await Promise.all(signIns)) {
      const { access_token = 'none' } = (await answer.json()) as Partial<Tokens>;
      const headers = { authorization: `Bearer ${access_token}` };
      expect((await fresh.fetch('/oauth/api/me', { headers })).status).toBe(401);
    }
    expect((await signIn('nora', { password: 'another one' }, fresh)).status).toBe(200);
    await fresh.stop();
  });

  test('leaves none that was just about to be opened when a code sets it', async () => {
    const fresh = await startTestHost();
    const { database, keys, clock } = fresh;
    const nora = await findByMail(database.db, 'nora@velden.example');
    if (!nora) throw new Error('Nora has no account');
    const [mail, code] = [nora.mail, '123456'];
    const asked = { code, mailHash: mailHashOf(keys.hashSecret, mail), accountId: nora.id };
    await database.write((trx) => saveCode(trx, keys.hashSecret, asked, clock()));
    const reset = () =>
      fresh.fetch('/jsonrpc', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'salestool_otp.apply_otp' },
          params: { mail, otp: code, password: 'another one' },
        }),
      });
    let applied: Promise<Response> | undefined;
    const opened = await database.write(async (trx) => {
      if (!(await isStillOpenTo(trx, nora))) return null;
      applied ??= reset();
      // Where one writes after the other, it waits for the end of this.
      await Promise.race([applied, pause(1500)]);
      return openSession(trx, { accountId: nora.id, scope: '' }, clock());
    });
    expect(await (await applied)?.json()).toMatchObject({ result: { username: 'nora' } });
    const form = { grant_type: 'refresh_token', client_id: 'satchel' };
    const renewed = await post(
      '/oauth/token',
      { ...form, refresh_token: opened?.refreshToken ?? 'none' },
      fresh,
    );
    expect(renewed.status).toBe(400);
    await fresh.stop();
  });
});

describe('who am I', () => {
  test('[API-15, API-16, API-17] me wraps single values in lists, and keeps roles and channels as lists', async () => {
    const { access_token } = await tokensOf(signIn('nora'));
    const answer = await get('/oauth/api/me', access_token);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual([
      {
        login_status: [true],
        user: [
          {
            id: [expect.any(Number)],
            uuid: [host.world.people.nora.id],
            remote_id: [null],
            name: ['nora'],
            mail: ['nora@velden.example'],
            preferred_langcode: ['en'],
            roles: ['sales_tool_user'],
            channels: [host.world.channels.retail.id],
          },
        ],
      },
    ]);
  });

  test('[API-18, API-19] current_user and debug answer the same person, and nothing without a token', async () => {
    const { access_token } = await tokensOf(signIn('nora'));
    const current = await (await get('/oauth/api/current_user', access_token)).json();
    const debug = await (await get('/oauth/debug', access_token)).json();
    expect(current).toMatchObject({ uuid: host.world.people.nora.id, name: 'nora' });
    expect(debug).toMatchObject({ client: 'satchel', roles: ['sales_tool_user'] });
    expect(JSON.stringify([current, debug])).not.toMatch(/argon2|token/);
    expect((await host.fetch('/oauth/api/current_user')).status).toBe(401);
    expect((await host.fetch('/oauth/debug')).status).toBe(401);
  });
});
