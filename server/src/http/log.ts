import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import pino from 'pino';
import { readableStream } from './readable-log.ts';
import { addressWithoutSecrets, errorWithoutSecrets, textWithoutSecrets } from './without-secrets.ts';

/**
 * Lines go out together, so that none costs an answer a call of its own; whatever ends the process, except a power cut or
 * SIGKILL, writes the last ones. Where nobody takes them, new ones are dropped rather than kept.
 */
const linesTogether = () =>
  pino.destination({
    dest: 1,
    sync: false,
    minLength: 8192,
    periodicFlush: 100,
    maxLength: 16 * 1024 * 1024,
  });

/** The host's log on standard output: short lines on a terminal, else one line of JSON per event. */
export const createLog = (level: string) =>
  pino(
    {
      level,
      serializers: {
        err: errorWithoutSecrets,
        // A mail server that refuses quotes whom the mail goes to.
        reason: textWithoutSecrets,
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          url: addressWithoutSecrets(request.url),
          ip: request.ip,
        }),
      },
    },
    process.stdout.isTTY ? readableStream(process.stdout) : linesTogether(),
  );

/** One line per answer, when it is out. Those that watch whether the host is well would drown all others. */
export class AnswerLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const { method, url, ip } = request;
    const isWatch = url === '/healthz' || url === '/readyz';
    request.log[error ? 'error' : isWatch ? 'debug' : 'info']({
      ...{ method, url: addressWithoutSecrets(url), status: reply.statusCode },
      ...{ ms: Math.round(reply.elapsedTime), ip, ...(error && { err: error }) },
    });
  }
}
