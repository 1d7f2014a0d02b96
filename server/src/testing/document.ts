import type { Fetch } from './test-host.ts';

export interface ReadResource {
  type: string;
  id: string;
  attributes: Record<string, unknown>;
  relationships: Record<string, { data: ReadIdentifier | ReadIdentifier[] | null }>;
  meta?: Record<string, unknown>;
}

interface ReadIdentifier {
  type: string;
  id: string;
  meta: Record<string, unknown>;
}

/** A JSON:API answer as tests look at it. */
export interface ReadAnswer {
  status: number;
  headers: Headers;
  /** A single record, or the first of a list. */
  record: ReadResource;
  /** A list, or a single record alone. */
  records: ReadResource[];
  included: ReadResource[];
  count: number | undefined;
  links: Record<string, { href: string } | undefined>;
  errors: {
    status: string;
    detail: string;
    source?: { pointer?: string; parameter?: string };
    links?: { about?: { href: string }; type?: { href: string } };
  }[];
}

const json = 'application/vnd.api+json';

async function read(response: Response): Promise<ReadAnswer> {
  const text = await response.text();
  const body = text === '' ? {} : JSON.parse(text);
  const records: ReadResource[] = Array.isArray(body.data) ? body.data : body.data ? [body.data] : [];
  return {
    status: response.status,
    headers: response.headers,
    record: records[0] as ReadResource,
    records,
    included: body.included ?? [],
    count: body.meta?.count,
    links: body.links ?? {},
    errors: body.errors ?? [],
  };
}

/** Content calls of one person, answered in a form that is easy to look at. */
export const contentOf = (as: Fetch) => ({
  /** @param query parameters with readable brackets, encoded here */
  async get(path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const search = new URLSearchParams(query).toString();
    return read(await as(`/jsonapi/${path}${search && `?${search}`}`, { headers }));
  },
  async post(path: string, data: unknown, headers: Record<string, string> = {}) {
    const body = JSON.stringify({ data });
    return read(
      await as(`/jsonapi/${path}`, { method: 'POST', body, headers: { 'content-type': json, ...headers } }),
    );
  },
  async patch(path: string, data: unknown, headers: Record<string, string> = {}) {
    const body = JSON.stringify({ data });
    return read(
      await as(`/jsonapi/${path}`, { method: 'PATCH', body, headers: { 'content-type': json, ...headers } }),
    );
  },
  /** Any method; with a body only when there is `data`. */
  async send(method: string, path: string, data?: unknown) {
    const body = data === undefined ? null : JSON.stringify({ data });
    return read(
      await as(`/jsonapi/${path}`, { method, body, headers: body ? { 'content-type': json } : {} }),
    );
  },
  /** With `data` only for relationships. */
  async delete(path: string, data?: unknown, headers: Record<string, string> = {}) {
    const body = data === undefined ? null : JSON.stringify({ data });
    const type = data === undefined ? undefined : { 'content-type': json };
    return read(await as(`/jsonapi/${path}`, { method: 'DELETE', body, headers: { ...type, ...headers } }));
  },
});

export type Content = ReturnType<typeof contentOf>;
