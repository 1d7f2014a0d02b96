// The limit for answers: Fastify with nothing to do but to send bytes that lie ready.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const { PORT, BODY_FILE = '', BODY_TYPE = '', BODY_ENCODING } = process.env;
const body = readFileSync(BODY_FILE);
const server = Fastify();
server.get('/readyz', () => 'ready');
server.get('/body', (_request, reply) => {
  if (BODY_ENCODING) reply.header('content-encoding', BODY_ENCODING);
  return reply.type(BODY_TYPE).send(body);
});
await server.listen({ host: '127.0.0.1', port: Number(PORT) });
