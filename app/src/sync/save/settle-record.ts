import type { Table } from 'dexie';
import { type FlatRecord, isKnownToHost } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { PushableType, QueueRow } from '#storage/device-rows.ts';
import { lastWrites, type Write } from '#storage/last-writes.ts';
import { ownerOf } from '#storage/own-unsent-work.ts';
import type { LocalRecord } from '#storage/records.ts';
import { knownGeneration } from '#sync/known-generation.ts';
import type { Claim } from './claims.ts';
import { hostIdsOf } from './host-ids.ts';
import { isPushable, newQueueRow, type PushableRecord } from './pushable.ts';

const asText = (record: PushableRecord) =>
  JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Whether nobody has edited a record since it was read. */
export const isSameRecord = (one: PushableRecord, other: PushableRecord) => asText(one) === asText(other);

/** What the host took, and how it stored it. */
export interface Taken {
  claim: Claim;
  stored: FlatRecord;
  /** ms */
  at: number;
}

interface Settled {
  record: PushableRecord;
  /** Its place in the queue when it waits again. */
  row: QueueRow | null;
}

/** Whether it goes whole, having been written anew while it was on its way for the first time. */
const isWrittenAnew = (current: PushableRecord, sent: PushableRecord) =>
  sent.type === 'salestool--message' && !isKnownToHost(sent) && current.changed !== sent.changed;

/**
 * What is still to be said of a record that was changed while the change before was on its way. What has come is not said
 * again: another device may have changed it since.
 */
function saidSince(current: PushableRecord, sent: PushableRecord): string[] | undefined {
  const said = current._meta?.said;
  if (!said || isWrittenAnew(current, sent)) return said;
  const isKnown = isKnownToHost(sent);
  const before = isKnown ? sent._meta?.said : undefined;
  const [now, then] = [current as FlatRecord, sent as FlatRecord];
  const hasCome = (name: string) => (before?.includes(name) ?? true) && now[name] === then[name];
  return said.filter((name) => !hasCome(name));
}

/** What the fields of a signature that are still to be said are at the host once `sent` has come there. */
function wasBeforeRest(current: PushableRecord, sent: PushableRecord, said: readonly string[]) {
  if (sent.type !== 'salestool--signature') return undefined;
  const isNew = (name: string) => !isKnownToHost(sent) || sent._meta?.said?.includes(name) !== false;
  const then = sent as FlatRecord;
  const was = said.map((name) => [name, isNew(name) ? then[name] : current._meta?.was?.[name]] as const);
  return { was: Object.fromEntries(was) };
}

/** The password that a message's link has at the host once `sent` has come there, as far as this device knows. */
function passwordBeforeRest(current: PushableRecord, sent: PushableRecord): string | null | undefined {
  if (sent.type !== 'salestool--message') return undefined;
  const hasCome = !isKnownToHost(sent) || (sent._meta?.said?.includes('link_password') ?? true);
  return hasCome ? (sent.link_password ?? null) : current._meta?.passwordBefore;
}

/** When the host had the password that was said last. */
export function passwordSince({ _meta }: PushableRecord, { changed }: FlatRecord) {
  const isSaid = _meta?.said?.includes('link_password') === true;
  return isSaid && typeof changed === 'number' ? { passwordSince: changed } : undefined;
}

/**
 * After the host took a record: clears the flag and keeps the host's answer, but only if nobody edited the record
 * meanwhile. Otherwise it takes just the host's ids, and the edit goes with the next push. The answer of a host that has
 * been restored from a backup since says nothing: the record may be lost there, and goes again.
 * @returns null when there is nothing to keep
 */
function settle(
  { claim, stored, at }: Taken,
  current: PushableRecord | undefined,
  known: string | undefined,
): Settled | null {
  const { record: sent, generation } = claim;
  // Deleted here while it was on its way: nothing to keep.
  if (current === undefined) return null;
  if (generation !== null && known !== generation) return null;
  if (asText(current) === asText(sent)) {
    const merged = { ...current._meta, ...(stored._meta as PushableRecord['_meta']) };
    const {
      push: _push,
      again: _again,
      base: _base,
      anew: _anew,
      packAnew: _packAnew,
      said: _said,
      was: _was,
      passwordBefore: _before,
      knownSince: _known,
      ...meta
    } = merged;
    const _meta = { ...meta, ...passwordSince(sent, stored) };
    const settled = { ...current, ...stored, _meta, pushed: at } as PushableRecord;
    settled.ownerId = ownerOf(settled as LocalRecord) ?? current.ownerId ?? null;
    return { record: settled, row: null };
  }
  // A window that froze may hear late of what another one has settled since, and of which somebody has made more.
  if (!isPushable(current) || current.pushed !== sent.pushed) return null;
  // Where the next push begins is what the host has now.
  const {
    again: _again,
    anew: _anew,
    base: _base,
    said: _said,
    was: _was,
    passwordBefore: _before,
    knownSince: _known,
    ...meta
  } = current._meta ?? {};
  const anew = isWrittenAnew(current, sent);
  const said = saidSince(current, sent);
  const passwordBefore = passwordBeforeRest(current, sent);
  const ownState = (stored._meta as PushableRecord['_meta'])?.ownState;
  const base = ownState && { changed: stored.changed as number | null, etag: ownState };
  const edited = {
    ...current,
    ...hostIdsOf(stored),
    _meta: {
      ...meta,
      ...passwordSince(sent, stored),
      ...(base && { base }),
      ...(anew && { anew }),
      ...(said && { said, ...wasBeforeRest(current, sent, said) }),
      ...(passwordBefore !== undefined && { passwordBefore }),
    },
    pushed: at,
  } as PushableRecord;
  return { record: edited, row: newQueueRow(edited) };
}

/**
 * What settles records of one kind, inside the caller's transaction over them, the queue and the marks. All are read at once
 * and written at once.
 */
export async function settlingWrites(
  database: Database,
  type: PushableType,
  taken: readonly Taken[],
): Promise<Write[]> {
  if (taken.length === 0) return [];
  const { queue } = database;
  const table = database.records(type) as Table<PushableRecord, string>;
  const owners = new Set(taken.flatMap(({ claim }) => claim.row.ownerId ?? []));
  const [records, known] = await Promise.all([
    table.bulkGet(taken.map(({ claim }) => claim.record.id)),
    Promise.all([...owners].map(async (owner) => [owner, await knownGeneration(database, owner)] as const)),
  ]);
  const generations = new Map(known);
  const settled = taken.flatMap(
    (each, at) => settle(each, records[at], generations.get(each.claim.row.ownerId ?? '')) ?? [],
  );
  if (settled.length === 0) return [];
  const waiting = settled.flatMap(({ row }) => row ?? []);
  const gone = settled.flatMap(({ record, row }) => (row === null ? record.id : []));
  return [
    () => table.bulkPut(settled.map(({ record }) => record)),
    ...(waiting.length > 0 ? [() => queue.bulkPut(waiting)] : []),
    ...(gone.length > 0 ? [() => queue.bulkDelete(gone)] : []),
  ];
}

/** Settles what the host took, all in one transaction. One that the device cannot keep holds up no other. */
export async function settleRecords(
  database: Database,
  type: PushableType,
  taken: readonly Taken[],
): Promise<void> {
  try {
    await database.write([database.records(type), database.queue, database.marks], async () => {
      await lastWrites(...(await settlingWrites(database, type, taken)));
    });
  } catch (error) {
    if (taken.length === 1) throw error;
    const alone = await Promise.allSettled(taken.map((each) => settleRecords(database, type, [each])));
    const failed = alone.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}
