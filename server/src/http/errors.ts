import { type JsonApiError, jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
};

const titleOf = (status: number) => titles[status] ?? (status < 500 ? 'Refused' : 'Failed');

interface HttpErrorOptions {
  title?: string;
  /** A JSON pointer into the body, such as /data/attributes/title. */
  pointer?: string;
  /** The query parameter that is to blame. */
  parameter?: string;
  /** Where the record can be read that stands in the way. */
  about?: string;
  headers?: Record<string, string>;
}

/** A refusal that the caller may read. Anything else that is thrown is answered as 500 without a word about it. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly errors: JsonApiError[];

  constructor(status: number, detail: string, options: HttpErrorOptions = {}) {
    super(detail);
    this.name = 'HttpError';
    this.status = status;
    this.headers = options.headers ?? {};
    this.errors = [
      {
        title: options.title ?? titleOf(status),
        status: String(status),
        detail,
        ...((options.pointer || options.parameter) && {
          source: options.pointer ? { pointer: options.pointer } : { parameter: options.parameter as string },
        }),
        ...(options.about && { links: { about: { href: options.about } } }),
      },
    ];
  }
}

/** Several refusals of one body, answered together with 422. */
export function unprocessable(problems: { detail: string; pointer: string }[]) {
  const error = new HttpError(422, problems.map((problem) => problem.detail).join(' '));
  error.errors.splice(
    0,
    1,
    ...problems.map(({ detail, pointer }) => ({
      title: titleOf(422),
      status: '422',
      detail,
      source: { pointer },
    })),
  );
  return error;
}

// Fastify's own refusals by their code, in words for a caller.
const frameworkSentences: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request body is larger than this host takes.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'Empty request body.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'Syntax error',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This address does not take that content type.',
  FST_UNDER_PRESSURE: 'The host is busy. Try again in a moment.',
};

/** What the file system, SQLite and PostgreSQL call a full disk. */
const diskIsFull = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']);

/** What a caller may know about anything that was thrown. */
export function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const { code = '', statusCode = 500 } = (error ?? {}) as { code?: string; statusCode?: number };
  const sentence = Object.hasOwn(frameworkSentences, code) ? frameworkSentences[code] : undefined;
  if (statusCode === 429) return new HttpError(429, 'Too many requests. Try again later.');
  if (sentence) return new HttpError(statusCode, sentence);
  if (diskIsFull.has(code))
    return new HttpError(507, 'The host has no room left. Nothing was saved; try again later.');
  if (statusCode >= 400 && statusCode < 500)
    return new HttpError(statusCode, 'The request cannot be understood.');
  return new HttpError(500, 'Something went wrong on the host. It has been logged.');
}

export const jsonApiVersion = {
  version: '1.0',
  meta: { links: { self: { href: 'http://jsonapi.org/format/1.0/' } } },
};

export function sendErrors(reply: FastifyReply, { status, headers, errors }: HttpError) {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type(jsonApiMediaType)
    .send({ jsonapi: jsonApiVersion, errors });
}

/** One handler for everything that is thrown below `server`; features that speak otherwise set their own. */
export function answerErrors(server: FastifyInstance) {
  server.setErrorHandler((error, request, reply) => {
    const refusal = asHttpError(error);
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
    return sendErrors(reply, refusal);
  });
  server.setNotFoundHandler((request, reply) =>
    isForPeople(request)
      ? reply.code(404).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(noSuchPage)
      : sendErrors(reply, new HttpError(404, 'There is nothing at this address.')),
  );
}

const isForPeople = ({ method, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;

const noSuchPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not found</title>
<h1>Not found</h1>
<p>There is nothing at this address. <a href="/">To the start</a></p>
</html>
`;
