import type { Socket } from 'node:net';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asHttpError, HttpError, jsonApiVersion, sendErrors } from './errors.ts';

/** What is refused before there is a route, in the same form as every other refusal. */
export const earlyRefusals = {
  /** An address that is not percent-encoded as addresses are. */
  frameworkErrors(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
    void sendErrors(reply, asHttpError(error));
  },

  /** What comes in is no HTTP, or more of its head than is taken: there is no request yet that could be answered. */
  clientErrorHandler({ code }: ConnectionError, socket: Socket) {
    if (code === 'ECONNRESET' || socket.destroyed) return;
    refuseOnSocket(socket, unreadable[code] ?? noHttp);
  },
};

/** Answers where there is no reply to answer with, and ends the connection. */
export function refuseOnSocket(socket: Socket, { status, errors }: HttpError) {
  const body = JSON.stringify({ jsonapi: jsonApiVersion, errors });
  if (socket.writable) {
    socket.write(
      [
        `HTTP/1.1 ${status} ${errors[0]?.title}`,
        `content-type: ${jsonApiMediaType}`,
        `content-length: ${Buffer.byteLength(body)}`,
        'cache-control: no-store',
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroySoon();
}

const noHttp = new HttpError(400, 'This is not HTTP as this host understands it.');
const unreadable: Record<string, HttpError> = {
  HPE_HEADER_OVERFLOW: new HttpError(431, 'The headers of the request are longer than this host takes.'),
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'The request took too long to arrive.'),
};

/** No address of this host has a NUL character, and PostgreSQL takes none to look for. */
export function refuseNulInPaths(server: FastifyInstance) {
  server.addHook('onRequest', ({ url }, _reply, done) => {
    const [path = ''] = url.split('?', 1);
    done(path.includes('%00') ? new HttpError(404, 'There is nothing at this address.') : undefined);
  });
}
