import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Fetch;

beforeAll(async () => {
  host = await startTestHost();
  nora = await host.signIn('nora');
});
afterAll(() => host.stop());

// Read, it would be refused for what it is.
const text = `{${'x'.repeat(2 * 1024 * 1024)}`;

async function statusOf(method: string, path: string, body: BodyInit) {
  const headers = { 'content-type': jsonApiMediaType };
  return (await nora(`/jsonapi/${path}`, { method, headers, body, duplex: 'half' } as RequestInit)).status;
}

test('packs and messages may be large, also what they name', async () => {
  const { packs } = host.world;
  expect([
    await statusOf('POST', 'salestool/pack', text),
    await statusOf('PATCH', `salestool/pack/${packs.nora.id}`, text),
    await statusOf('PATCH', `salestool/pack/${packs.nora.id}/relationships/medias`, text),
    await statusOf('POST', 'salestool/message', new Blob([text]).stream()),
  ]).toEqual([400, 400, 400, 400]);
});

test('nothing else may', async () => {
  const { people, signatures } = host.world;
  expect([
    await statusOf('POST', 'salestool/signature', text),
    await statusOf('POST', 'salestool/signature', new Blob([text]).stream()),
    await statusOf('PATCH', `salestool/signature/${signatures.nora.id}`, text),
    await statusOf('PATCH', `salestool/signature/${signatures.nora.id}/relationships/image`, text),
    await statusOf('PATCH', `user/user/${people.nora.id}`, text),
    await statusOf('POST', 'salestool/packs', text),
  ]).toEqual([413, 413, 413, 413, 413, 413]);
});

test('who holds three open waits with the next, and nobody else does', async () => {
  const authorization = await host.authorization('nora');
  const { port } = host.server.server.address() as AddressInfo;
  const hold = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    const head = ['POST /jsonapi/salestool/pack HTTP/1.1', 'host: x', `authorization: ${authorization}`];
    onTestFinished(() => void socket.destroy());
    const asked: Promise<IncomingMessage[]> = once(host.server.server, 'request');
    socket.write(
      `${[...head, `content-type: ${jsonApiMediaType}`, 'content-length: 2000000'].join('\r\n')}\r\n\r\n{`,
    );
    const [request] = await asked;
    // Who it is from is looked up first; it holds a turn once its body is read.
    await expect.poll(() => request?.listenerCount('data')).toBeGreaterThan(0);
    return socket;
  };
  const held = [await hold(), await hold(), await hold()];
  const tomas = await host.signIn('tomas');
  const post = { method: 'POST', headers: { 'content-type': jsonApiMediaType }, body: text };
  let isAnswered = false;
  const waiting = nora('/jsonapi/salestool/pack', post).then(({ status }) => {
    isAnswered = true;
    return status;
  });
  for (let turn = 0; turn < 3; turn++)
    expect((await tomas('/jsonapi/salestool/pack', post)).status).toBe(400);
  expect(isAnswered).toBe(false);
  held[0]?.destroy();
  expect(await waiting).toBe(400);
});
