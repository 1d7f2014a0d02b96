import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { asHttpError, HttpError } from '#http/errors.ts';
import { parseJson } from '#http/json-body.ts';
import { forgetOldCodes } from './code-store.ts';
import { answerRpc, errorAnswer, rpcErrors } from './json-rpc.ts';
import { type ResetParts, resetMethods } from './reset-methods.ts';

const bodyLimit = 64 * 1024;
const sweepEveryMs = 5 * 60_000;
/** Answers leave at whole steps of this after the call came, so that their time says nothing about an address. */
const answerStepMs = 300;

/** JSON-RPC 2.0 for people who are signed out and forgot their password. */
export const passwordResetRoutes = (parts: ResetParts): FastifyPluginAsync =>
  async function passwordReset(server) {
    const { database, clock } = parts;
    const methods = resetMethods(parts);

    const sweeper = setInterval(() => {
      database
        .write((trx) => forgetOldCodes(trx, clock()))
        .catch((error) => server.log.warn({ err: error }, 'old codes are still there'));
    }, sweepEveryMs).unref();
    server.addHook('onClose', async () => clearInterval(sweeper));

    server.removeAllContentTypeParsers();
    server.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit },
      async (_: unknown, body: Buffer) => parseJson(body),
    );
    server.setErrorHandler((error, request, reply) => {
      const refusal = asHttpError(error);
      if (refusal.status >= 500) request.log.error({ err: error }, 'password reset failed');
      const told =
        error instanceof HttpError
          ? rpcErrors.parse(refusal.message)
          : rpcErrors.invalidRequest(refusal.message);
      return reply
        .code(refusal.status)
        .headers({ 'cache-control': 'no-store', ...refusal.headers })
        .send(errorAnswer(null, refusal.status >= 500 ? rpcErrors.internal(refusal.message) : told));
    });

    server.post('/jsonrpc', async (request, reply) => {
      const startedAt = performance.now();
      const { status, body } = await answerRpc(request.body, {
        methods,
        address: request.ip,
        onFault: (error) => request.log.error({ err: error }, 'password reset failed'),
      });
      await pause(answerStepMs - ((performance.now() - startedAt) % answerStepMs));
      return reply.code(status).header('cache-control', 'no-store').send(body);
    });
  };
