import { isPrivatePack } from '@satchel/core/pack/is-private-pack.ts';
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
  if (record.type === 'salestool--pack' && !isPrivatePack(record)) return false;
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

/** Whether a mail of it may have left already. */
export const isInDoubt = ({ inDoubtSince }: QueueRow) => typeof inDoubtSince === 'string';

/** Whether the host may have it, although it never said so. */
export const mayBeThere = (row: QueueRow) => row.tried === true || isInDoubt(row);

/** Whether the host was heard to have it, this one or the one before a restore. */
export const wasThere = ({ pulled, pushed }: PushableRecord) => pulled !== undefined || pushed !== undefined;

export const pushableTables = (database: Database) => pushOrder.map((type) => database.records(type));

const recordsAtATime = 200;

/** Ids of all records that wait, read in pieces: whoever has saved for months may not wait for it at a start. */
async function waitingIds(database: Database): Promise<Map<string, PushableType>> {
  const waiting = new Map<string, PushableType>();
  for (const table of pushableTables(database)) {
    for (let last = ''; ; ) {
      const records = await table.where('id').above(last).limit(recordsAtATime).toArray();
      for (const record of records) if (isPushable(record)) waiting.set(record.id, record.type);
      if (records.length < recordsAtATime) break;
      last = records.at(-1)?.id ?? '';
    }
  }
  return waiting;
}

/**
 * Makes the queue say what the records say: every record that waits has a row, no other has one. Attempts and
 * refusals of rows that stay are kept.
 */
export async function rebuildQueue(database: Database) {
  const rows = new Map((await database.queue.toArray()).map(({ id, type }) => [id, type]));
  const waiting = await waitingIds(database);
  const inDoubt = [...rows, ...waiting].filter(([id]) => !rows.has(id) || !waiting.has(id));
  if (inDoubt.length === 0) return;
  await database.write([database.queue, ...pushableTables(database)], async () => {
    for (const [id, type] of inDoubt) {
      // Looked at again: another window may have saved or sent it meanwhile.
      const record = (await database.records(type).get(id)) as PushableRecord | undefined;
      if (!record || !isPushable(record)) await database.queue.delete(id);
      else if (!(await database.queue.get(id))) await database.queue.add(newQueueRow(record));
    }
  });
}

/** Gives work that no account made, left by an older version of the app, to whoever signs in first. */
export async function adoptUnowned(database: Database, ownerId: string) {
  await database.write([database.queue, ...pushableTables(database)], async () => {
    for (const row of await database.queue.toArray()) {
      if (row.ownerId !== null) continue;
      await database.queue.update(row.id, { ownerId });
      await database.dexie.table(row.type).update(row.id, { ownerId });
    }
  });
}
