import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { createOutbox } from '#mail/outbox.ts';
import { sendPack } from '#testing/send-pack.ts';
import {
  type Behaviour,
  type SmtpReceiver,
  type SmtpStage,
  startSmtpReceiver,
} from '#testing/smtp-receiver.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

const mailFrom = 'Velden <packs@velden.example>';
const hourMs = 3_600_000;

let receiver: SmtpReceiver;
let host: TestHost;
let nora: Fetch;
beforeAll(async () => {
  receiver = await startSmtpReceiver();
  host = await startTestHost({ config: { smtpUrl: receiver.url, mailTimeoutMs: 4000, mailFrom } });
});
// The tests move the clock, so the last sign-in may have run out.
beforeEach(async () => {
  receiver.behave(() => 'accept');
  receiver.accepted.length = 0;
  nora = await host.signIn('nora');
});
afterAll(async () => {
  await host.stop();
  await receiver.stop();
});

const send = (attributes: Record<string, unknown> = {}) =>
  sendPack(nora, { packId: host.world.packs.nora.id, attributes: { sent: true, ...attributes } });

const change = async (id: string, attributes: Record<string, unknown>) => {
  const answer = await nora(`/jsonapi/salestool/message/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'salestool--message', id, attributes } }),
  });
  expect(answer.status).toBe(200);
};

async function delivery(id: string) {
  const row = await host.database.db
    .selectFrom('message')
    .select(['delivery', 'delivery_detail'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.delivery;
}
const detail = async (id: string) => {
  const { data } = await (await nora(`/jsonapi/salestool/message/${id}`)).json();
  return String(data.attributes.delivery_detail);
};
const becomes = (id: string, state: string) =>
  expect.poll(() => delivery(id), { timeout: 15_000, interval: 50 }).toBe(state);

/** The next worker's turn, that much later. */
async function later(ms: number) {
  host.advance(ms);
  nora = await host.signIn('nora');
  host.outbox.wake();
}

/** Behaves so at one stage for the first time, and accepts everything else. */
function once(at: SmtpStage, behaviour: Behaviour) {
  let isDone = false;
  const heard = Promise.withResolvers<void>();
  receiver.behave((stage) => {
    if (stage !== at || isDone) return 'accept';
    isDone = true;
    heard.resolve();
    return behaviour;
  });
  return heard.promise;
}

const acceptedIds = () => receiver.accepted.map(({ messageId }) => messageId);
const idOf = (id: string) => `<${id}.${host.keys.signMail(id)}@velden.example>`;

/** What was written to whom is kept with the message, and nowhere else. */
const nothing = { content: '{}', recipient: '' };
const leftOf = (id: string) =>
  host.database.db
    .selectFrom('outbox')
    .select(['content', 'recipient'])
    .where('id', '=', id)
    .executeTakeFirst();

const mailOf = (id: string) =>
  host.database.db
    .selectFrom('outbox')
    .select(['lease_owner', 'lease_until', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
/** Who has it in hand. */
const leaseOf = async (id: string) => (await mailOf(id)).lease_owner;
/** What came of a try is noted down a moment after the server has said it; a clock that is moved before would move that, too. */
const isLetGoOf = (id: string) => expect.poll(() => leaseOf(id), { timeout: 15_000 }).toBeNull();
const triesOf = async (id: string) => (await mailOf(id)).attempts;

test('[PSEND-24] a message that is sent is mailed once, and says so', async () => {
  const { id } = await send();
  const { data } = await (await nora(`/jsonapi/salestool/message/${id}`)).json();
  expect(['queued', 'sent']).toContain(data.attributes.delivery);
  await becomes(id, 'sent');
  expect(await detail(id)).toBe('The mail server has accepted the mail.');
  expect(receiver.accepted).toMatchObject([
    { messageId: idOf(id), from: 'packs@velden.example', to: ['daniel@brightwater.example'] },
  ]);
  expect(receiver.accepted[0]?.raw).toContain('Reply-To: Nora Lindqvist <nora@velden.example>');
  expect(await leftOf(id)).toEqual(nothing);
});

test('[PROF-23] a mail names its sender by the signature of theirs below it, else by the one they changed last', async () => {
  const { packs, channels } = host.world;
  const tomas = await host.signIn('tomas');
  const sign = async (method: 'POST' | 'PATCH', id: string, title: string) => {
    // None of them at the same moment.
    host.advance(1000);
    const answer = await tomas(`/jsonapi/salestool/signature${method === 'POST' ? '' : `/${id}`}`, {
      method,
      headers: { 'content-type': jsonApiMediaType },
      body: JSON.stringify({ data: { type: 'salestool--signature', id, attributes: { title } } }),
    });
    expect(answer.ok).toBe(true);
  };
  const nameIn = async (signatureId?: string) => {
    const { id } = await sendPack(tomas, {
      packId: packs.tomas.id,
      attributes: { sent: true },
      ...(signatureId && { signatureId }),
    });
    await becomes(id, 'sent');
    const mail = receiver.accepted.find(({ messageId }) => messageId === idOf(id));
    return /^Reply-To: (.*) <tomas@velden\.example>/m.exec(mail?.raw ?? '')?.[1];
  };
  const [gates, parking] = [newUuid(), newUuid()];
  await sign('POST', gates, 'Tomas of Gates');
  await sign('POST', parking, 'Tomas of Parking');
  expect(await nameIn()).toBe('Tomas of Parking');
  await sign('PATCH', gates, 'Tomas of Doors');
  expect(await nameIn()).toBe('Tomas of Doors');
  expect(await nameIn(channels.transit.signature.id)).toBe('Tomas of Doors');
  expect(await nameIn(parking)).toBe('Tomas of Parking');
});

test('a mail waits while its link is taken back, and goes once the link is given again', async () => {
  // Before the server has all of it, the sender takes the link back.
  const greeted = once('data', { refuse: 451 });
  const { id } = await send();
  await greeted;
  await change(id, { link_revoked: true });
  await isLetGoOf(id);
  await later(2 * hourMs);
  const { id: next } = await send();
  await becomes(next, 'sent');
  expect(acceptedIds()).toEqual([idOf(next)]);
  expect(await delivery(id)).toBe('queued');
  await change(id, { link_revoked: false });
  await becomes(id, 'sent');
  expect(acceptedIds()).toEqual([idOf(next), idOf(id)]);
});

test('a mail that waited for its link for days is tried as a new one', async () => {
  const greeted = once('data', { refuse: 451 });
  const { id } = await send();
  await greeted;
  await change(id, { link_revoked: true });
  await isLetGoOf(id);
  await later(96 * hourMs);
  const refused = once('data', { refuse: 451 });
  await change(id, { link_revoked: false });
  await refused;
  await isLetGoOf(id);
  expect(await delivery(id)).toBe('queued');
  await later(2 * hourMs);
  await becomes(id, 'sent');
});

test('a mail whose link is taken back in the very last moment does not leave, says why, and goes once the link is given again', async () => {
  let isTakenBack = false;
  receiver.behave(async (stage, { to }) => {
    if (stage === 'recipient' && to?.includes('daniel@brightwater.example') && !isTakenBack) {
      isTakenBack = true;
      await change(id, { link_revoked: true });
    }
    return 'accept' as const;
  });
  const { id } = await send();
  await expect
    .poll(() => detail(id), { timeout: 10_000 })
    .toBe('Not sent yet, it will be tried again. Its link is taken back.');
  expect(await leaseOf(id)).toBeNull();
  expect(receiver.accepted).toEqual([]);
  const looked = Promise.withResolvers<void>();
  receiver.behave(async () => {
    await looked.promise;
    return 'accept' as const;
  });
  await change(id, { link_revoked: false });
  // Its link is not said to be taken back any more, however long the server takes.
  expect(await detail(id)).toBe('null');
  looked.resolve();
  await becomes(id, 'sent');
  expect(acceptedIds()).toEqual([idOf(id)]);
});

test('a mail whose leaving cannot be noted down does not leave, says why, and goes once', async () => {
  let isBroken = false;
  receiver.behave((stage) => {
    // What is written next is that the mail leaves.
    if (stage === 'recipient' && !isBroken)
      vi.spyOn(host.database, 'write').mockRejectedValueOnce(new Error('disk I/O error'));
    isBroken ||= stage === 'recipient';
    return 'accept';
  });
  const { id } = await send();
  await expect
    .poll(() => detail(id), { timeout: 10_000 })
    .toBe('Not sent yet, it will be tried again. The host could not note down that it leaves.');
  expect(receiver.accepted).toEqual([]);
  vi.restoreAllMocks();
  await later(hourMs);
  await becomes(id, 'sent');
  expect(acceptedIds()).toEqual([idOf(id)]);
});

test('a mail whose link has ended before the mail could leave is not sent, and says why', async () => {
  const link_expires = new Date(host.clock() + hourMs).toISOString();
  const refused = once('data', { refuse: 451 });
  const { id } = await send({ link_expires });
  await refused;
  await expect.poll(() => detail(id)).toMatch(/^Not sent yet.*451/);
  await later(2 * hourMs);
  await becomes(id, 'failed');
  expect(await detail(id)).toContain('its link had ended');
  // The tablet was without a signal for that long.
  const { id: late } = await send({ link_expires });
  await becomes(late, 'failed');
  const { id: inTime } = await send({ link_expires: new Date(host.clock() + hourMs).toISOString() });
  await becomes(inTime, 'sent');
  expect(acceptedIds()).toEqual([idOf(inTime)]);
});

test('[F30] a mail whose lease ran out in the hands of a machine that slept goes at once, once', async () => {
  let hasSlept = false;
  receiver.behave((stage) => {
    if (stage === 'recipient' && !hasSlept) {
      hasSlept = true;
      host.advance(hourMs);
    }
    return 'accept' as const;
  });
  const { id } = await send();
  await becomes(id, 'sent');
  nora = await host.signIn('nora');
  expect(await triesOf(id)).toBe(2);
  expect(acceptedIds()).toEqual([idOf(id)]);
});

test('a link alone is mailed to nobody', async () => {
  const { id } = await send({ sent: false });
  const other = await send();
  await becomes(other.id, 'sent');
  expect(await delivery(id)).toBe('none');
  expect(acceptedIds()).toEqual([idOf(other.id)]);
});

describe('[F30] a server that', () => {
  const early: SmtpStage[] = ['connect', 'mail-from', 'recipient'];

  test.each<SmtpStage>(['mail-from', 'recipient', 'data', 'end-of-data'])(
    'says not now at %s gets the mail later, once',
    async (stage) => {
      const refused = once(stage, { refuse: 451 });
      const { id } = await send();
      await refused;
      await expect.poll(() => detail(id), { timeout: 10_000 }).toMatch(/^Not sent yet.*451/);
      expect(await delivery(id)).toBe('queued');
      await later(2 * 60_000);
      await becomes(id, 'sent');
      expect(acceptedIds()).toEqual([idOf(id)]);
    },
  );

  test.each<SmtpStage>(['mail-from', 'recipient', 'data', 'end-of-data'])(
    'says never at %s ends it, with its reason',
    async (stage) => {
      const refused = once(stage, { refuse: 550 });
      const { id } = await send();
      await refused;
      await becomes(id, 'failed');
      expect(await detail(id)).toMatch(/refused the mail\. 550 /);
      await later(72 * hourMs);
      const next = await send();
      await becomes(next.id, 'sent');
      expect(acceptedIds()).toEqual([idOf(next.id)]);
    },
  );

  test.each(early.flatMap((stage) => [[stage, 'hang'] as const, [stage, 'cut'] as const]))(
    'at %s does %s gets the mail later, once',
    async (stage, behaviour) => {
      const stumbled = once(stage, behaviour);
      const { id } = await send();
      await stumbled;
      await expect.poll(() => detail(id), { timeout: 10_000 }).toMatch(/^Not sent yet/);
      await later(2 * 60_000);
      await becomes(id, 'sent');
      expect(acceptedIds()).toEqual([idOf(id)]);
    },
  );

  test.each<[SmtpStage, Behaviour, number]>([
    ['data', 'hang', 0],
    ['end-of-data', 'hang', 0],
    ['end-of-data', 'cut', 0],
    ['end-of-data', 'accept-and-cut', 1],
  ])(
    'with the mail in its hands at %s does %s leaves an unknown outcome, shown and not repeated',
    async (stage, behaviour, taken) => {
      const stumbled = once(stage, behaviour);
      const { id } = await send();
      await stumbled;
      await becomes(id, 'unknown');
      expect(await detail(id)).toContain('its answer was lost');
      await later(72 * hourMs);
      const next = await send();
      await becomes(next.id, 'sent');
      expect(acceptedIds().filter((each) => each === idOf(id))).toHaveLength(taken);
      expect(await delivery(id)).toBe('unknown');
    },
  );

  test('is silent about one mail gets those that come meanwhile', async () => {
    const asked = once('recipient', 'hang');
    const { id } = await send();
    await asked;
    const next = await send({ email: 'other@brightwater.example' });
    await becomes(next.id, 'sent');
    expect(await leaseOf(id)).not.toBeNull();
    await expect.poll(() => detail(id), { timeout: 10_000 }).toMatch(/^Not sent yet/);
    await later(2 * 60_000);
    await becomes(id, 'sent');
  });

  test('is down gets everything when it is back, once', async () => {
    const { port } = receiver;
    await receiver.stop();
    const ids = [];
    for (let turn = 0; turn < 5; turn++) ids.push((await send()).id);
    for (const id of ids)
      await expect.poll(() => detail(id), { timeout: 20_000 }).toMatch(/cannot be reached/);
    receiver = await startSmtpReceiver(port);
    await later(10 * 60_000);
    for (const id of ids) await becomes(id, 'sent');
    expect(acceptedIds().sort()).toEqual(ids.map(idOf).sort());
  });

  test('is not there yet when a host comes back after days gets what waited', async () => {
    const { port } = receiver;
    await receiver.stop();
    const { id } = await send();
    await expect.poll(() => detail(id), { timeout: 20_000 }).toMatch(/cannot be reached/);
    await later(80 * hourMs);
    await expect.poll(() => triesOf(id), { timeout: 20_000 }).toBe(2);
    await isLetGoOf(id);
    expect(await delivery(id)).toBe('queued');
    receiver = await startSmtpReceiver(port);
    await later(10 * 60_000);
    await becomes(id, 'sent');
    expect(acceptedIds()).toEqual([idOf(id)]);
  });

  test('is never there is given up after three days, with the last reason', async () => {
    const { port } = receiver;
    await receiver.stop();
    const { id } = await send();
    await expect.poll(() => detail(id), { timeout: 20_000 }).toMatch(/cannot be reached/);
    await host.database.db.updateTable('outbox').set({ attempts: 20 }).where('id', '=', id).execute();
    await later(73 * hourMs);
    await becomes(id, 'failed');
    expect(await detail(id)).toMatch(/Given up after three days.*cannot be reached/);
    receiver = await startSmtpReceiver(port);
  });

  test('never gets better is given up after three days, with the last reason', async () => {
    const refused = once('recipient', { refuse: 450 });
    const { id } = await send();
    await refused;
    await expect.poll(() => detail(id), { timeout: 10_000 }).toMatch(/450/);
    receiver.behave((stage) => (stage === 'recipient' ? { refuse: 452 } : 'accept'));
    await later(73 * hourMs);
    await becomes(id, 'failed');
    expect(await detail(id)).toMatch(/Given up after three days.*452/);
  });
});

/** As if another worker had it by now. */
const leaveTo = (lease_owner: string) =>
  host.database.db.updateTable('outbox').set({ lease_owner }).where('finished', 'is', null).execute();

describe('[F30] several workers on one database', () => {
  test('mail everything once', async () => {
    const { database, keys, config, clock } = host;
    const others = [1, 2].map(() => createOutbox({ database, keys, config, clock, log: host.server.log }));
    for (const other of others) other.start();
    const sent = await Promise.all(Array.from({ length: 40 }, () => send()));
    for (const other of others) other.wake();
    for (const { id } of sent) await becomes(id, 'sent');
    await Promise.all(others.map((other) => other.stop()));
    expect(acceptedIds().sort()).toEqual(sent.map(({ id }) => idOf(id)).sort());
  });

  test('one that slept through its lease sends nothing any more', async () => {
    const stolen = Promise.withResolvers<void>();
    receiver.behave(async (stage) => {
      if (stage === 'recipient') {
        await leaveTo('another worker');
        stolen.resolve();
      }
      return 'accept' as const;
    });
    const { id } = await send();
    await stolen.promise;
    receiver.behave(() => 'accept');
    const next = await send({ email: 'other@brightwater.example' });
    await becomes(next.id, 'sent');
    await later(10 * 60_000);
    await becomes(id, 'sent');
    expect(acceptedIds()).toEqual([idOf(next.id), idOf(id)]);
  });

  test('one that ended between handing over and the answer leaves an unknown outcome', async () => {
    const answered = Promise.withResolvers<void>();
    receiver.behave(async (stage) => {
      if (stage === 'end-of-data') {
        // As if the process were gone: whatever it learns is lost.
        await leaveTo('nobody');
        answered.resolve();
      }
      return 'accept' as const;
    });
    const { id } = await send();
    await answered.promise;
    expect(await delivery(id)).toBe('queued');
    await later(hourMs);
    await becomes(id, 'unknown');
    expect(acceptedIds()).toEqual([idOf(id)]);
    expect(await leftOf(id)).toEqual(nothing);
  });
});

describe('[F30] a clock that is put back by a day', () => {
  const dayMs = 24 * hourMs;
  afterEach(() => host.advance(dayMs));
  const leaseIsNear = (id: string) =>
    expect
      .poll(async () => (await mailOf(id)).lease_until - host.clock(), { timeout: 15_000 })
      .toBeLessThan(hourMs);

  test('holds up no mail that waits for its next try, and none leaves twice', async () => {
    const refused = once('data', { refuse: 451 });
    const { id } = await send();
    await refused;
    await isLetGoOf(id);
    await later(-dayMs);
    await becomes(id, 'sent');
    expect(acceptedIds()).toEqual([idOf(id)]);
  });

  test('takes no mail out of the hands of whoever is sending it, and it leaves once', async () => {
    let isBack = false;
    receiver.behave(async (stage) => {
      if (stage !== 'recipient' || isBack) return 'accept' as const;
      isBack = true;
      host.advance(-dayMs);
      host.outbox.wake();
      await leaseIsNear((await sending).id);
      return 'accept' as const;
    });
    const sending = send();
    const { id } = await sending;
    await becomes(id, 'sent');
    expect(await triesOf(id)).toBe(1);
    expect(acceptedIds()).toEqual([idOf(id)]);
  });

  test('does not keep quiet for a day about a mail whose worker ended between handing over and the answer', async () => {
    const answered = Promise.withResolvers<void>();
    receiver.behave(async (stage) => {
      if (stage === 'end-of-data') {
        await leaveTo('nobody');
        answered.resolve();
      }
      return 'accept' as const;
    });
    const { id } = await send();
    await answered.promise;
    await later(-dayMs);
    await leaseIsNear(id);
    await later(hourMs);
    await becomes(id, 'unknown');
    expect(acceptedIds()).toEqual([idOf(id)]);
  });
});

test('a mail is taken back until mailing has started, then it is too late', async () => {
  const asked = once('recipient', 'hang');
  const { id } = await send();
  await asked;
  const tooLate = await nora(`/jsonapi/salestool/message/${id}`, { method: 'DELETE' });
  expect(tooLate.status).toBe(409);
  await expect.poll(() => detail(id), { timeout: 10_000 }).toMatch(/^Not sent yet/);
  expect((await nora(`/jsonapi/salestool/message/${id}`, { method: 'DELETE' })).status).toBe(204);
  await later(hourMs);
  const next = await send();
  await becomes(next.id, 'sent');
  expect(acceptedIds()).toEqual([idOf(next.id)]);
});

test('[CHAN-03, CHAN-04] a pack of a live learning channel is mailed to its sender only, saying whom it was meant for', async () => {
  const { retail } = host.world.channels;
  const setSandbox = (sandbox: 0 | 1) =>
    host.database.db.updateTable('channel').set({ sandbox }).where('id', '=', retail.id).execute();
  await setSandbox(1);
  const { id } = await send();
  await becomes(id, 'sent');
  await setSandbox(0);
  expect(receiver.accepted.map(({ to }) => to)).toEqual([['nora@velden.example']]);
  expect(receiver.accepted[0]?.raw).not.toMatch(/^(?:to|cc|bcc):.*brightwater/im);
  expect(receiver.accepted[0]?.raw.replace(/=\r\n/g, '')).toContain('live learning channel');
});

test('without a mail server mails are files that can be opened', async () => {
  const quiet = await startTestHost({ config: { mailFrom } });
  const { id } = await sendPack(await quiet.signIn('nora'), {
    packId: quiet.world.packs.nora.id,
    attributes: { sent: true },
  });
  const path = join(quiet.config.dataFolder, 'mail', `${id}.eml`);
  await expect
    .poll(() => readFile(path, 'utf8').catch(() => 'no file'), { timeout: 10_000 })
    .toContain(`Message-ID: <${id}.${quiet.keys.signMail(id)}@velden.example>`);
  await quiet.stop();
});

test('a message that its names make far too long fails, and its sender is told; others leave', async () => {
  const value = `<p>${'{{recipient_company}}'.repeat(9000)}</p>`;
  const long = await send({ company: '&'.repeat(255), message: { value, format: 'basic_html' } });
  const other = await send();
  await becomes(long.id, 'failed');
  expect(await detail(long.id)).toBe('The mail could not be put together.');
  await becomes(other.id, 'sent');
});
