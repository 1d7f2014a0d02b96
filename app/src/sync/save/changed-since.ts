import type { ResourceObject } from '@satchel/core/contract/json-api.ts';
import type { Table } from 'dexie';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { MayHaveCome } from '#storage/device-rows.ts';
import type { Claim } from './claims.ts';
import { newQueueRow, type PushableRecord } from './pushable.ts';
import { isThere } from './says-the-same.ts';
import { isSameRecord, passwordSince } from './settle-record.ts';

const changedSince =
  'It may have been changed on another device since. Try again only if it is to be as it is here.';

/** Fields that were to be changed have another value at the host than they were changed from, or than was said of them before. */
export class ChangedSince extends Error {
  /** As the host has it. */
  readonly stored: FlatRecord;
  readonly fields: readonly string[];

  constructor(stored: FlatRecord, fields: readonly string[]) {
    super(changedSince);
    this.name = 'ChangedSince';
    this.stored = stored;
    this.fields = fields;
  }
}

/** Nobody enters where somebody meant nobody to. */
const isClosing = (name: string, value: unknown) => name === 'link_revoked' && value === true;

/** Of a signature, of which a field that was never filled is null or empty, as the host likes. */
const isSameText = (has: unknown, value: unknown) => isThere(has || null, value || null);

type Attribute = [name: string, value: unknown];

function split(resource: ResourceObject, isFirst: (attribute: Attribute) => boolean) {
  const attributes = Object.entries(resource.attributes ?? {});
  const first = attributes.filter(isFirst);
  const rest = attributes.filter((each) => !first.includes(each));
  return {
    first: { ...resource, attributes: Object.fromEntries(first) } as ResourceObject,
    rest: { ...resource, attributes: Object.fromEntries(rest) } as ResourceObject,
  };
}

export const saysNothing = ({ attributes = {} }: ResourceObject) => Object.keys(attributes).length === 0;

/**
 * What may be said unseen in the state in which something was said before, and what has to be held against what the host has.
 * There nothing has happened since; what was held back in that state, or never looked at, may have been changed before.
 */
export function sayableUnseen(
  { _meta: { was = {} } = {} }: PushableRecord,
  wanted: ResourceObject,
  { said, earlier = [] }: MayHaveCome,
  heldBack: readonly string[],
) {
  const isIn = (states: readonly object[], name: string) => states.some((each) => name in each);
  const { first, rest } = split(
    wanted,
    ([name]) => isIn(said, name) || !(heldBack.includes(name) || isIn(earlier, name) || name in was),
  );
  return { unseen: first, rest: { ...rest, relationships: {} } as ResourceObject };
}

export interface Saying {
  /** What was said before. */
  mayHaveCome: MayHaveCome | null;
  /** Fields that wait for somebody's word. */
  heldBack: readonly string[];
}

/**
 * Of what is to be said what nobody else has changed since, as far as can be told: what was said before may have come, and be changed
 * since.
 * @param there what the host has
 */
export function whatStands(
  { _meta: { was = {} } = {} }: PushableRecord,
  wanted: ResourceObject,
  there: ResourceObject,
  { mayHaveCome, heldBack }: Saying,
): { rest: ResourceObject; since: string[] } {
  const has = (there.attributes ?? {}) as Record<string, unknown>;
  const { said = [], earlier = [] } = mayHaveCome ?? {};
  const saidBefore = (name: string) => [...earlier, ...said].filter((each) => name in each);
  function isSince([name, value]: Attribute) {
    const is = (text: unknown) => (name in was ? isSameText : isThere)(has[name], text);
    if (is(value) || isClosing(name, value)) return false;
    if (heldBack.includes(name)) return true;
    const before = saidBefore(name);
    if (before.length > 0) return !before.some((said) => is(said[name]));
    return name in was && !is(was[name]);
  }
  /** Whether it is changed here at all. */
  const isMeant = ([name, value]: Attribute) =>
    heldBack.includes(name) ||
    !(name in was) ||
    !isSameText(value, was[name]) ||
    saidBefore(name).some((each) => !isSameText(each[name], was[name]));
  const { first, rest } = split(wanted, isSince);
  return {
    rest,
    since: Object.entries(first.attributes ?? {})
      .filter(isMeant)
      .map(([name]) => name),
  };
}

const mostSaid = 8;

/** What else was said: what becomes of that is not known either, and it may be held back for somebody's word. */
const withoutFields = (said: readonly Record<string, unknown>[], now: Record<string, unknown>) =>
  said
    .map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => !(name in now))))
    .filter((each) => Object.keys(each).length > 0);

/** What there is to be remembered before some of it is said: of a record that waits whole nothing. */
export function aboutToSay(
  { _meta: { said = [] } = {} }: PushableRecord,
  { attributes = {} }: ResourceObject,
  { etag, before }: { etag: string | null; before: MayHaveCome | null },
): MayHaveCome | null {
  const fields = Object.entries(attributes).filter(([name]) => said.includes(name));
  if (fields.length === 0) return null;
  const isSameState = before?.etag === etag;
  const now = Object.fromEntries(fields);
  const earlier = withoutFields([...(before?.earlier ?? []), ...((!isSameState && before?.said) || [])], now);
  return {
    etag,
    said: [...((isSameState && before?.said) || []), now].slice(-mostSaid),
    ...(earlier.length > 0 && { earlier: earlier.slice(-mostSaid) }),
  };
}

/**
 * Sets a change aside that another device may have changed since, and takes everything else as the host has it. One transaction;
 * false when another window has taken the record over, or somebody has made another change meanwhile, which goes with the next
 * push.
 */
export function settleChangedSince(
  database: Database,
  { row, record: sent }: Claim,
  { stored, fields }: ChangedSince,
): Promise<boolean> {
  const { queue } = database;
  const table = database.records(row.type) as Table<PushableRecord, string>;
  return database.write([table, queue], async () => {
    const [current, waiting] = await Promise.all([table.get(row.id), queue.get(row.id)]);
    if (!current || waiting?.claimedBy !== row.claimedBy) return false;
    if (!isSameRecord(current, sent)) {
      await queue.put({ ...waiting, claimedBy: null });
      return false;
    }
    // Who has it tried again says so whatever was there.
    const {
      again: _again,
      anew: _anew,
      packAnew: _packAnew,
      was: _was,
      knownSince: _known,
      ...meta
    } = current._meta ?? {};
    const since = fields.includes('link_password') ? undefined : passwordSince(sent, stored);
    if (since) delete meta.passwordBefore;
    const mine = Object.fromEntries(Object.entries(current).filter(([name]) => fields.includes(name)));
    await table.put({
      ...{ ...current, ...stored, ...mine },
      ownerId: current.ownerId ?? null,
      _meta: { ...meta, ...since, said: [...fields] },
    } as PushableRecord);
    await queue.put({
      ...newQueueRow(current),
      refused: changedSince,
      setAsideHere: true,
      heldBack: [...fields],
    });
    return true;
  });
}
