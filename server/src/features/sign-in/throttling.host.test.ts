import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { resetPassword } from '#managing-users/manage-users.ts';
import { buildServer } from '#server.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';
import { password } from '#testing/world.ts';
import { forgetOldTries, mostOfAccount, throttleKeys, welcome } from './try-store.ts';

const minute = 60_000;
const home = '198.51.100.7';

let host: TestHost;
beforeEach(async () => {
  // A proxy names the network each request comes from.
  host = await startTestHost({ config: { trustProxy: true } });
});
afterEach(() => host.stop());

const token = (form: Record<string, string>, from: string, url = host.url) =>
  fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'satchel', ...form }),
    headers: { 'x-forwarded-for': from },
  });
const signIn = (username: string, change: Record<string, string> = {}, from = home, url = host.url) =>
  token({ grant_type: 'password', username, password, ...change }, from, url);
const guess = (username: string, from = home, url = host.url) =>
  signIn(username, { password: 'wrong' }, from, url);
const secondsToWait = (answer: Response) => Number(answer.headers.get('retry-after'));

/** As if so many guesses had been made just now, each of which costs the time of a password check. */
function afterGuesses(kind: 'account' | 'network', of: string, failures: number) {
  const counted = { failures, first_failure: host.clock(), blocked_until: 0 };
  return host.database.db
    .insertInto('sign_in_attempt')
    .values({ key: throttleKeys(of, of)[kind], ...counted })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(counted))
    .execute();
}

/** Guesses from ever new networks; answers how many of them were looked at. */
async function guessFromEverywhere(username: string) {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, network) => guess(username, `203.0.113.${network}`)),
  );
  return answers.filter(({ status }) => status === 400).length;
}

test('wrong tries are held up with 429 and a time to wait, at most 15 minutes, and then the owner gets in', async () => {
  let longest = 0;
  for (let turn = 0; turn < 25; turn++) {
    const answer = await guess('nora');
    if (answer.status !== 429) continue;
    longest = Math.max(longest, secondsToWait(answer));
    expect((await signIn('nora')).status).toBe(429);
    host.advance(secondsToWait(answer) * 1000);
  }
  expect(longest).toBeGreaterThan(60);
  expect(longest).toBeLessThanOrEqual(15 * 60);
  host.advance(15 * minute);
  expect((await signIn('nora')).status).toBe(200);
  expect((await guess('nora')).status).toBe(400);
});

test('many guesses at once get no further than one after the other, and other people still get in', async () => {
  const guesses = await Promise.all(Array.from({ length: 30 }, () => guess('nora')));
  expect(guesses.filter((answer) => answer.status === 400)).toHaveLength(10);
  expect(guesses.filter((answer) => answer.status === 429)).toHaveLength(20);
  expect((await signIn('tomas')).status).toBe(200);
});

test('right sign-ins of one person do not refuse each other, however many come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => signIn('nora')));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
});

test('right sign-ins of many people do not refuse each other where a network has few tries left', async () => {
  await afterGuesses('network', home, 195);
  const names = Object.keys(host.world.people).flatMap((name) => [name, name, name]);
  const answers = await Promise.all(names.map((name) => signIn(name)));
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
});

test('whoever waits for the wrong tries of others gets no further than those that are left', async () => {
  await afterGuesses('network', home, 195);
  const guesses = Array.from({ length: 12 }, (_, turn) => guess(`name ${turn}`));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
});

test('a right sign-in that the host could not write down counts as no failure', async () => {
  for (let turn = 0; turn < 9; turn++) await guess('nora');
  const write = host.database.write;
  let writes = 0;
  const failing = vi.spyOn(host.database, 'write').mockImplementation((...given) => {
    writes += 1;
    if (writes === 2) throw new Error('The disk is full');
    return write(...given);
  });
  expect((await signIn('nora')).status).toBeGreaterThanOrEqual(500);
  failing.mockRestore();
  expect((await signIn('nora')).status).toBe(200);
});

test('a name nobody has is held up like one that somebody has', async () => {
  const statuses = async (name: string) => {
    const answers: number[] = [];
    for (let turn = 0; turn < 12; turn++) answers.push((await guess(name)).status);
    return answers;
  };
  expect(await statuses('nobody')).toEqual(await statuses('nora'));
});

test('a guesser who moves on to other networks gets a hundred tries in all, and the owner none the less gets in', async () => {
  await signIn('nora', {}, '192.0.2.1');
  const first = await signIn('nora', {}, '192.0.2.2');
  const { refresh_token } = (await first.json()) as { refresh_token: string };
  await token({ grant_type: 'refresh_token', refresh_token }, '192.0.2.3');
  await afterGuesses('account', host.world.people.nora.id, 94);
  expect(await guessFromEverywhere('nora')).toBe(6);

  // Where the owner has signed in or been signed in nothing is held up.
  expect((await signIn('nora', {}, '192.0.2.1')).status).toBe(200);
  expect((await signIn('nora', {}, '192.0.2.3')).status).toBe(200);
  // Elsewhere the owner waits once, although the guessing goes on all the time.
  const refused = await signIn('nora', {}, '192.0.2.99');
  expect(refused.status).toBe(429);
  expect(secondsToWait(refused)).toBeLessThanOrEqual(15 * 60);
  for (let waited = 0; waited < secondsToWait(refused); waited += 15) {
    host.advance(15_000);
    await guess('nora', `203.0.113.${100 + (waited % 100)}`);
  }
  expect((await guess('nora', '203.0.113.250')).status).toBe(429);
  expect((await signIn('nora', {}, '192.0.2.99')).status).toBe(200);
});

test('a guesser with many networks who waits in each gets five hundred tries a day, and the owner gets in where they are known', async () => {
  await signIn('nora', {}, '192.0.2.1');
  await afterGuesses('account', host.world.people.nora.id, 480);
  expect((await guess('nora', '192.0.2.2')).status).toBe(400);
  /** One round of guesses, a quarter of an hour after the last; answers how many were looked at. */
  const round = async () => {
    host.advance(15 * minute);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, network) => guess('nora', `2001:db8:${network}::1`)),
    );
    return answers.filter(({ status }) => status === 400).length;
  };
  const looked = [await round(), await round(), await round()];
  expect(looked.reduce((sum, each) => sum + each)).toBe(19);
  expect(looked.at(-1)).toBe(0);
  // Of one /48 a guesser has as many addresses as they like.
  expect((await guess('nora', '2001:db8:1:ffff::1')).status).toBe(429);

  expect((await guess('nora', '192.0.2.1')).status).toBe(400);
  expect((await signIn('nora', {}, '192.0.2.1')).status).toBe(200);
  const refused = await signIn('nora', {}, '192.0.2.99');
  expect(refused.status).toBe(429);
  host.advance(secondsToWait(refused) * 1000);
  expect((await signIn('nora', {}, '192.0.2.99')).status).toBe(200);
});

test('[AUTH-32] whoever sets a new password by mail gets in although the tries of the day are used up', async () => {
  const { nora } = host.world.people;
  await afterGuesses('account', nora.id, 499);
  await guess('nora', '203.0.113.1');
  expect((await signIn('nora')).status).toBe(429);
  await host.database.write((trx) => welcome(trx, throttleKeys(nora.id, home, 'nora'), host.clock()));
  expect((await signIn('nora')).status).toBe(200);
});

test('tries under a name hold up none under the address of the same person', async () => {
  const { mail } = await host.database.db
    .selectFrom('account')
    .select('mail')
    .where('id', '=', host.world.people.nora.id)
    .executeTakeFirstOrThrow();
  for (let turn = 0; turn < 10; turn++) await guess('nora');
  expect((await guess(' NORA ')).status).toBe(429);
  expect((await guess(mail)).status).toBe(400);
  expect((await guess('somebody@velden.example')).status).toBe(400);
});

test('a name nobody has is held up everywhere like one that somebody has', async () => {
  await afterGuesses('account', 'nobody', 94);
  expect(await guessFromEverywhere('nobody')).toBe(6);
});

test('one network that tries many names is held up, and people elsewhere are not', async () => {
  await afterGuesses('network', home, 194);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, turn) => guess(`name ${turn}`)));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(6);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
  expect((await signIn('nora')).status).toBe(429);
  expect((await signIn('nora', {}, '192.0.2.1')).status).toBe(200);
});

test('one network that tries many names slowly is held up too, and its people who were signed in there before are not', async () => {
  expect((await signIn('nora')).status).toBe(200);
  await afterGuesses('network', home, 150);
  host.advance(20 * 60 * minute);
  const guesses = await Promise.all(Array.from({ length: 55 }, (_, turn) => guess(`name ${turn}`)));
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await guess('tomas')).status).toBe(429);
  expect((await signIn('tomas')).status).toBe(429);
  expect((await signIn('nora')).status).toBe(200);
  expect((await guess('nora')).status).toBe(400);
});

test('only the address that the proxy itself added counts, not what the caller wrote before it', async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn++)
    statuses.push((await guess('nora', `203.0.113.${turn}, ${home}`)).status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  expect((await signIn('nora')).status).toBe(429);
  expect((await signIn('nora', {}, `${home}, 192.0.2.1`)).status).toBe(200);
});

test('several hosts on one database count together', async () => {
  const database = await openDatabase(host.config.databaseUrl, host.config.dataFolder);
  const second = buildServer({ ...host, database, log: host.server.log });
  const url = await second.listen({ host: '127.0.0.1', port: 0 });
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, turn) => guess('nora', home, turn % 2 ? host.url : url)),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  expect((await signIn('nora', {}, home, url)).status).toBe(429);
  await second.close();
  await database.close();
});

test('however many names are tried, only so much is remembered, and the busiest longest', async () => {
  for (let turn = 0; turn < 12; turn++) await guess('nora');
  for (let turn = 0; turn < 30; turn++) await guess(`name ${turn}`, `203.0.113.${turn}`);
  const kept = () => host.database.db.selectFrom('sign_in_attempt').selectAll().execute();
  expect((await kept()).length).toBeGreaterThan(90);
  await host.database.write((trx) => forgetOldTries(trx, host.clock(), 20));
  expect(await kept()).toHaveLength(20);
  expect((await guess('nora')).status).toBe(429);
  host.advance(2 * 24 * 60 * minute);
  await host.database.write((trx) => forgetOldTries(trx, host.clock()));
  expect(await kept()).toEqual([]);
});

test('a new password of an operator lets the owner in who is held up by guesses of others', async () => {
  await afterGuesses('account', host.world.people.nora.id, mostOfAccount - 1);
  await guess('nora', '203.0.113.1');
  expect((await signIn('nora')).status).toBe(429);
  const parts = { database: host.database, passwordMinLength: 5, now: host.clock() };
  await resetPassword(parts, 'nora', 'a new one of hers');
  expect((await signIn('nora', { password: 'a new one of hers' })).status).toBe(200);
});
