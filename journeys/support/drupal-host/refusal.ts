import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';

/** What goes back to the app. */
export interface HostAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

const uncached = 'must-revalidate, no-cache, private';

const titles: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
};

const section = (status: number) =>
  status >= 500 ? `10.5.${status - 499}` : `10.4.${status === 422 ? 1 : status - 399}`;

export const jsonApiAnswer = (status: number, document: object, headers = {}): HostAnswer => ({
  status,
  headers: { 'content-type': jsonApiMediaType, 'cache-control': uncached, ...headers },
  body: JSON.stringify(document),
});

export const jsonAnswer = (status: number, body: unknown, headers = {}): HostAnswer => ({
  status,
  headers: {
    'content-type': 'application/json; charset=UTF-8',
    'cache-control': 'no-store',
    pragma: 'no-cache',
    ...headers,
  },
  body: JSON.stringify(body),
});

export const htmlNotFound = (): HostAnswer => ({
  status: 404,
  headers: { 'content-type': 'text/html; charset=UTF-8', 'cache-control': uncached },
  body: '<!DOCTYPE html>\n<html lang="en" dir="ltr"><head><title>Page not found</title></head><body>The requested page could not be found.</body></html>',
});

export const jsonApiVersion = {
  version: '1.0',
  meta: { links: { self: { href: 'http://jsonapi.org/format/1.0/' } } },
};

interface Reason {
  status: number;
  detail: string;
  pointer?: string | undefined;
}

/** A refused call; thrown while a question is read. */
export class Refusal extends Error {
  readonly reasons: readonly Reason[];

  constructor(...reasons: Reason[]) {
    super(reasons[0]?.detail ?? '');
    this.reasons = reasons;
  }

  /** @param address the question's, as `via` names it */
  answer(address: string): HostAnswer {
    const status = this.reasons[0]?.status ?? 500;
    return jsonApiAnswer(status, {
      jsonapi: jsonApiVersion,
      errors: this.reasons.map((reason) => ({
        title: titles[reason.status] ?? 'Error',
        status: String(reason.status),
        detail: reason.detail,
        links: {
          via: { href: address },
          info: {
            href: `http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html#sec${section(reason.status)}`,
          },
        },
        ...(reason.pointer && { source: { pointer: reason.pointer } }),
      })),
    });
  }
}
