import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const everyMs = 50;

/**
 * Ends connections as soon as nothing is under way on them once the server closes. Node does so only once at the start
 * of closing: one whose answer is just then on its way out would be waited for until its client leaves. It never does so
 * for one that browsers open in advance and have not asked anything over yet.
 */
export function endIdleConnections(server: FastifyInstance) {
  const unused = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.server.on('request', ({ socket }) => unused.delete(socket));
  server.addHook('preClose', async () => {
    const timer = setInterval(() => {
      server.server.closeIdleConnections();
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    }, everyMs);
    server.server.once('close', () => clearInterval(timer));
  });
}
