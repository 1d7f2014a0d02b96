import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '#testing/free-port.ts';
import { type Programs, preparePrograms } from '#testing/programs.ts';

let programs: Programs;

beforeEach(async () => {
  programs = await preparePrograms();
});
afterEach(() => programs.dispose());

async function start(settings: Record<string, string> = {}) {
  const port = await freePort();
  const host = programs.start('main.ts', {
    ...{ PORT: String(port), HOST: '127.0.0.1', DEMO: 'false', LOG_LEVEL: 'error' },
    ...settings,
  });
  return { host, port, address: await host.ready() };
}

const body = 'grant_type=password&client_id=satchel&username=nobody&password=wrong&scope=sales_tool_user';

/** A sign-in of which the host has everything but the end. */
async function halfAsked(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    'POST /oauth/token HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`);
  return { socket, answer: text(socket) };
}

test('a request that is under way is answered before the host ends', async () => {
  const { host, port, address } = await start();
  const { socket, answer } = await halfAsked(port);
  // The half is with the host when a later request has been answered.
  await (await fetch(`${address}/healthz`)).text();
  host.signal('SIGTERM');
  await expect.poll(host.said).toContain('what is under way is finished first');
  socket.write(body.slice(20));
  expect(await answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*invalid_grant/);
  expect((await host.ended).code).toBe(0);
});

test('a second Ctrl-C ends it at once', async () => {
  const { host, port, address } = await start();
  const { socket } = await halfAsked(port);
  socket.on('error', () => {});
  await (await fetch(`${address}/healthz`)).text();
  host.signal('SIGINT');
  await expect.poll(host.said).toContain('what is under way is finished first');
  const startedAt = performance.now();
  await expect.poll(() => host.signal('SIGINT'), { interval: 100 }).toBe(false);
  expect((await host.ended).code).toBe(130);
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

test('with DRAIN_SECONDS it first says that it is no longer ready, and goes on answering for that time', async () => {
  const { host, address } = await start({ DRAIN_SECONDS: '3' });
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  host.signal('SIGTERM');
  await expect.poll(host.said).toContain('what is under way is finished first');
  const ready = await fetch(`${address}/readyz`);
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await ready.json()).toEqual({ status: 'stopping' });
  expect((await fetch(`${address}/config.json`)).status).toBe(200);
  expect((await host.ended).code).toBe(0);
});
