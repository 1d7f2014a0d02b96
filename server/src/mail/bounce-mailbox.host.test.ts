import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import hoodiecrow from 'hoodiecrow-imap';
import { ImapFlow } from 'imapflow';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createBounceMailbox } from '#mail/bounce-mailbox.ts';
import { bounceMail } from '#testing/bounce-mail.ts';
import { sendPack } from '#testing/send-pack.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let stopAll: (() => Promise<void>)[] = [];
beforeAll(async () => {
  host = await startTestHost({ config: { mailFrom: 'Velden <packs@velden.example>' } });
});
afterEach(async () => {
  for (const stop of stopAll.reverse()) await stop();
  stopAll = [];
});
afterAll(() => host.stop());

/** An IMAP server with these mails in INBOX. */
async function startImapServer(mails: string[], port = 0) {
  const messages = mails.map((raw) => ({ raw, flags: [] as string[], internaldate: imapDate(new Date()) }));
  const server = hoodiecrow({
    plugins: ['ID', 'NAMESPACE', 'ENABLE', 'UIDPLUS', 'LITERALPLUS'],
    users: { 'returned@velden.example': { password: 'p@ss/word' } },
    storage: { INBOX: { messages } },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: listeningOn } = server.server.address() as AddressInfo;
  stopAll.push(() => new Promise((resolve) => server.close(resolve)));
  return {
    port: listeningOn,
    url: `imap://returned%40velden.example:p%40ss%2Fword@127.0.0.1:${listeningOn}`,
    /** Which mails are unread, counted from 1. */
    async unread() {
      const auth = { user: 'returned@velden.example', pass: 'p@ss/word' };
      const client = new ImapFlow({
        host: '127.0.0.1',
        port: listeningOn,
        secure: false,
        auth,
        logger: false,
      });
      await client.connect();
      await client.mailboxOpen('INBOX');
      const found = await client.search({ seen: false }, { uid: true });
      await client.logout();
      return found;
    },
  };
}

const imapDate = (date: Date) => {
  const [, day, month, year] = date.toUTCString().split(' ');
  return `${day}-${month}-${year} 12:00:00 +0000`;
};

function watch(url: string) {
  const mailbox = createBounceMailbox({
    url,
    bounces: host.bounces,
    clock: host.clock,
    log: pino({ level: 'silent' }),
    pauseMs: 100,
  });
  mailbox.start();
  stopAll.push(() => mailbox.stop());
}

/** A message whose mail has left, and the `Message-ID` it had. */
async function mailed() {
  const nora = await host.signIn('nora');
  const { id } = await sendPack(nora, { packId: host.world.packs.nora.id, attributes: { sent: true } });
  await becomes(id, 'sent');
  return { id, messageId: `<${id}.${host.keys.signMail(id)}@velden.example>` };
}
const delivery = async (id: string) => {
  const row = await host.database.db
    .selectFrom('message')
    .select('delivery')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.delivery;
};
const becomes = (id: string, state: string) =>
  expect.poll(() => delivery(id), { timeout: 15_000, interval: 50 }).toBe(state);

const letter = 'From: a@b.example\r\nTo: packs@velden.example\r\nSubject: A question\r\n\r\nHello?\r\n';

test('bounces in a mailbox are found and marked as read; letters are left alone', async () => {
  const [first, second] = [await mailed(), await mailed()];
  const server = await startImapServer([
    bounceMail(first),
    letter,
    bounceMail({ messageId: '<made-up@velden.example>' }),
    bounceMail(second),
  ]);
  watch(server.url);
  await becomes(first.id, 'failed');
  await becomes(second.id, 'failed');
  await expect.poll(() => server.unread(), { timeout: 10_000 }).toEqual([2, 3]);
});

test('a mailbox that was away is read when it is back', async () => {
  const { id, messageId } = await mailed();
  const before = await startImapServer([]);
  await stopAll.pop()?.();
  watch(before.url);
  await startImapServer([bounceMail({ messageId })], before.port);
  await becomes(id, 'failed');
});

test('two hosts that look into one mailbox find what is there', async () => {
  const { id, messageId } = await mailed();
  const server = await startImapServer([bounceMail({ messageId })]);
  watch(server.url);
  watch(server.url);
  await becomes(id, 'failed');
});
