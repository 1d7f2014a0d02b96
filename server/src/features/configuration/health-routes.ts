import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import type { HostDatabase } from '#database/database.ts';

/** `/healthz`: the process answers. `/readyz`: it can also reach its database, so callers may be sent here. */
export const healthRoutes =
  ({ database }: { database: HostDatabase }): FastifyPluginAsync =>
  async (server) => {
    server.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    server.get('/healthz', async () => ({ status: 'ok' }));
    server.get('/readyz', async (request, reply) => {
      try {
        await sql`select 1`.execute(database.db);
        return { status: 'ok' };
      } catch (error) {
        request.log.error({ err: error }, 'the database does not answer');
        return reply.code(503).send({ status: 'database unreachable' });
      }
    });
  };
