import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import { definitions } from './model/host-definitions.ts';

const answer = (status: number, body: unknown) =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/vnd.api+json' },
  });

const error = (status: number, title: string) =>
  answer(status, { errors: [{ status: String(status), title }] });

/** How the host treats the next calls that write. */
type Mood = 'well' | 'busy' | 'refuses';

/**
 * The writing half of a content host, in memory and behind `fetch`, for tests that make thousands of calls. Mails are
 * counted, so that a message that goes out twice is seen.
 */
export function createMemoryHost() {
  const records = new Map<string, ResourceObject>();
  const mailed = new Map<string, number>();
  const state = { mood: 'well' as Mood, created: 0 };
  /** Ids that the host does not take. */
  const refused = new Set<string>();
  let gate = Promise.resolve();

  /** Holds every answer to a write back until the function it gives is called. */
  function holdAnswers(): () => void {
    let open = () => {};
    gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    return open;
  }

  function mail({ id, type, attributes }: ResourceObject) {
    const isSent = type === 'salestool--message' && (attributes as { sent?: boolean }).sent === true;
    if (isSent && !mailed.has(id)) mailed.set(id, 1);
  }

  function create(resource: ResourceObject) {
    if (records.has(resource.id)) return error(409, 'Conflict');
    const needs = Object.values(resource.relationships ?? {}).flatMap(({ data }) => data ?? []);
    const missing = needs.find(({ type, id }) => type === 'salestool--pack' && !records.has(id));
    if (missing) return error(404, 'Not Found');
    state.created += 1;
    const stored = {
      ...resource,
      attributes: { ...resource.attributes, drupal_internal__id: state.created },
    } as ResourceObject;
    records.set(resource.id, stored);
    mail(stored);
    return answer(201, { data: stored });
  }

  function update(id: string, { attributes, relationships }: ResourceObject) {
    const before = records.get(id);
    if (!before) return error(404, 'Not Found');
    const stored = {
      ...before,
      attributes: { ...before.attributes, ...attributes },
      relationships: { ...before.relationships, ...relationships },
    } as ResourceObject;
    records.set(id, stored);
    mail(stored);
    return answer(200, { data: stored });
  }

  const fetch: typeof globalThis.fetch = async (address, init) => {
    const { pathname } = new URL(String(address));
    if (pathname.startsWith('/openapi/')) return answer(200, definitions);
    if (!pathname.startsWith('/jsonapi/')) return error(404, 'Not Found');
    const id = pathname.split('/')[4];
    const method = init?.method ?? 'GET';
    if (method === 'GET') {
      const stored = records.get(id ?? '');
      return stored ? answer(200, { data: stored }) : error(404, 'Not Found');
    }
    if (state.mood === 'busy') return error(503, 'Service Unavailable');
    if (state.mood === 'refuses') return error(422, 'Unprocessable Content');
    const { data } = JSON.parse(String(init?.body)) as { data: ResourceObject };
    if (refused.has(data.id)) return error(422, 'Unprocessable Content');
    const stored = method === 'POST' ? create(data) : update(id ?? '', data);
    await gate;
    return stored;
  };

  return { fetch, records, mailed, state, refused, holdAnswers };
}
