import { isObject } from '@satchel/core/contract/is-object.ts';
import { jsonApiMediaType, type ResourceObject } from '@satchel/core/contract/json-api.ts';
import {
  collectionPath,
  isArchivable,
  type ResourceTypeName,
} from '@satchel/core/contract/resource-types.ts';
import type { Call, Request } from './create-request.ts';
import { type FlatRecord, readRecord } from './documents.ts';
import { RemoteFailure } from './failure.ts';
import { type Query, queryString } from './query.ts';
import type { Answer } from './read-answer.ts';

export interface Records {
  /** What was asked for, in the host's order. */
  records: FlatRecord[];
  included: FlatRecord[];
  /** Of the first page; null when the host gives none. */
  etag: string | null;
}

export interface Written {
  /** The record as the host stored it; null when it did not say. */
  record: FlatRecord | null;
  /** Of its new state; null when the host gives none. */
  etag: string | null;
}

/** `unchanged`: the host says that nothing differs from what its ETag was given for. */
export type ListAnswer = Records | 'unchanged';

export interface ReadOptions {
  signal?: AbortSignal | undefined;
  /** Given with an earlier answer to the very same query. */
  etag?: string | null;
  /** After which it is given up, in ms. */
  timeoutMs?: number;
  /** In place of the browser's own. */
  fetch?: typeof fetch;
}

const noDocument = () => new RemoteFailure({ kind: 'unreachable', why: 'not-json' });

/**
 * Told again, a host that gives ids of its own would have the record once more each time: whoever asked looks for it, and leaves it
 * to a person where it is not there.
 */
const createdAnother = () => {
  const detail =
    'The server answered about another record than it was sent. It may have stored this one under an id of its own.';
  const errors = [{ title: 'Conflict', status: '409', detail }];
  return new RemoteFailure({ kind: 'refused', status: 409, statusText: 'Conflict', errors });
};

/** Whether an answer tells of what was asked for: what tells of another record would be kept over that one. */
const isAbout = (
  record: FlatRecord | null,
  { type, id }: Pick<FlatRecord, 'type' | 'id'>,
): record is FlatRecord => record?.type === type && record.id === id;

const writeHeaders = { 'Content-Type': jsonApiMediaType, Accept: jsonApiMediaType };
const readTimeoutMs = 120_000;
// What is given up before a line can have taken it would be given up each time. 128 kbit/s are slow for a phone.
const writeTimeoutMs = 60_000;
const slowestBytesPerMs = 16;
// A host that always names a next page must not keep a device busy for ever.
const mostPages = 1000;

/**
 * Reads and writes of the JSON:API (API-22 to API-28), records out and in flat.
 * @param api address in front of the collections
 */
export function createJsonApi(request: Request, { api }: { api: string }, now = Date.now) {
  const { origin } = new URL(api);
  const collection = (type: ResourceTypeName) => `${api}/${collectionPath(type)}`;
  const single = (type: ResourceTypeName, id: string) => `${collection(type)}/${encodeURIComponent(id)}`;
  const withQuery = (address: string, query: string) => (query ? `${address}?${query}` : address);

  /** Only the path of a link counts: a host behind a proxy may name another scheme or address. */
  function nextOf(body: Record<string, unknown>): string | null {
    const link = isObject(body.links) ? body.links.next : null;
    const href = isObject(link) ? link.href : link;
    if (typeof href !== 'string') return null;
    const url = URL.parse(href, `${api}/`);
    return url ? `${origin}${url.pathname}${url.search}` : null;
  }

  function documentOf({ body }: Answer): Record<string, unknown> {
    if (!isObject(body) || !('data' in body)) throw noDocument();
    return body;
  }

  /** What is no list of records does not tell what the host has no more: nothing may go on its word. */
  function readList(
    { data }: Record<string, unknown>,
    { type, pulled }: { type: ResourceTypeName; pulled: number },
  ): FlatRecord[] {
    const records = readAll(data, pulled).filter((record) => record.type === type);
    if (!Array.isArray(data) || records.length < data.length) throw noDocument();
    return records;
  }

  function readAll(list: unknown, pulled: number): FlatRecord[] {
    return Array.isArray(list) ? list.flatMap((item) => readRecord(item, pulled) ?? []) : [];
  }

  function readOptions({ signal, etag, timeoutMs = readTimeoutMs, fetch }: ReadOptions): Call {
    return {
      signal,
      ...(fetch && { fetch }),
      timeoutMs,
      headers: { Accept: jsonApiMediaType, ...(etag ? { 'If-None-Match': etag } : {}) },
    };
  }

  async function list(type: ResourceTypeName, query: Query, options: ReadOptions = {}): Promise<ListAnswer> {
    const pulled = now();
    const records: FlatRecord[] = [];
    const included = new Map<string, FlatRecord>();
    let etag: string | null = null;
    let address: string | null = withQuery(
      collection(type),
      queryString(query, { paged: true, archivable: isArchivable(type) }),
    );
    for (const seen = new Set<string>(); address !== null && !seen.has(address) && seen.size < mostPages; ) {
      seen.add(address);
      const answer = await request(
        address,
        readOptions(seen.size === 1 ? options : { signal: options.signal }),
      );
      if (answer.status === 304) return 'unchanged';
      const body = documentOf(answer);
      // What one page cannot vouch for: an ETag covers a list only when it is the whole list.
      address = nextOf(body);
      etag = address === null && seen.size === 1 ? answer.headers.get('etag') : null;
      records.push(...readList(body, { type, pulled }));
      for (const record of readAll(body.included, pulled))
        included.set(`${record.type}/${record.id}`, record);
    }
    return { records, included: [...included.values()], etag };
  }

  /** @throws RemoteFailure refused with 404 when the host has none */
  async function one(
    type: ResourceTypeName,
    id: string,
    query: Query = {},
    options: ReadOptions = {},
  ): Promise<{ record: FlatRecord; included: FlatRecord[]; etag: string | null } | 'unchanged'> {
    const pulled = now();
    const answer = await request(
      withQuery(single(type, id), queryString(query, { paged: false, archivable: false })),
      { ...readOptions(options), ofRecord: true },
    );
    if (answer.status === 304) return 'unchanged';
    const body = documentOf(answer);
    const record = readRecord(body.data, pulled);
    if (body.data === null)
      throw new RemoteFailure({ kind: 'refused', status: 404, statusText: 'Not found', errors: [] });
    if (!isAbout(record, { type, id })) throw noDocument();
    return { record, included: readAll(body.included, pulled), etag: answer.headers.get('etag') };
  }

  async function write(
    address: string,
    method: 'POST' | 'PATCH',
    resource: ResourceObject,
    ifMatch: string | null = null,
  ): Promise<Written> {
    const body = JSON.stringify({ data: resource });
    const answer = await request(address, {
      method,
      headers: { ...writeHeaders, ...inState(ifMatch) },
      body,
      ofRecord: true,
      timeoutMs: writeTimeoutMs + Math.ceil(body.length / slowestBytesPerMs),
    });
    const record = answer.body === null ? null : readRecord(documentOf(answer).data, now());
    if (answer.body !== null && !isAbout(record, resource))
      throw method === 'POST' && record !== null ? createdAnother() : noDocument();
    return { record, etag: answer.headers.get('etag') };
  }

  /**
   * Asks at the entry point whether anything may have changed. Hosts of another kind give no ETag there.
   * @returns the ETag that stands for all that this user sees, null for a host that gives none
   */
  async function entry(options: ReadOptions): Promise<{ etag: string | null } | 'unchanged'> {
    const answer = await request(api, readOptions(options));
    return answer.status === 304 ? 'unchanged' : { etag: answer.headers.get('etag') };
  }

  return {
    list,
    one,
    entry,
    create: (resource: ResourceObject) => write(collection(resource.type), 'POST', resource),
    /** @param ifMatch state that the record must be in still; refused with 412 otherwise */
    update: (resource: ResourceObject, ifMatch: string | null = null) =>
      write(single(resource.type, resource.id), 'PATCH', resource, ifMatch),
    /** @param ifMatch as of an update */
    remove: async (type: ResourceTypeName, id: string, ifMatch: string | null = null) => {
      // Without a body there is no content type to name.
      const headers = { Accept: jsonApiMediaType, ...inState(ifMatch) };
      await request(single(type, id), { method: 'DELETE', headers, ofRecord: true });
    },
  };
}

export type JsonApi = ReturnType<typeof createJsonApi>;

const inState = (ifMatch: string | null) => (ifMatch === null ? {} : { 'If-Match': ifMatch });
