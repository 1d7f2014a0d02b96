import type { FastifyPluginAsync } from 'fastify';
import { createReadiness, type ReadinessParts } from './readiness.ts';

const retryAfterS = 5;

/**
 * `/healthz`: the process answers. `/readyz`: it can also reach its database, whose tables are as it needs them, and
 * write to its disk, and does not end: so callers may be sent here.
 */
export const healthRoutes =
  (parts: ReadinessParts): FastifyPluginAsync =>
  async (server) => {
    const unready = createReadiness(parts);
    server.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    server.get('/healthz', async () => ({ status: 'ok' }));
    server.get('/readyz', async (_request, reply) => {
      const status = await unready();
      if (status === null) return { status: 'ok' };
      return reply.code(503).header('retry-after', retryAfterS).send({ status });
    });
  };
