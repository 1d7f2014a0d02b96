import { writeRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import type { MessageRecord } from '#storage/records.ts';
import { wasMailedBefore } from './editable-message.ts';
import { saysTheSame } from './says-the-same.ts';

export const editedMeanwhile = 'It was edited in another window meanwhile';

/** What the host has taken meanwhile is dated by its clock, and its pack is written down in its way. */
function isAsSeen(record: MessageRecord, { pack_snapshot: _pack, ...seen }: MessageRecord): boolean {
  if (record.changed === seen.changed) return true;
  return saysTheSame(writeRecord({ ...record }, 'create', null), writeRecord(seen, 'create', null));
}

/** A message as it was taken, and its place in the queue as it is from then on. */
interface Taken {
  record: MessageRecord;
  row: QueueRow | undefined;
}

/**
 * Looks at a message that is to be cancelled and takes its place in the queue, in one step with any edit of it: either the
 * edit came first and is not thrown away unseen, or it finds that the message does not wait any more.
 * @returns null when it is gone
 * @throws Error in words when it was edited meanwhile, or its mail may have left
 */
export function takeForCancel(database: Database, id: string, seen: MessageRecord): Promise<Taken | null> {
  const messages = database.records('salestool--message');
  const { queue, lease } = database;
  return database.write([messages, queue, lease], async () => {
    const [record, row, turn] = await Promise.all([messages.get(id), queue.get(id), lease.get('push')]);
    if (!record) return null;
    if (wasMailedBefore(record)) throw new Error('Its mail may have left already');
    if (!isAsSeen(record, seen)) throw new Error(editedMeanwhile);
    const place = row && { ...row, claimedBy: turn?.epoch ?? null };
    if (place) await queue.put(place);
    return { record, row: place };
  });
}

/** Whether no window that took over, while this one was frozen, has sent the message or written it anew since. */
export async function isStillTaken(database: Database, { record, row }: Taken): Promise<boolean> {
  const [current, place] = await Promise.all([
    database.records('salestool--message').get(record.id),
    database.queue.get(record.id),
  ]);
  return current !== undefined && isAsSeen(current, record) && place?.claimedBy === row?.claimedBy;
}

/** It waits again, unless another window has it in hand. */
export const giveBackCancelled = (
  { queue, write }: Pick<Database, 'queue' | 'write'>,
  { record: { id }, row: taken }: Taken,
) =>
  write([queue], async () => {
    const row = await queue.get(id);
    if (row && row.claimedBy === taken?.claimedBy) await queue.put({ ...row, claimedBy: null });
  });
