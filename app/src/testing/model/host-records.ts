import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import { refuse } from './host-answers.ts';

export type Fields = Record<string, unknown>;

/** A record as the host keeps it; times in ms. */
export interface HostRecord {
  type: string;
  id: string;
  /** UUID of the account; null for what everybody sees. */
  owner: string | null;
  created: number;
  changed: number;
  attributes: Fields;
  relationships: Record<string, { data: unknown }>;
}

export interface HostEvent {
  id: string;
  account: string;
  description: string;
}

export interface HostState {
  records: Map<string, HostRecord>;
  /** Messages whose mail waits to leave. */
  outbox: Set<string>;
  events: Map<string, HostEvent>;
  /** Tokens of links whose messages were taken back. */
  cancelledLinks: Set<unknown>;
}

interface Writing {
  state: HostState;
  account: string;
  /** ms */
  now: number;
  internalId: () => number;
}

const targetId = (resource: Pick<HostRecord, 'relationships'>, name: string) =>
  (resource.relationships[name]?.data as { id?: string } | null | undefined)?.id;

const isVisibleTo = (account: string, record: HostRecord | undefined): record is HostRecord =>
  record !== undefined && (record.owner === null || record.owner === account);

export function visible({ state, account }: Pick<Writing, 'state' | 'account'>, id: string): HostRecord {
  const record = state.records.get(id);
  if (!isVisibleTo(account, record)) throw refuse(404, 'Not Found');
  return record;
}

function ownRecord(writing: Writing, id: string): HostRecord {
  const record = visible(writing, id);
  if (record.owner !== writing.account) throw refuse(403, 'Forbidden');
  return record;
}

const linkTo = (token: unknown) => `https://host.example/p/${token}`;

const knownEnds = new Set(['sent', 'failed', 'unknown']);

/** How the mail of a message ended that a restored host gets again; null for a message like any other. */
function knownEnd({ delivery, sent }: Fields): unknown {
  if (delivery === 'queued') return sent === true ? 'unknown' : null;
  return knownEnds.has(String(delivery)) ? delivery : null;
}

function newMessage(writing: Writing, record: HostRecord): HostRecord {
  const pack = writing.state.records.get(targetId(record, 'pack') ?? '');
  if (!isVisibleTo(writing.account, pack)) throw refuse(404, 'The pack could not be found');
  const signature = targetId(record, 'signature');
  if (signature !== undefined && !isVisibleTo(writing.account, writing.state.records.get(signature)))
    throw refuse(404, 'The signature could not be found');
  const { attributes } = record;
  if (writing.state.cancelledLinks.has(attributes.link_token))
    throw refuse(410, 'The message with this link was cancelled.', '/data/attributes/link_token');
  const ended = knownEnd(attributes);
  const isSent = attributes.sent === true || ended !== null;
  const isDue = isSent && ended === null;
  if (isDue) writing.state.outbox.add(record.id);
  return {
    ...record,
    attributes: {
      ...attributes,
      ...(attributes.link_token !== undefined && { link: linkTo(attributes.link_token) }),
      sent: isSent,
      delivery: ended ?? (isDue ? 'queued' : 'none'),
      pack_snapshot:
        attributes.pack_snapshot ??
        JSON.stringify({ title: pack.attributes.title, pack_data: pack.attributes.pack_data }),
    },
  };
}

export function create(writing: Writing, { type, id, attributes, relationships }: ResourceObject) {
  const { state, account, now } = writing;
  if (state.records.has(id)) throw refuse(409, 'Conflict: Entity already exists.');
  const base: HostRecord = {
    type,
    id,
    owner: account,
    created: now,
    changed: now,
    attributes: { ...attributes, drupal_internal__id: writing.internalId() },
    relationships: { ...relationships } as HostRecord['relationships'],
  };
  if (type === 'salestool--pack') {
    base.attributes = { archived: false, ...base.attributes, pack_type: 'private' };
    if (!targetId(base, 'channel')) throw refuse(422, 'A pack needs a channel');
  }
  const record = type === 'salestool--message' ? newMessage(writing, base) : base;
  state.records.set(id, record);
  return record;
}

const isMailed = ({ outbox }: HostState, { id, attributes }: HostRecord) =>
  attributes.sent === true && !outbox.has(id);

/** @param isInState whether `If-Match`, if there is one, names the record's state */
export function update(
  writing: Writing,
  id: string,
  { attributes = {}, relationships = {} }: ResourceObject,
  isInState: (record: HostRecord) => boolean,
) {
  const { state, now } = writing;
  const before = ownRecord(writing, id);
  const record: HostRecord = {
    ...before,
    attributes: { ...before.attributes, ...(attributes as Fields) },
    relationships: { ...before.relationships, ...(relationships as HostRecord['relationships']) },
  };
  // The same again: the state it asks for is there.
  if (JSON.stringify(record) === JSON.stringify(before)) return before;
  if (!isInState(before)) throw refuse(412, 'The record has been changed since it was read.');
  if (record.attributes.pack_snapshot !== before.attributes.pack_snapshot && isMailed(state, before))
    throw refuse(409, 'The message was mailed with its pack.', '/data/attributes/pack_snapshot');
  if (
    record.type === 'salestool--message' &&
    before.attributes.sent !== true &&
    record.attributes.sent === true
  ) {
    record.attributes.delivery = 'queued';
    state.outbox.add(id);
  }
  record.changed = Math.max(now, before.changed + 1);
  state.records.set(id, record);
  return record;
}

/** @param isInState as of an update */
export function remove(writing: Writing, id: string, isInState: (record: HostRecord) => boolean) {
  const { state } = writing;
  const record = ownRecord(writing, id);
  if (!isInState(record)) throw refuse(412, 'The record has been changed since it was read.');
  const isNeeded = [...state.records.values()].some((each) => targetId(each, 'pack') === id);
  if (isNeeded) throw refuse(409, 'The pack was sent');
  if (record.type === 'salestool--message' && isMailed(state, record))
    throw refuse(409, 'The message was mailed');
  if (record.attributes.link_token !== undefined) state.cancelledLinks.add(record.attributes.link_token);
  state.outbox.delete(id);
  state.records.delete(id);
}

const wireTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;

const hidden = new Set(['link_token', 'link_password']);

/** As it is answered. @param only the attributes asked for; all of them without */
export function resourceOf(record: HostRecord, only: ReadonlySet<string> | null = null) {
  const { type, id, owner, created, changed, attributes, relationships } = record;
  const isAsked = (name: string) => !hidden.has(name) && (only?.has(name) ?? true);
  const all = { ...attributes, created: wireTime(created), changed: wireTime(changed) };
  const ownerName = type === 'salestool--message' ? 'user' : 'uid';
  const linked = {
    ...relationships,
    ...(owner !== null && { [ownerName]: { data: { type: 'user--user', id: owner } } }),
  };
  return {
    type,
    id,
    attributes: Object.fromEntries(Object.entries(all).filter(([name]) => isAsked(name))),
    relationships: Object.fromEntries(Object.entries(linked).filter(([name]) => isAsked(name))),
  };
}
