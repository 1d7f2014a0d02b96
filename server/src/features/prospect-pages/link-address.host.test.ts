import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser } from '#testing/prospect.ts';
import { rawSender } from '#testing/send-raw.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let sender: ReturnType<typeof rawSender>;
beforeAll(async () => {
  host = await startTestHost();
  sender = rawSender(host.url);
});
afterAll(async () => {
  sender.stop();
  await host.stop();
});

const form = { ...browser, 'content-type': 'application/x-www-form-urlencoded' };
const ask = (method: string, path: string) =>
  sender.send(
    method === 'GET'
      ? { method, path, headers: browser, body: null }
      : { method, path, headers: form, body: Buffer.from('password=x') },
  );

const unknown = 'n'.repeat(32);

test.each([
  ['GET', '/p/%zz', `/p/${unknown}`],
  ['GET', '/p/%', `/p/${unknown}`],
  ['GET', '/p/caf%E9', `/p/${unknown}`],
  ['GET', '/p/a%00b', `/p/${unknown}`],
  ['GET', `/p/${'x'.repeat(400)}`, `/p/${unknown}`],
  ['GET', '/p/%zz?own', `/p/${unknown}?own`],
  ['GET', '/p/%zz/files/%zz', `/p/${unknown}/files/${unknown}`],
  ['GET', `/p/${unknown}/pictures/%zz/%ff`, `/p/${unknown}/pictures/x/x`],
  ['POST', '/p/%zz/unlock', `/p/${unknown}/unlock`],
  ['POST', '/p/%zz/views', `/p/${unknown}/views`],
])(
  'a link that was cut or mangled is answered as one that nobody knows: %s %s',
  async (method, mangled, plain) => {
    const answer = await ask(method, mangled);
    expect(answer).toEqual(await ask(method, plain));
    expect([answer.status, answer.type]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('This page is not ready yet');
  },
);
