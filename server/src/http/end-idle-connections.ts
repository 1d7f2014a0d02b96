import type { FastifyInstance } from 'fastify';

const everyMs = 50;

/**
 * Ends connections as soon as nothing is under way on them once the server closes. Node does so only once at the start
 * of closing: one whose answer is just then on its way out would be waited for until its client leaves.
 */
export function endIdleConnections(server: FastifyInstance) {
  server.addHook('preClose', async () => {
    const timer = setInterval(() => server.server.closeIdleConnections(), everyMs);
    server.server.once('close', () => clearInterval(timer));
  });
}
