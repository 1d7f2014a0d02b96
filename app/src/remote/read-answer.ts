import { isObject } from '@satchel/core/contract/is-object.ts';
import type { JsonApiError } from '@satchel/core/contract/json-api.ts';
import { RemoteFailure } from './failure.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON; null on 304 and when the answer was empty. */
  body: unknown;
}

function parse(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false };
    throw error;
  }
}

/** As JSON:API has them. */
const hasErrors = (body: unknown): body is { errors: unknown[] } =>
  isObject(body) && Array.isArray(body.errors);

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The errors of a refused call: JSON:API's own, those of OAuth and JSON-RPC, or the bare `{message}` of some hosts. */
function errorsIn(body: unknown, status: number, statusText: string): JsonApiError[] {
  if (!isObject(body)) return [];
  if (isObject(body.error)) return [rpcError(body.error, String(status))];
  if (hasErrors(body)) {
    return body.errors.filter(isObject).map(({ title, status: own, detail, source, links }) => ({
      ...(textOf(title) === undefined ? {} : { title: textOf(title)! }),
      status: textOf(own) ?? String(status),
      ...(textOf(detail) === undefined ? {} : { detail: textOf(detail)! }),
      ...(isObject(source) ? { source: source as NonNullable<JsonApiError['source']> } : {}),
      ...(isObject(links) ? { links: links as NonNullable<JsonApiError['links']> } : {}),
    }));
  }
  const detail = textOf(body.error_description) ?? textOf(body.message) ?? textOf(body.error);
  return detail === undefined
    ? []
    : [{ title: statusText || 'Server error', status: String(status), detail }];
}

/** An error of JSON-RPC: `data` is for people, where there is any. */
function rpcError({ code, message, data }: Record<string, unknown>, status: string): JsonApiError {
  return {
    title: textOf(message) ?? 'Server error',
    status,
    detail: textOf(data) ?? textOf(message) ?? 'Server error',
    ...(textOf(code) === undefined ? {} : { code: textOf(code)! }),
  };
}

/** Milliseconds of a Retry-After header in seconds or as a date; null when there is none. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after');
  if (!value) return null;
  const at = /^\d+$/.test(value.trim()) ? now + Number(value) * 1000 : Date.parse(value);
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now), 3_600_000);
}

const asksForBearer = ({ status, headers }: Response) =>
  status === 401 && /^bearer\b/i.test(headers.get('www-authenticate') ?? '');

const isOfType = (headers: Headers, type: string) =>
  (headers.get('content-type') ?? '').toLowerCase().split(';')[0]?.trim() === type;

const busyStatuses = new Set([408, 423, 425, 429, 500, 502, 503, 504, 507]);

/** Not found, not allowed, too large: portals do not answer so. */
const believedAsPages = new Set([404, 405, 413]);
/** What a router says in front of a host that is being replaced, of whatever address. */
const saidByRouters = new Set([404, 405]);
/** A host that broke down over one call has no JSON to say so, and may well take the next one. */
const busyAsPages = new Set([429, 500, 503]);

/**
 * Reads what a host answered. A page where data was due is no answer of the host at all (a captive portal, a proxy):
 * it counts as unreachable. Without JSON only 404, 405 and a 401 that asks for a bearer token are believed: portals do
 * not answer so, content hosts do, before they know in which format. So is a 413, which proxies answer in their place: what is
 * too large for one today is so tomorrow, and would hold up everything behind it.
 * @param options.text a type of text that is believed, too, where it was asked for
 * @param options.ofRecord the call was about one record, which 404 and 405 judge only with errors of JSON:API
 * @throws RemoteFailure
 */
export async function readAnswer(
  response: Response,
  {
    now = Date.now(),
    text: wanted,
    ofRecord = false,
  }: { now?: number; text?: string; ofRecord?: boolean } = {},
): Promise<Answer> {
  const { status, statusText, headers } = response;
  if (status === 204 || status === 304) return { status, headers, body: null };
  const isJson = /[/+]json\b/i.test(headers.get('content-type') ?? '');
  const text = await response.text();
  if (response.ok && wanted !== undefined && isOfType(headers, wanted))
    return { status, headers, body: text };
  if (text === '' && response.ok) return { status, headers, body: null };
  const read = isJson ? parse(text) : ({ ok: false } as const);
  if (ofRecord && saidByRouters.has(status) && !(read.ok && hasErrors(read.value)))
    throw new RemoteFailure({ kind: 'unreachable', why: 'not-json' });
  if (!read.ok) {
    if (believedAsPages.has(status) || asksForBearer(response))
      throw new RemoteFailure({ kind: 'refused', status, statusText, errors: [] });
    if (busyAsPages.has(status)) {
      throw new RemoteFailure({ kind: 'busy', status, statusText, retryAfterMs: retryAfterMs(headers, now) });
    }
    throw new RemoteFailure({ kind: 'unreachable', why: 'not-json' });
  }
  if (status >= 200 && status < 300) return { status, headers, body: read.value };
  const errors = errorsIn(read.value, status, statusText);
  if (busyStatuses.has(status)) {
    const wait = retryAfterMs(headers, now);
    throw new RemoteFailure({ kind: 'busy', status, statusText, retryAfterMs: wait, errors });
  }
  throw new RemoteFailure({ kind: 'refused', status, statusText, errors });
}
