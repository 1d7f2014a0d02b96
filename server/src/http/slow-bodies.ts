import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuseOnSocket } from './early-refusals.ts';
import { HttpError } from './errors.ts';

interface Limits {
  /** The largest body. */
  bodyBytes: number;
  uploadBytes: number;
  /** How slow a line may be that brings one. */
  slowestBytesPerSecond: number;
  /** How long a body may take whatever its size, which is also how long it may come to a halt. */
  bodyPatienceMs: number;
}

const allowedMs = (bytes: number, { slowestBytesPerSecond, bodyPatienceMs }: Limits) =>
  bodyPatienceMs + (bytes / slowestBytesPerSecond) * 1000;

/** No request takes longer: the largest body over the slowest line. */
export const longestRequestMs = (limits: Limits) =>
  Math.ceil(allowedMs(Math.max(limits.bodyBytes, limits.uploadBytes), limits));

interface Arriving {
  socket: Socket;
  since: number;
  bytesBefore: number;
  /** How far it was when it was last seen to come on, and when that was. */
  bytes: number;
  moved: number;
}

/**
 * Ends requests whose body comes more slowly than any line is: each second that passes has to be paid for in bytes, beyond
 * a first patience. So an upload over a bad line has the time that it needs, and nobody holds a connection for nothing. Bytes that
 * came early pay for no halt: the host holds them meanwhile.
 */
export function refuseSlowBodies(server: FastifyInstance, limits: Limits) {
  const arriving = new Set<Arriving>();

  server.addHook('onRequest', ({ raw }, _reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': transfer } = raw.headers;
    if (transfer !== undefined || Number(length) > 0) {
      const { socket } = raw;
      const [since, bytes] = [performance.now(), socket.bytesRead];
      const each = { socket, since, bytesBefore: bytes, bytes, moved: since };
      arriving.add(each);
      const forget = () => arriving.delete(each);
      raw.once('end', forget).once('close', forget);
    }
    done();
  });

  const checking = setInterval(() => {
    const now = performance.now();
    for (const each of arriving) {
      const { socket, since, bytesBefore, bytes } = each;
      if (socket.bytesRead > bytes) Object.assign(each, { bytes: socket.bytesRead, moved: now });
      const isInTime = now - since <= allowedMs(socket.bytesRead - bytesBefore, limits);
      if (isInTime && now - each.moved <= limits.bodyPatienceMs) continue;
      arriving.delete(each);
      refuseOnSocket(socket, tooSlow);
    }
  }, limits.bodyPatienceMs / 10).unref();
  server.addHook('onClose', async () => clearInterval(checking));
}

const tooSlow = new HttpError(408, 'The request took too long to arrive.');
