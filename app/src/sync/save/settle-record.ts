import type { Table } from 'dexie';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import { ownerOf } from '#storage/own-unsent-work.ts';
import type { LocalRecord } from '#storage/records.ts';
import { knownGeneration } from '#sync/known-generation.ts';
import type { Claim } from './claims.ts';
import { hostIdsOf } from './host-ids.ts';
import { isPushable, newQueueRow, type PushableRecord } from './pushable.ts';

const asText = (record: PushableRecord) =>
  JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * After the host took a record: clears the flag and keeps the host's answer, but only if nobody edited the record
 * meanwhile. Otherwise it takes just the host's ids, and the edit goes with the next push. The answer of a host that has
 * been restored from a backup since says nothing: the record may be lost there, and goes again.
 */
export async function settleRecord(
  database: Database,
  { record: sent, row, generation }: Claim,
  stored: FlatRecord,
  now: number,
) {
  const table = database.records(sent.type) as Table<PushableRecord, string>;
  await database.write([table, database.queue, database.marks], async () => {
    const [current, known] = await Promise.all([
      table.get(sent.id),
      row.ownerId === null ? undefined : knownGeneration(database, row.ownerId),
    ]);
    // Deleted here while it was on its way: nothing to keep.
    if (current === undefined) return;
    if (generation !== null && known !== generation) return;
    if (asText(current) === asText(sent)) {
      const merged = { ...current._meta, ...(stored._meta as PushableRecord['_meta']) };
      const { push: _push, again: _again, base: _base, ...meta } = merged;
      const settled = { ...current, ...stored, _meta: meta, pushed: now } as PushableRecord;
      settled.ownerId = ownerOf(settled as LocalRecord) ?? current.ownerId ?? null;
      await Promise.all([table.put(settled), database.queue.delete(sent.id)]);
      return;
    }
    // A window that froze may hear late of what another one has settled since.
    if (!isPushable(current)) return;
    // Where the next push begins is what the host has now.
    const { again: _again, base: _base, ...meta } = current._meta ?? {};
    const ownState = (stored._meta as PushableRecord['_meta'])?.ownState;
    const base = ownState && { changed: stored.changed as number | null, etag: ownState };
    const edited = {
      ...current,
      ...hostIdsOf(stored),
      _meta: { ...meta, ...(base && { base }) },
      pushed: now,
    } as PushableRecord;
    await table.put(edited);
    await database.queue.put(newQueueRow(edited));
  });
}
