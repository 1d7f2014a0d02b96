import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { sendPack } from '#testing/send-pack.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#testing/smtp-receiver.ts';
import { startTestHost } from '#testing/test-host.ts';

let stopAll: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stopAll.reverse()) await stop();
  stopAll = [];
});

/** A host that mails through this server, one message of Nora's that is to be sent, and what became of it. */
async function sendThrough(smtpUrl: string, attributes: Record<string, unknown> = {}) {
  const host = await startTestHost({
    config: { smtpUrl, mailTimeoutMs: 1000, mailFrom: 'Velden <packs@velden.example>' },
  });
  stopAll.push(() => host.stop());
  const nora = await host.signIn('nora');
  const { id } = await sendPack(nora, {
    packId: host.world.packs.nora.id,
    attributes: { sent: true, ...attributes },
  });
  const state = async () => {
    const { data } = await (await nora(`/jsonapi/salestool/message/${id}`)).json();
    return `${data.attributes.delivery}: ${data.attributes.delivery_detail}`;
  };
  return {
    host,
    becomes: (wanted: RegExp) => expect.poll(state, { timeout: 15_000, interval: 50 }).toMatch(wanted),
  };
}

async function receiverWith(options: SMTPServerOptions): Promise<SmtpReceiver> {
  const receiver = await startSmtpReceiver(0, options);
  stopAll.push(() => receiver.stop());
  return receiver;
}

describe('[F30] nothing is handed to a mail server, and the message waits with the reason, when', () => {
  test('its certificate is nobody’s', async () => {
    const receiver = await receiverWith({ secure: true });
    const { becomes } = await sendThrough(receiver.url.replace('smtp:', 'smtps:'));
    await becomes(/^queued: Not sent yet.*Its certificate is not trusted\.$/);
    expect(receiver.accepted).toEqual([]);
  });

  test('it does not encrypt and the operator wants it to', async () => {
    const receiver = await receiverWith({ disabledCommands: ['STARTTLS'] });
    const { becomes } = await sendThrough(`${receiver.url}?requireTLS=true`);
    await becomes(/^queued: Not sent yet.*does not encrypt as it has to\.$/);
    expect(receiver.accepted).toEqual([]);
  });

  test('it speaks plainly where encryption is expected', async () => {
    const receiver = await receiverWith({});
    const { becomes } = await sendThrough(receiver.url.replace('smtp:', 'smtps:'));
    await becomes(/^queued: Not sent yet.*does not encrypt as it has to\.$/);
    expect(receiver.accepted).toEqual([]);
  });

  test('it is no mail server', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await once(other, 'listening');
    stopAll.push(() => new Promise((resolve) => other.close(resolve)));
    const { becomes } = await sendThrough(`smtp://127.0.0.1:${(other.address() as AddressInfo).port}`);
    await becomes(/^queued: Not sent yet.*cannot be reached\. HTTP/);
  });

  test('nobody has that name', async () => {
    const { becomes } = await sendThrough('smtp://mail.invalid:25');
    await becomes(/^queued: Not sent yet.*cannot be reached\. Its name is not known\.$/);
  });

  test('the host’s password is refused; once it is taken, the mail leaves', async () => {
    let isTaken = false;
    const receiver = await receiverWith({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, answer) =>
        isTaken && password === 'p@ss word'
          ? answer(null, { user: 'velden' })
          : answer(Object.assign(new Error('Authentication failed'), { responseCode: 535 })),
    });
    const { host, becomes } = await sendThrough(receiver.url.replace('//', '//velden:p%40ss%20word@'));
    await becomes(/^queued: Not sent yet.*535/);
    isTaken = true;
    host.advance(10 * 60_000);
    host.outbox.wake();
    await expect.poll(() => receiver.accepted.length, { timeout: 10_000 }).toBe(1);
  });
});

describe('[F30] a mail is failed, with the reason, when', () => {
  test('it is longer than the server takes', async () => {
    const receiver = await receiverWith({ size: 1000 });
    const { becomes } = await sendThrough(receiver.url);
    await becomes(/^failed: The mail server refused the mail\. .*size/i);
    expect(receiver.accepted).toEqual([]);
  });
});
