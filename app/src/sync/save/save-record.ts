import { writeSnapshot } from '@satchel/core/pack/pack-snapshot.ts';
import type { Table } from 'dexie';
import type { Database } from '#storage/database.ts';
import { isPushable, newQueueRow, type PushableRecord } from './pushable.ts';

const tablesFor = (database: Database, { type }: PushableRecord): Table[] => [
  database.records(type),
  database.queue,
];

/** A message carries the pack as it is when it is recorded: later edits never change what goes out. */
async function withSnapshot<R extends PushableRecord>(database: Database, record: R): Promise<R> {
  if (record.type !== 'salestool--message' || record.pack_snapshot || !record.pack) return record;
  const pack = await database.records('salestool--pack').get(record.pack.id);
  if (!pack) throw new Error('Not found');
  return {
    ...record,
    pack_snapshot: writeSnapshot({ title: pack.title ?? '', pack_data: pack.pack_data ?? null }),
  };
}

/**
 * A record and its place in the push queue, in one durable transaction (SYNC-02, SYNC-39). An edit lets a refused
 * record go again.
 */
export async function saveForPush(database: Database, record: PushableRecord) {
  const tables = [...tablesFor(database, record), database.records('salestool--pack') as Table];
  await database.write([...new Set(tables)], async () => {
    const waiting: PushableRecord = {
      ...(await withSnapshot(database, record)),
      _meta: { ...record._meta, push: true },
    };
    await (database.records(record.type) as Table).put(waiting);
    const row = await database.queue.get(record.id);
    if (isPushable(waiting))
      await database.queue.put({ ...newQueueRow(waiting), claimedBy: row?.claimedBy ?? null });
  });
}

/** Takes a record and everything that says it waits off this device. */
export async function removeLocally(database: Database, record: PushableRecord) {
  await database.write(tablesFor(database, record), async () => {
    await database.records(record.type).delete(record.id);
    await database.queue.delete(record.id);
  });
}
