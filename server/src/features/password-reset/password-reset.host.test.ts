import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SmtpReceiver, startSmtpReceiver } from '#testing/smtp-receiver.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';
import { password } from '#testing/world.ts';
import { forgetOldCodes } from './code-store.ts';

const minute = 60_000;
const nora = 'nora@velden.example';

let receiver: SmtpReceiver;
let host: TestHost;
beforeAll(async () => {
  receiver = await startSmtpReceiver();
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  receiver.behave(() => 'accept');
  receiver.accepted.length = 0;
  host = await startTestHost({
    config: { smtpUrl: receiver.url, mailTimeoutMs: 1000, trustProxy: true, passwordMinLength: 8 },
  });
});
afterEach(() => host.stop());

async function call(method: string, params: object, from = '198.51.100.7') {
  const answer = await host.fetch('/jsonrpc', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'otp-1', method: `salestool_otp.${method}`, params }),
  });
  return { status: answer.status, body: await answer.json() };
}
const generate = (mail: string, from?: string) => call('generate_otp', { mail }, from);
const validate = (mail: string, otp: string, from?: string) => call('validate_otp', { mail, otp }, from);
const apply = (mail: string, otp: string, wanted: string, from?: string) =>
  call('apply_otp', { mail, otp, password: wanted }, from);

const ok = (result: object = { status: 'ok' }) => ({
  status: 200,
  body: { jsonrpc: '2.0', id: 'otp-1', result },
});
const invalidCode = {
  status: 200,
  body: {
    jsonrpc: '2.0',
    id: 'otp-1',
    error: { code: -32_000, message: 'Invalid code', data: 'The code is wrong or has expired.' },
  },
};

const mailsTo = (address: string) => receiver.accepted.filter(({ to }) => to[0] === address);
/** The code in the newest mail, once there are so many. */
async function mailedCode(count = 1, address = nora) {
  await expect.poll(() => mailsTo(address).length, { timeout: 10_000, interval: 20 }).toBe(count);
  return /^(\d{6})\r?$/m.exec(mailsTo(address).at(-1)?.raw ?? '')?.[1] as string;
}
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const signIn = (username: string, typed: string, from = '198.51.100.7') =>
  host.fetch('/oauth/token', {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: new URLSearchParams({ grant_type: 'password', client_id: 'satchel', username, password: typed }),
  });

describe('a forgotten password', () => {
  test('[API-10, API-11, API-12, API-13, API-14] is set anew with a code from the mail, and then signs in', async () => {
    expect(await generate(nora)).toEqual(ok());
    const code = await mailedCode();
    expect(await validate(nora, code)).toEqual(ok());
    expect(await apply(nora, code, 'nothing but new')).toEqual(ok({ status: 'ok', username: 'nora' }));
    expect((await signIn('nora', 'nothing but new')).status).toBe(200);
    expect((await signIn('nora', password)).status).toBe(400);
  });

  test('[AUTH-29] that was set anew ends every session and is told in a mail without the code', async () => {
    const [tablet, phone, other] = [
      await host.signIn('nora'),
      await host.signIn('nora'),
      await host.signIn('tomas'),
    ];
    const { refresh_token } = (await (await signIn('nora', password)).json()) as { refresh_token: string };
    await generate(nora);
    const code = await mailedCode();
    await apply(nora, code, 'nothing but new');
    const status = async (who: typeof tablet) => (await who('/oauth/api/me')).status;
    expect([await status(tablet), await status(phone), await status(other)]).toEqual([401, 401, 200]);
    const renewed = await host.fetch('/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'satchel', refresh_token }),
    });
    expect(renewed.status).toBe(400);
    await expect.poll(() => mailsTo(nora).length, { timeout: 10_000, interval: 20 }).toBe(2);
    const notice = mailsTo(nora)[1]?.raw ?? '';
    expect(notice).toMatch(/^Subject: Your password at Velden was changed/m);
    expect(notice).not.toContain(code);
  });

  test('[AUTH-32] lets its owner in at once although somebody has guessed at the account and this network', async () => {
    for (let turn = 0; turn < 11; turn++) await signIn('nora', 'wrong');
    expect((await signIn('nora', password)).status).toBe(429);
    await generate(nora);
    await apply(nora, await mailedCode(), 'nothing but new');
    expect((await signIn('nora', 'nothing but new')).status).toBe(200);
  });

  test('goes to the address of the account, however it was typed', async () => {
    expect(await generate('  NORA@Velden.example ')).toEqual(ok());
    const code = await mailedCode();
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect(await apply('Nora@velden.example', typed, 'nothing but new')).toEqual(
      ok({ status: 'ok', username: 'nora' }),
    );
  });

  test('[AUTH-34] keeps the rules for passwords, and a refusal costs neither the code nor a try', async () => {
    await generate(nora);
    const code = await mailedCode();
    for (const wanted of ['', 'seven77', '🔑🔑🔑🔑', 'x'.repeat(1025)]) {
      const { status, body } = await apply(nora, code, wanted);
      expect(status).toBe(200);
      expect(body.error).toEqual({
        code: -32_000,
        message: 'Invalid password',
        data: expect.stringMatching(/^The password should be at (?:least 8|most 1024) characters long\.$/),
      });
    }
    expect((await apply(nora, code, '🔑🔑🔑🔑🔑🔑🔑🔑')).body.result).toMatchObject({ status: 'ok' });
  });
});

describe('a code', () => {
  test('works once', async () => {
    await generate(nora);
    const code = await mailedCode();
    expect((await apply(nora, code, 'nothing but new')).body.result).toBeDefined();
    expect(await validate(nora, code)).toEqual(invalidCode);
    expect(await apply(nora, code, 'something else')).toEqual(invalidCode);
  });

  test('used by two at the same moment lets one of them through', async () => {
    await generate(nora);
    const code = await mailedCode();
    const wanted = ['first choice', 'second choice', 'third choice', 'fourth choice'];
    const answers = await Promise.all(wanted.map((each) => apply(nora, code, each)));
    const winners = answers.flatMap(({ body }, index) => (body.result ? [wanted[index] as string] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error)).toHaveLength(3);
    expect((await signIn('nora', winners[0] as string)).status).toBe(200);
  });

  test('is worth nothing after 10 minutes', async () => {
    await generate(nora);
    const code = await mailedCode();
    host.advance(10 * minute - 5000);
    expect(await validate(nora, code)).toEqual(ok());
    host.advance(5001);
    expect(await validate(nora, code)).toEqual(invalidCode);
    expect(await apply(nora, code, 'nothing but new')).toEqual(invalidCode);
  });

  test('is worth nothing after five wrong tries, also when they come at once', async () => {
    await generate(nora);
    const code = await mailedCode();
    for (let turn = 0; turn < 4; turn++) expect(await validate(nora, otherThan(code))).toEqual(invalidCode);
    expect(await validate(nora, code)).toEqual(ok());
    expect(await apply(nora, otherThan(code), 'nothing but new')).toEqual(invalidCode);
    expect(await validate(nora, code)).toEqual(invalidCode);

    await generate(nora);
    const second = await mailedCode(2);
    await Promise.all(Array.from({ length: 8 }, () => validate(nora, otherThan(second))));
    expect(await apply(nora, second, 'nothing but new')).toEqual(invalidCode);
    expect((await signIn('nora', password)).status).toBe(200);
  });

  test('belongs to its address alone', async () => {
    await generate(nora);
    const code = await mailedCode();
    await generate('tomas@velden.example');
    expect(await validate('tomas@velden.example', code)).toEqual(invalidCode);
    expect(await validate('nobody@velden.example', code)).toEqual(invalidCode);
    expect(await validate(nora, code)).toEqual(ok());
  });

  test('is worth nothing once the account has another address, nor for who has that address next', async () => {
    await generate(nora);
    const code = await mailedCode();
    const move = (name: string, mail: string) =>
      host.database.db
        .updateTable('account')
        .set({ mail, mail_key: mail })
        .where('name', '=', name)
        .execute();
    await move('nora', 'n@velden.example');
    expect(await apply(nora, code, 'nothing but new')).toEqual(invalidCode);
    await move('tomas', nora);
    expect(await apply(nora, code, 'nothing but new')).toEqual(invalidCode);
  });

  test('ends the one before it', async () => {
    await generate(nora);
    const first = await mailedCode();
    await generate(nora);
    const second = await mailedCode(2);
    if (first !== second) expect(await validate(nora, first)).toEqual(invalidCode);
    expect(await validate(nora, second)).toEqual(ok());
  });

  test('is asked for three times an hour, also when all ask at once, and then there is a time to wait', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => generate(nora)));
    expect(answers.filter(({ body }) => body.result)).toHaveLength(3);
    const refused = answers.find(({ body }) => body.error);
    expect(refused).toMatchObject({
      status: 200,
      body: { error: { code: -32_000, message: 'Too many requests' } },
    });
    expect(refused?.body.error.data).toMatch(/in 60 minutes at the earliest/);
    await mailedCode(3);
    host.advance(60 * minute + 1000);
    expect(await generate(nora)).toEqual(ok());
    await mailedCode(4);
  });

  test('never stands in the database or the log of mails as it is', async () => {
    receiver.behave(() => ({ refuse: 451 }));
    await generate(nora);
    const { db } = host.database;
    const code = host.keys.unseal(
      JSON.parse((await db.selectFrom('outbox').select('content').executeTakeFirstOrThrow()).content)
        .sealedCode,
    );
    expect(code).toMatch(/^\d{6}$/);
    const rows = [
      await db.selectFrom('outbox').select(['content', 'recipient']).execute(),
      await db.selectFrom('password_code').select(['code_hash', 'mail_hash']).execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows[1])).not.toContain('nora');
  });

  test('that could not be mailed in time is not mailed late', async () => {
    receiver.behave(() => ({ refuse: 451 }));
    await generate(nora);
    const { db } = host.database;
    const mail = () => db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    await expect.poll(async () => (await mail()).not_before - (await mail()).created).toBeGreaterThan(0);
    receiver.behave(() => 'accept');
    host.advance(11 * minute);
    host.outbox.wake();
    await expect.poll(async () => (await mail()).finished).not.toBeNull();
    expect(receiver.accepted).toEqual([]);
  });
});

describe('an address nobody has', () => {
  test('[API-14] gets the same answers as one that somebody has, and no mail', async () => {
    const strangers = ['nobody@velden.example', 'no address at all', 'nora@velden.example\u0000'];
    for (const mail of strangers) {
      expect(await generate(mail)).toEqual(ok());
      expect(await validate(mail, '123456')).toEqual(invalidCode);
      expect(await apply(mail, '123456', 'nothing but new')).toEqual(invalidCode);
    }
    const [stranger] = strangers as [string];
    for (let turn = 0; turn < 2; turn++) await generate(stranger);
    for (let turn = 0; turn < 3; turn++) await generate(nora);
    await mailedCode(3);
    const refused = await generate(stranger);
    expect(refused).toEqual(await generate(nora));
    expect(refused.body.error.message).toBe('Too many requests');
    expect(receiver.accepted.every(({ to }) => to[0] === nora)).toBe(true);
  });

  test('gets them after the same set time', async () => {
    const timeOf = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now();
      await work();
      return performance.now() - startedAt;
    };
    const steps = [
      await timeOf(() => generate(nora)),
      await timeOf(() => generate('nobody@velden.example')),
      await timeOf(() => validate(nora, '123')),
      await timeOf(() => validate('nobody@velden.example', '123')),
      await timeOf(() => validate('never-asked@velden.example', '123')),
    ];
    // What the work itself takes is a small part of that.
    for (const time of steps) expect(time).toBeGreaterThan(290);
  });

  test('an account that was deactivated is nobody’s', async () => {
    await generate(nora);
    const code = await mailedCode();
    await host.database.db.updateTable('account').set({ active: 0 }).where('name', '=', 'nora').execute();
    expect(await generate(nora)).toEqual(ok());
    expect(await apply(nora, code, 'nothing but new')).toEqual(invalidCode);
    expect(mailsTo(nora)).toHaveLength(1);
  });
});

describe('many calls', () => {
  test('from one network are held up, whatever addresses they name, and other networks are not', async () => {
    await generate('first@velden.example');
    const { db } = host.database;
    await db.updateTable('sign_in_attempt').set({ failures: 196 }).where('key', 'like', 'codes %').execute();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => generate(`name-${turn}@velden.example`)),
    );
    expect(answers.filter(({ body }) => body.result)).toHaveLength(4);
    const refused = await validate('any@velden.example', '123456');
    expect(refused.body.error.data).toMatch(/^Too many tries\. Try again in \d+ minutes?\.$/);
    expect(await generate(nora, '203.0.113.5')).toEqual(ok());
  });

  test('leave only so much behind', async () => {
    await Promise.all(Array.from({ length: 9 }, (_, turn) => generate(`name-${turn}@velden.example`)));
    await generate(nora);
    const code = await mailedCode();
    await host.database.write((trx) => forgetOldCodes(trx, host.clock(), 5));
    const kept = () => host.database.db.selectFrom('password_code').selectAll().execute();
    expect(await kept()).toHaveLength(6);
    expect(await validate(nora, code)).toEqual(ok());
    host.advance(61 * minute);
    await host.database.write((trx) => forgetOldCodes(trx, host.clock()));
    expect(await kept()).toEqual([]);
  });
});
