import { isKnownToHost } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { PushableType, QueueRow } from '#storage/device-rows.ts';
import type { LocalRecord } from '#storage/records.ts';

export type PushableRecord = LocalRecord<PushableType>;

/** In the order they are pushed: what a message needs comes before it (SYNC-35). */
export const pushOrder = [
  'salestool--signature',
  'salestool--pack',
  'salestool--message',
] as const satisfies readonly PushableType[];

export const isPushableType = (type: string): type is PushableType =>
  pushOrder.some((known) => known === type);

/** SYNC-33, SYNC-34 */
export function isPushable(record: PushableRecord): boolean {
  if (record.type === 'salestool--pack' && record.pack_type !== 'private') return false;
  return record._meta?.push === true || !isKnownToHost(record);
}

export const newQueueRow = ({ id, type, ownerId }: PushableRecord): QueueRow => ({
  id,
  type,
  ownerId: ownerId ?? null,
  attempts: 0,
  notBefore: 0,
  refused: null,
  claimedBy: null,
});

export const pushableTables = (database: Database) => pushOrder.map((type) => database.records(type));

/**
 * Makes the queue say what the records say: every record that waits has a row, no other has one. Attempts and
 * refusals of rows that stay are kept.
 */
export async function rebuildQueue(database: Database) {
  await database.write([database.queue, ...pushableTables(database)], async () => {
    const rows = new Map((await database.queue.toArray()).map((row) => [row.id, row]));
    for (const table of pushableTables(database)) {
      const waiting = await table.filter((record) => isPushable(record)).toArray();
      const missing = waiting.filter(({ id }) => !rows.has(id));
      await database.queue.bulkAdd(missing.map(newQueueRow));
      for (const { id } of waiting) rows.delete(id);
    }
    await database.queue.bulkDelete([...rows.keys()]);
  });
}

/** Gives work that no account made, left by an older version of the app, to whoever signs in first. */
export async function adoptUnowned(database: Database, ownerId: string) {
  await database.write([database.queue, ...pushableTables(database)], async () => {
    for (const row of await database.queue.filter((row) => row.ownerId === null).toArray()) {
      await database.queue.update(row.id, { ownerId });
      await database.dexie.table(row.type).update(row.id, { ownerId });
    }
  });
}
