import { isKnownToHost } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import type { MessageRecord } from '#storage/records.ts';
import { isInDoubt, mayBeThere, type PushableRecord } from './pushable.ts';

export interface EditableMessage {
  record: MessageRecord;
  /** The host's; null while it only waits. */
  reason: string | null;
  /** Whether the host may have it as it was. */
  mayBeThere: boolean;
}

/** Whether its mail has left, or may have, although this host does not know it: the one before it was restored did. */
export const wasMailedBefore = (record: MessageRecord) =>
  record.sent === true && !isKnownToHost(record) && Boolean(record.delivery);

/** Whether the host has it already, so that what waits is a change of it. */
export const isChange = (record: PushableRecord) => isKnownToHost(record);

/** What waits to be said of a message's link, which the time of its last change does not tell; empty of anything else. */
export const linkChangeOf = (record: PushableRecord): string =>
  record.type === 'salestool--message' && record._meta?.said
    ? JSON.stringify(record._meta.said.map((name) => [name, record[name as keyof MessageRecord]]))
    : '';

/** Whether its mail may have left although no answer came, so that it cannot be written anew until one does. */
export const mayHaveLeft = (record: MessageRecord, row: QueueRow) =>
  wasMailedBefore(record) || (row.refused === null && !isKnownToHost(record) && isInDoubt(row));

/** What never came to the host: refused there, or waiting without being on its way; null for everything else. */
export async function editableMessage(
  database: Pick<Database, 'records' | 'queue' | 'lease'>,
  id: string,
  ownerId: string | null,
): Promise<EditableMessage | null> {
  const [record, row, lease] = await Promise.all([
    database.records('salestool--message').get(id),
    database.queue.get(id),
    database.lease.get('push'),
  ]);
  if (!record || !row || row.ownerId !== ownerId) return null;
  // Written anew it would be mailed anew, and what the host has would lose what its link was given since.
  if (record.link_revoked || isKnownToHost(record) || mayHaveLeft(record, row)) return null;
  // On its way, or being cancelled.
  if (row.claimedBy !== null && row.claimedBy === lease?.epoch) return null;
  return { record, reason: row.asks ? null : row.refused, mayBeThere: mayBeThere(row) };
}
