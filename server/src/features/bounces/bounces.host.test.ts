import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseMessages } from '#features/prospect-pages/erase-store.ts';
import { bounceMail } from '#testing/bounce-mail.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#testing/smtp-receiver.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

const hookSecret = 'a secret of some length';

let receiver: SmtpReceiver;
let host: TestHost;
let nora: Fetch;
beforeAll(async () => {
  receiver = await startSmtpReceiver();
  host = await startTestHost({
    config: {
      smtpUrl: receiver.url,
      mailTimeoutMs: 1000,
      mailFrom: 'Velden <packs@velden.example>',
      bounces: { address: 'returned@velden.example', mailboxUrl: undefined, hookSecret },
    },
  });
  nora = await host.signIn('nora');
});
beforeEach(() => {
  receiver.behave(() => 'accept');
  receiver.accepted.length = 0;
});
afterAll(async () => {
  await host.stop();
  await receiver.stop();
});

const handOver = (mail: string, headers: Record<string, string> = {}) =>
  host.fetch('/mail/bounces', {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${hookSecret}`, ...headers },
    body: mail,
  });
const state = async (id: string) => {
  const { data } = await (await nora(`/jsonapi/salestool/message/${id}`)).json();
  const { delivery, delivery_detail } = data.attributes;
  return { delivery, detail: delivery_detail as string | null };
};
const becomes = (id: string, delivery: string) =>
  expect.poll(async () => (await state(id)).delivery, { timeout: 15_000, interval: 50 }).toBe(delivery);

/** A message whose mail has left, and the `Message-ID` it had. */
async function mailed() {
  const { id } = await sendPack(nora, { packId: host.world.packs.nora.id, attributes: { sent: true } });
  await becomes(id, 'sent');
  return { id, messageId: receiver.accepted.at(-1)?.messageId ?? '' };
}

test('mails come back to the address for that', async () => {
  await mailed();
  expect(receiver.accepted[0]?.from).toBe('returned@velden.example');
  expect(receiver.accepted[0]?.raw).toMatch(/^From: .+ via Velden <packs@velden\.example>\r$/m);
});

describe('[PSEND-24] a mail that comes back', () => {
  test.each(['mail', 'headers'] as const)(
    'with the %s makes its message failed, and says why',
    async (returned) => {
      const { id, messageId } = await mailed();
      const answer = await handOver(bounceMail({ messageId, returned }));
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', takenAs: 'bounce' }]);
      expect(await state(id)).toEqual({
        delivery: 'failed',
        detail:
          'The address was refused: 550 5.1.1 <daniel@brightwater.example>: Recipient address rejected: User unknown',
      });
    },
  );

  test('for another reason than the address says that one', async () => {
    const { id, messageId } = await mailed();
    await handOver(bounceMail({ messageId, status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full' }));
    expect((await state(id)).detail).toBe('The mail came back: 552 5.2.2 Mailbox full');
  });

  test('without itself is known by the mail it answers', async () => {
    const { id, messageId } = await mailed();
    const mail = bounceMail({ messageId, returned: 'nothing' });
    await handOver(mail.replace('Auto-Submitted', `In-Reply-To: ${messageId}\r\nAuto-Submitted`));
    expect((await state(id)).delivery).toBe('failed');
  });

  test('settles an unknown outcome', async () => {
    let messageId = '';
    receiver.behave((stage, mail) => {
      if (stage !== 'end-of-data') return 'accept';
      messageId = mail.messageId ?? '';
      return 'accept-and-cut';
    });
    const { id } = await sendPack(nora, { packId: host.world.packs.nora.id, attributes: { sent: true } });
    await becomes(id, 'unknown');
    await handOver(bounceMail({ messageId }));
    expect((await state(id)).delivery).toBe('failed');
  });

  test('before the mail server has answered is not overwritten by that answer', async () => {
    const answered = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<string>();
    receiver.behave(async (stage, mail) => {
      if (stage === 'end-of-data') {
        heard.resolve(mail.messageId ?? '');
        await answered.promise;
      }
      return 'accept' as const;
    });
    const { id } = await sendPack(nora, { packId: host.world.packs.nora.id, attributes: { sent: true } });
    await handOver(bounceMail({ messageId: await heard.promise }));
    answered.resolve();
    const next = await mailed();
    expect(next.id).not.toBe(id);
    expect((await state(id)).delivery).toBe('failed');
  });

  test('fails an erased message without a word of it: that names the prospect', async () => {
    const { id, messageId } = await mailed();
    await eraseMessages(host.database, host.keys, [id], host.clock());
    await handOver(bounceMail({ messageId }));
    expect(await state(id)).toEqual({ delivery: 'failed', detail: null });
  });

  test('changes what its sender’s lists answer, once', async () => {
    const { messageId } = await mailed();
    const list = () => nora('/jsonapi/salestool/message');
    const before = (await list()).headers.get('etag');
    await handOver(bounceMail({ messageId }));
    const after = (await list()).headers.get('etag');
    expect(after).not.toBe(before);
    await handOver(bounceMail({ messageId }));
    expect((await list()).headers.get('etag')).toBe(after);
  });
});

describe('what is no bounce of a mail of ours changes nothing', () => {
  test.each<[string, (messageId: string) => string]>([
    ['one that is only late', (messageId) => bounceMail({ messageId, action: 'delayed', status: '4.4.1' })],
    ['one that arrived', (messageId) => bounceMail({ messageId, action: 'delivered', status: '2.0.0' })],
    ['one without a signature', (id) => bounceMail({ messageId: id.replace(/\.[\w-]{22}@/, '@') })],
    [
      'one with another’s signature',
      (id) => bounceMail({ messageId: id.replace(/\.[\w-]{22}@/, `.${'A'.repeat(22)}@`) }),
    ],
    [
      'an answer from a holiday',
      (messageId) =>
        `From: daniel@brightwater.example\r\nSubject: Away\r\nIn-Reply-To: ${messageId}\r\nAuto-Submitted: auto-replied\r\n\r\nI am away. ${messageId}\r\n`,
    ],
    ['no mail at all', () => '\0\xff not a mail'],
    ['nothing', () => ''],
  ])('%s', async (_what, mailFor) => {
    const { id, messageId } = await mailed();
    const answer = await handOver(mailFor(messageId));
    expect(answer.status).toBeLessThan(500);
    expect((await state(id)).delivery).toBe('sent');
  });

  test('one of a mail that has not left', async () => {
    receiver.behave((stage) => (stage === 'mail-from' ? { refuse: 451 } : 'accept'));
    const { id } = await sendPack(nora, { packId: host.world.packs.nora.id, attributes: { sent: true } });
    await expect.poll(async () => (await state(id)).detail, { timeout: 10_000 }).toMatch(/^Not sent yet/);
    await handOver(bounceMail({ messageId: `<${id}.${host.keys.signMail(id)}@velden.example>` }));
    expect((await state(id)).delivery).toBe('queued');
  });
});

describe('the address for bounces', () => {
  test.each([
    ['no secret', { authorization: '' }, 401],
    ['a wrong secret', { authorization: 'Bearer something else entirely' }, 401],
    ['another kind of body', { 'content-type': 'text/plain' }, 415],
  ])('with %s takes nothing', async (_what, headers, status) => {
    const { id, messageId } = await mailed();
    const answer = await handOver(bounceMail({ messageId }), headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect((await state(id)).delivery).toBe('sent');
  });

  test('does not read more than a mail of ours is long', async () => {
    expect((await handOver('x'.repeat(6 * 1024 * 1024))).status).toBe(413);
  });

  test('is not there on a host that has no secret', async () => {
    const quiet = await startTestHost({ withWorld: false });
    const answer = await quiet.fetch('/mail/bounces', {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822', authorization: 'Bearer undefined' },
      body: 'x',
    });
    expect([404, 415]).toContain(answer.status);
    await quiet.stop();
  });
});
