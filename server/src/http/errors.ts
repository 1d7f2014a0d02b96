import { type JsonApiError, jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, tookTooLong } from '#database/dialect.ts';
import { AllTurnsTaken } from '#database/turns.ts';
import { DiskUnusable } from '#files/disk.ts';
import { ThreadFailure } from '#threads/threads.ts';

const rfc = (section: string, number = 9110) =>
  `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`;

/** What each status is called, and where it is defined. */
const statuses: Record<number, [title: string, definition: string]> = {
  400: ['Bad Request', rfc('15.5.1')],
  401: ['Unauthorized', rfc('15.5.2')],
  403: ['Forbidden', rfc('15.5.4')],
  404: ['Not Found', rfc('15.5.5')],
  405: ['Method Not Allowed', rfc('15.5.6')],
  406: ['Not Acceptable', rfc('15.5.7')],
  408: ['Request Timeout', rfc('15.5.9')],
  409: ['Conflict', rfc('15.5.10')],
  410: ['Gone', rfc('15.5.11')],
  412: ['Precondition Failed', rfc('15.5.13')],
  413: ['Content Too Large', rfc('15.5.14')],
  414: ['URI Too Long', rfc('15.5.15')],
  415: ['Unsupported Media Type', rfc('15.5.16')],
  416: ['Range Not Satisfiable', rfc('15.5.17')],
  422: ['Unprocessable Content', rfc('15.5.21')],
  429: ['Too Many Requests', rfc('4', 6585)],
  431: ['Request Header Fields Too Large', rfc('5', 6585)],
  500: ['Internal Server Error', rfc('15.6.1')],
  503: ['Service Unavailable', rfc('15.6.4')],
  507: ['Insufficient Storage', rfc('11.5', 4918)],
};

const titleOf = (status: number) => statuses[status]?.[0] ?? (status < 500 ? 'Refused' : 'Failed');

const linksOf = (status: number, about: string | undefined) => {
  const type = statuses[status]?.[1];
  return { ...(type && { type: { href: type } }), ...(about && { about: { href: about } }) };
};

interface HttpErrorOptions {
  title?: string;
  /** A JSON pointer into the body, such as /data/attributes/title. */
  pointer?: string;
  /** The query parameter that is to blame. */
  parameter?: string;
  /** Where more can be read, such as the record that stands in the way. */
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
        links: linksOf(status, options.about),
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

const isBusy = 'The host is busy. Try again in a moment.';

// Fastify's own refusals by their code, in words for a caller.
const frameworkSentences: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request body is larger than this host takes.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'Empty request body.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'Syntax error',
  FST_ERR_BAD_URL: 'The address is not percent-encoded as addresses are.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the address is longer than this host takes.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This address does not take that content type.',
  FST_UNDER_PRESSURE: isBusy,
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
  if (error instanceof AllTurnsTaken || error instanceof ThreadFailure || tookTooLong(error))
    return new HttpError(503, isBusy, { headers: { 'retry-after': '5' } });
  if (error instanceof DiskUnusable || isDatabaseAway(error)) {
    return new HttpError(503, 'The host cannot reach its data at the moment. Try again in a moment.', {
      headers: { 'retry-after': '5' },
    });
  }
  if (statusCode >= 400 && statusCode < 500)
    return new HttpError(statusCode, 'The request cannot be understood.');
  return new HttpError(500, 'Something went wrong on the host. It has been logged.');
}

export const jsonApiVersion = {
  version: '1.1',
  meta: { links: { self: { href: 'https://jsonapi.org/format/1.1/' } } },
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

const isForPeople = ({ method, headers, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  headers.accept?.includes('text/html') === true &&
  !/^\/(?:jsonapi|openapi)(?:[/?]|$)/.test(url);

const noSuchPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not found</title>
<h1>Not found</h1>
<p>There is nothing at this address. <a href="/">To the start</a></p>
</html>
`;
