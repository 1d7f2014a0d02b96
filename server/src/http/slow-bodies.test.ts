import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longestRequestMs, refuseSlowBodies } from './slow-bodies.ts';

const limits = { bodyBytes: 10_000, uploadBytes: 5000, slowestBytesPerSecond: 1000, bodyPatienceMs: 1000 };

let server: ReturnType<typeof Fastify>;
beforeEach(async () => {
  server = Fastify();
  refuseSlowBodies(server, limits);
  server.post('/', async ({ body }: { body: unknown }) => `${String(body).length} came`);
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => server.close());

/** Sends a body in pieces, one every 50 ms, or only some of them; answers all that came back until the connection ended. */
async function trickle(length: number, piece: number, pieces = Number.POSITIVE_INFINITY) {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = ['POST / HTTP/1.1', 'host: x', 'connection: close', 'content-type: text/plain'];
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${length}\r\n\r\n`);
  let left = Math.min(length, piece * pieces);
  const pump = setInterval(() => {
    const next = Math.min(piece, left);
    left -= next;
    if (next > 0 && socket.writable) socket.write('x'.repeat(next));
  }, 50);
  const came = await text(socket);
  clearInterval(pump);
  return came;
}

test('a body that trickles in slower than any line is cut off, in words', async () => {
  const came = await trickle(2000, 1);
  expect(came).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(came).toContain('"detail":"The request took too long to arrive."');
});

test('one that stops before its end is cut off, however much has come', async () => {
  // Those that came would pay for longer than a test takes.
  expect(await trickle(1_000_000, 999_000, 1)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});

test('one that comes over a slow line has all the time it needs', async () => {
  const started = performance.now();
  expect(await trickle(6000, 200)).toMatch(/6000 came/);
  expect(performance.now() - started).toBeGreaterThan(limits.bodyPatienceMs);
});

test('the host waits for the largest body over the slowest line, and no longer', () => {
  expect(longestRequestMs(limits)).toBe(11_000);
});
