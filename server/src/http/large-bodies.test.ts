import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerErrors } from './errors.ts';
import { createLargeBodies } from './large-bodies.ts';

let server: ReturnType<typeof Fastify>;
let sockets: Socket[];
let arrived: string[];
/** What the host looks up before it lets anybody in. */
let lookUp: () => Promise<void>;

beforeEach(async () => {
  sockets = [];
  arrived = [];
  lookUp = async () => {};
  server = Fastify();
  answerErrors(server);
  const letIn = createLargeBodies({ atOnce: 3, atOnceOfOne: 2, longestWaitMs: 300 });
  server.post('/:who', {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const { who } = request.params as { who: string };
      await lookUp();
      await letIn(who, reply);
      arrived.push(who);
    },
    handler: async () => 'taken',
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** Begins a body that goes on with what is written to the socket. */
async function begin(who: string, length = 1000) {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = [`POST /${who} HTTP/1.1`, 'host: x', 'connection: close', 'content-type: text/plain'];
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${length}\r\n\r\nx`);
  return socket;
}

const allArrived = (...people: string[]) => expect.poll(() => arrived).toEqual(people);

test('one person who holds bodies open keeps nobody else from bringing one', async () => {
  await Promise.all([begin('nora'), begin('nora')]);
  await allArrived('nora', 'nora');
  const refused = await text(await begin('nora'));
  expect(refused).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused).toMatch(/\r\nretry-after: 5\r\n/);
  expect(await text(await begin('tomas', 1))).toMatch(/taken$/);
});

test('together they hold no more than a few, and whoever comes next is told to come again', async () => {
  await Promise.all([begin('nora'), begin('nora')]);
  await allArrived('nora', 'nora');
  await begin('tomas');
  await allArrived('nora', 'nora', 'tomas');
  expect(await text(await begin('mei', 1))).toMatch(/^HTTP\/1\.1 503 /);
});

test('a place is free again once a body has come, or its connection has gone', async () => {
  const [first, second] = await Promise.all([begin('nora'), begin('nora', 2)]);
  await allArrived('nora', 'nora');
  const third = begin('nora', 1).then(text);
  second.write('x');
  expect(await third).toMatch(/taken$/);
  const fourth = await begin('nora');
  await expect.poll(() => arrived).toHaveLength(4);
  const fifth = begin('nora', 1).then(text);
  first.destroy();
  expect(await fifth).toMatch(/taken$/);
  fourth.destroy();
});

test('one that goes while it waits takes no place', async () => {
  await Promise.all([begin('nora'), begin('nora')]);
  await allArrived('nora', 'nora');
  const waiting = await begin('nora');
  const next = begin('nora', 1).then(text);
  waiting.destroy();
  sockets[0]?.destroy();
  expect(await next).toMatch(/taken$/);
});

test('those who go while it is looked up who they are take no place', async () => {
  const found = Promise.withResolvers<void>();
  let asked = 0;
  lookUp = () => {
    asked++;
    return found.promise;
  };
  const leaving = await Promise.all([begin('nora'), begin('nora')]);
  await expect.poll(() => asked).toBe(2);
  for (const socket of leaving) socket.destroy();
  const connections = () =>
    new Promise((resolve) =>
      server.server.getConnections((_: Error | null, count: number) => resolve(count)),
    );
  await expect.poll(connections).toBe(0);
  found.resolve();
  expect(await text(await begin('nora', 1))).toMatch(/taken$/);
});
