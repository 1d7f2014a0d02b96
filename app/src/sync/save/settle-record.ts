import type { Table } from 'dexie';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import { lastWrites, type Write } from '#storage/last-writes.ts';
import { ownerOf } from '#storage/own-unsent-work.ts';
import type { LocalRecord } from '#storage/records.ts';
import { knownGeneration } from '#sync/known-generation.ts';
import type { Claim } from './claims.ts';
import { hostIdsOf } from './host-ids.ts';
import { isPushable, newQueueRow, type PushableRecord } from './pushable.ts';

const asText = (record: PushableRecord) =>
  JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** What the host took, and how it stored it. */
export interface Taken {
  claim: Claim;
  stored: FlatRecord;
  /** ms */
  at: number;
}

/**
 * After the host took a record: clears the flag and keeps the host's answer, but only if nobody edited the record
 * meanwhile. Otherwise it takes just the host's ids, and the edit goes with the next push. The answer of a host that has
 * been restored from a backup since says nothing: the record may be lost there, and goes again.
 * @returns what writes that, inside the caller's transaction
 */
async function settle(
  database: Database,
  { claim, stored, at }: Taken,
  generationOf: (ownerId: string) => Promise<string | undefined>,
): Promise<Write[]> {
  const { record: sent, row, generation } = claim;
  const table = database.records(sent.type) as Table<PushableRecord, string>;
  const [current, known] = await Promise.all([
    table.get(sent.id),
    row.ownerId === null ? undefined : generationOf(row.ownerId),
  ]);
  // Deleted here while it was on its way: nothing to keep.
  if (current === undefined) return [];
  if (generation !== null && known !== generation) return [];
  if (asText(current) === asText(sent)) {
    const merged = { ...current._meta, ...(stored._meta as PushableRecord['_meta']) };
    const { push: _push, again: _again, base: _base, ...meta } = merged;
    const settled = { ...current, ...stored, _meta: meta, pushed: at } as PushableRecord;
    settled.ownerId = ownerOf(settled as LocalRecord) ?? current.ownerId ?? null;
    return [() => table.put(settled), () => database.queue.delete(sent.id)];
  }
  // A window that froze may hear late of what another one has settled since.
  if (!isPushable(current)) return [];
  // Where the next push begins is what the host has now.
  const { again: _again, base: _base, ...meta } = current._meta ?? {};
  const ownState = (stored._meta as PushableRecord['_meta'])?.ownState;
  const base = ownState && { changed: stored.changed as number | null, etag: ownState };
  const edited = {
    ...current,
    ...hostIdsOf(stored),
    _meta: { ...meta, ...(base && { base }) },
    pushed: at,
  } as PushableRecord;
  return [() => table.put(edited), () => database.queue.put(newQueueRow(edited))];
}

/** What settles all of it, inside the caller's transaction over the records, the queue and the marks. */
export async function settlingWrites(database: Database, taken: readonly Taken[]): Promise<Write[]> {
  const known = new Map<string, Promise<string | undefined>>();
  function generationOf(ownerId: string) {
    const generation = known.get(ownerId) ?? knownGeneration(database, ownerId);
    known.set(ownerId, generation);
    return generation;
  }
  return (await Promise.all(taken.map((each) => settle(database, each, generationOf)))).flat();
}

/** Settles what the host took, all in one transaction. One that the device cannot keep holds up no other. */
export async function settleRecords(database: Database, taken: readonly Taken[]): Promise<void> {
  const types = new Set(taken.map(({ claim }) => claim.record.type));
  const tables = [...types].map((type): Table => database.records(type));
  try {
    await database.write([...tables, database.queue, database.marks], async () => {
      await lastWrites(...(await settlingWrites(database, taken)));
    });
  } catch (error) {
    if (taken.length === 1) throw error;
    const alone = await Promise.allSettled(taken.map((each) => settleRecords(database, [each])));
    const failed = alone.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}
