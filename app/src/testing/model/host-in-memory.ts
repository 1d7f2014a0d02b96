import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import { answer, Refusal, refusalAnswer, refuse } from './host-answers.ts';
import { definitions } from './host-definitions.ts';
import {
  create,
  type HostEvent,
  type HostRecord,
  type HostState,
  remove,
  resourceOf,
  update,
  visible,
} from './host-records.ts';
import { createHostSessions } from './host-sessions.ts';

interface Person {
  name: string;
  id: string;
}

interface HostParts {
  people: readonly Person[];
  channelId: string;
  /** ms */
  now: () => number;
}

/** What the host reads of a call. A `Request` of this runtime takes far longer to make. */
interface Asked {
  method: string;
  headers: Headers;
  body: string;
}

const asAsked = ({ method = 'GET', headers, body }: RequestInit = {}): Asked => ({
  method,
  headers: new Headers(headers),
  body: typeof body === 'string' || body instanceof URLSearchParams ? String(body) : '',
});

/** As a client wrote it, by its own clock. */
const secondsOf = (time: unknown) => (typeof time === 'string' ? Math.floor(Date.parse(time) / 1000) : null);

const bundleIds = [1, 2, 3].map((number) => `0b000000-0000-4000-8000-00000000000${number}`);

/**
 * A content host as far as the app's engine asks one, without a network, disk or mail server, for tests that live
 * through thousands of days. The same tests hold for it and for the real one.
 */
export function createHostInMemory({ people, channelId, now }: HostParts) {
  let state: HostState = {
    records: new Map(),
    outbox: new Set(),
    events: new Map(),
    cancelledLinks: new Set(),
  };
  let backup: HostState | null = null;
  // What is never taken back by a restore: no tag and no number comes twice, and a mail that left has left.
  let revision = 0;
  let generation = 1;
  const mailed = new Map<string, number>();
  const mailedSubjects: string[] = [];
  /** Everything that was ever stored, as text. */
  const everStored: string[] = [];
  const everLogged: HostEvent[] = [];
  /** Ids of all that anybody ever tried to make. */
  const everAsked = new Set<string>();
  const cameTooLate: string[] = [];
  let eventsToRefuse = 0;
  let edition = 0;
  const sessions = createHostSessions(new Map(people.map(({ name, id }) => [name, id])));

  function put(record: Omit<HostRecord, 'created' | 'changed' | 'owner'>) {
    revision += 1;
    const times = { created: now(), changed: now() };
    const numbered = { ...record.attributes, drupal_internal__id: revision };
    state.records.set(record.id, { ...record, ...times, owner: null, attributes: numbered });
  }

  /** The channel with bundles of which each says in which edition it is; every other edition has one more. */
  function publish() {
    edition += 1;
    const title = `Edition ${edition}`;
    const ids = bundleIds.slice(0, 2 + (edition % 2));
    const type = 'salestool--content_bundle';
    for (const id of ids) put({ type, id, attributes: { title }, relationships: {} });
    const bundles = { data: ids.map((id) => ({ type, id })) };
    put({ type: 'salestool--channel', id: channelId, attributes: { title }, relationships: { bundles } });
  }
  publish();

  const tagOf = (question: string, account: string, record?: HostRecord) =>
    `W/"${record ? `${record.changed.toString(36)}.` : ''}${revision}-${account}-${question.replaceAll('.', '_')}"`;
  const stateIn = (ifMatch: string) => /^W\/"([^.]*)\./.exec(ifMatch)?.[1];

  function filtered(type: string, account: string, search: URLSearchParams) {
    const is = (path: string) => search.get(`filter[${path}]`);
    return [...state.records.values()].filter((record) => {
      const { attributes, relationships, owner } = record;
      const channel = (relationships.channel?.data as { id?: string } | undefined)?.id;
      const asked = [
        [is('pack_type'), attributes.pack_type],
        [is('channel.id'), channel],
        [is('uid.id'), owner],
        [is('user.id'), owner],
      ] as const;
      const isLive = type !== 'salestool--pack' || attributes.archived !== true;
      const isSeen = owner === null || owner === account;
      return (
        record.type === type &&
        isSeen &&
        isLive &&
        asked.every(([want, has]) => want === null || want === has)
      );
    });
  }

  function noteOrder({ id, relationships }: ResourceObject) {
    for (const name of ['pack', 'signature']) {
      const needed = relationships?.[name]?.data as { id: string } | null | undefined;
      if (needed && !everAsked.has(needed.id)) cameTooLate.push(needed.id);
    }
    everAsked.add(id);
  }

  const bundlesOf = ({ relationships: { bundles } }: HostRecord) =>
    ((bundles?.data ?? []) as { id: string }[]).map(({ id }) => resourceOf(state.records.get(id)!));

  function list(type: string, account: string, search: URLSearchParams) {
    const only = search.get(`fields[${type}]`)?.split(',');
    const found = filtered(type, account, search);
    return { data: found.map((record) => resourceOf(record, only ? new Set(only) : null)), links: {} };
  }

  async function content(request: Asked, url: URL, account: string): Promise<Response> {
    const [, , group, kind, id] = url.pathname.split('/');
    const ifNoneMatch = request.headers.get('if-none-match');
    if (request.method === 'GET') {
      const record = id === undefined ? undefined : visible({ state, account }, id);
      const tag = tagOf(url.pathname + url.search, account, record);
      if (ifNoneMatch !== null && ifNoneMatch.split('.').at(-1) === tag.split('.').at(-1))
        return answer(304, null, tag);
      if (group === undefined) return answer(200, { data: [], links: {} }, tag);
      if (record) return answer(200, { data: resourceOf(record), included: bundlesOf(record) }, tag);
      return answer(200, list(`${group}--${kind}`, account, url.searchParams), tag);
    }
    revision += 1;
    const writing = { state, account, now: now(), internalId: () => revision };
    const ifMatch = request.headers.get('if-match');
    const isInState = ({ changed }: HostRecord) =>
      ifMatch === null || stateIn(ifMatch) === changed.toString(36);
    if (request.method === 'DELETE') {
      remove(writing, id ?? '', isInState);
      return answer(204, null);
    }
    const { data } = JSON.parse(request.body) as { data: ResourceObject };
    if (request.method === 'POST') noteOrder(data);
    const record =
      request.method === 'POST' ? create(writing, data) : update(writing, id ?? '', data, isInState);
    everStored.push(request.body);
    return answer(
      request.method === 'POST' ? 201 : 200,
      { data: resourceOf(record) },
      tagOf(url.pathname + url.search, account, record),
    );
  }

  async function log(request: Asked, account: string) {
    const { data } = JSON.parse(request.body) as {
      data: { id: string; attributes: { description: string } };
    };
    const { id } = data;
    if (eventsToRefuse > 0) {
      eventsToRefuse -= 1;
      return answer(200, [{ status: 'error', id, message: 'No' }]);
    }
    const event = state.events.get(id) ?? { id, account, description: data.attributes.description };
    state.events.set(id, event);
    everLogged.push(event);
    return answer(200, [{ status: 'ok', id: data.id }]);
  }

  /** To whom a pack went, as its owner is told. */
  function packLog(packId: string, account: string) {
    const isOf = ({ type, owner, relationships }: HostRecord) =>
      type === 'salestool--message' &&
      owner === account &&
      (relationships.pack?.data as { id?: string } | undefined)?.id === packId;
    const results = [...state.records.values()].filter(isOf).map(({ id, created, attributes }) => ({
      ...{ id: attributes.drupal_internal__id, uuid: id, pack_uuid: packId },
      ...{
        date_sent: secondsOf(attributes.date_sent) ?? Math.floor(created / 1000),
        subject: attributes.subject,
      },
      ...{ kind: attributes.sent === true ? 'mail' : 'link', delivery: attributes.delivery },
    }));
    return { results };
  }

  function me(account: string) {
    const person = people.find(({ id }) => id === account)!;
    const user = { id: [1], uuid: [account], name: [person.name], mail: [`${person.name}@velden.example`] };
    return [{ user: [{ ...user, roles: ['sales_tool_user'], channels: [channelId] }] }];
  }

  async function route(request: Asked, url: URL): Promise<Response> {
    if (url.pathname === '/config.json') return answer(200, { generation: String(generation) });
    if (url.pathname === '/oauth/token') {
      return answer(200, sessions.token(new URLSearchParams(request.body)));
    }
    if (url.pathname === '/oauth/revoke') {
      sessions.revoke(new URLSearchParams(request.body).get('token'));
      return answer(200, {});
    }
    const account = sessions.accountOf(request.headers.get('authorization'));
    if (url.pathname === '/oauth/api/me') return answer(200, me(account));
    if (url.pathname === '/openapi/jsonapi') return answer(200, definitions);
    if (url.pathname === '/salestool/log') return log(request, account);
    const [, ofPack] = /^\/salestool\/packlog\/([^/]+)$/.exec(url.pathname) ?? [];
    if (ofPack) return answer(200, packLog(ofPack, account));
    if (/^\/jsonapi(\/|$)/.test(url.pathname)) return content(request, url, account);
    throw refuse(404, 'Not Found');
  }

  const fetch: typeof globalThis.fetch = async (address, init) => {
    try {
      return await route(asAsked(init), new URL(String(address)));
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(error);
      throw error;
    }
  };

  return {
    fetch,
    sessions,
    /** How many mails of each message left, ever. */
    mailed: mailed as ReadonlyMap<string, number>,
    mailedSubjects: mailedSubjects as readonly string[],
    everStored: everStored as readonly string[],
    records: () => [...state.records.values()],
    record: (id: string) => state.records.get(id),
    /** Ids of packs and signatures of which a message came before anybody had sent them. */
    cameTooLate: cameTooLate as readonly string[],
    /** Every event that was ever taken, once for each time. */
    everLogged: everLogged as readonly HostEvent[],
    /** Turns down the next events. */
    refuseEvents(count: number) {
      eventsToRefuse = count;
    },
    publish,
    generation: () => generation,
    put,
    remove: (id: string) => void state.records.delete(id),

    /** Sends the mails that are due. */
    mail() {
      for (const id of state.outbox) {
        const record = state.records.get(id)!;
        mailed.set(id, (mailed.get(id) ?? 0) + 1);
        mailedSubjects.push(String(record.attributes.subject));
        revision += 1;
        const attributes = { ...record.attributes, delivery: 'sent' };
        state.records.set(id, { ...record, attributes, changed: Math.max(now(), record.changed + 1) });
      }
      state.outbox.clear();
    },

    backUp() {
      backup = structuredClone(state);
    },

    /** Puts the backup in the place of what is there, if there is one: a new generation, and nobody is signed in. */
    restore() {
      if (backup === null) return;
      state = structuredClone(backup);
      revision += 1;
      generation += 1;
      sessions.endAll();
      for (const id of state.outbox) {
        const record = state.records.get(id)!;
        const attributes = { ...record.attributes, delivery: 'unknown' };
        state.records.set(id, { ...record, attributes, changed: Math.max(now(), record.changed + 1) });
      }
      state.outbox.clear();
    },
  };
}
