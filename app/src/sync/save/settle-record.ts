import type { Table } from 'dexie';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import { ownerOf } from '#storage/own-unsent-work.ts';
import type { LocalRecord } from '#storage/records.ts';
import { newQueueRow, type PushableRecord } from './pushable.ts';

const isInternalId = (key: string) => key.startsWith('drupal_internal__');

const asText = (record: PushableRecord) =>
  JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * After the host took a record: clears the flag and keeps the host's answer, but only if nobody edited the record
 * meanwhile. Otherwise it takes just the host's ids, and the edit goes with the next push.
 */
export async function settleRecord(
  database: Database,
  sent: PushableRecord,
  stored: FlatRecord,
  now: number,
) {
  const table = database.records(sent.type) as Table<PushableRecord, string>;
  await database.write([table, database.queue], async () => {
    const current = await table.get(sent.id);
    // Deleted here while it was on its way: nothing to keep.
    if (current === undefined) return;
    if (asText(current) === asText(sent)) {
      const { push: _push, ...meta } = { ...current._meta, ...(stored._meta as PushableRecord['_meta']) };
      const settled = { ...current, ...stored, _meta: meta, pushed: now } as PushableRecord;
      settled.ownerId = ownerOf(settled as LocalRecord) ?? current.ownerId ?? null;
      await table.put(settled);
      await database.queue.delete(sent.id);
      return;
    }
    const ids = Object.fromEntries(Object.entries(stored).filter(([key]) => isInternalId(key)));
    await table.update(sent.id, { ...ids, pushed: now });
    await database.queue.put(newQueueRow(current));
  });
}
