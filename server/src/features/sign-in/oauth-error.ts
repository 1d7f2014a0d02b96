import type { FastifyInstance } from 'fastify';
import { asHttpError } from '#http/errors.ts';

type Code =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable';

/** A refusal as RFC 6749 words it. */
export class OauthError extends Error {
  readonly status: number;
  readonly code: Code;
  readonly headers: Record<string, string>;

  constructor(status: number, code: Code, description: string, headers: Record<string, string> = {}) {
    super(description);
    this.name = 'OauthError';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Answers everything thrown below `server` as `{error, error_description}`. */
export function answerOauthErrors(server: FastifyInstance) {
  server.setErrorHandler((error, request, reply) => {
    reply.header('cache-control', 'no-store');
    if (error instanceof OauthError) {
      return reply
        .code(error.status)
        .headers(error.headers)
        .send({ error: error.code, error_description: error.message });
    }
    const refusal = asHttpError(error);
    if (refusal.status >= 500) request.log.error({ err: error }, 'sign-in failed');
    return reply
      .code(refusal.status)
      .headers(refusal.headers)
      .send({
        error: refusal.status >= 500 ? 'server_error' : 'invalid_request',
        error_description: refusal.message,
      });
  });
}
