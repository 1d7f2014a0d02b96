import { writeRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import type { MessageRecord } from '#storage/records.ts';
import { wasMailedBefore } from './editable-message.ts';
import { saysTheSame } from './says-the-same.ts';

export const editedMeanwhile = 'It was edited in another window meanwhile';

/** What the host has taken meanwhile is dated by its clock, and its pack is written down in its way. */
function saysAsMuch(record: MessageRecord, { pack_snapshot: _pack, ...seen }: MessageRecord) {
  return saysTheSame(writeRecord({ ...record }, 'create', null), writeRecord(seen, 'create', null));
}

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
    if (record.changed !== seen.changed && !saysAsMuch(record, seen)) throw new Error(editedMeanwhile);
    if (row) await queue.put({ ...row, claimedBy: turn?.epoch ?? null });
    return { record, row };
  });
}

/** It waits again. */
export const giveBackCancelled = ({ queue, write }: Pick<Database, 'queue' | 'write'>, id: string) =>
  write([queue], async () => {
    const row = await queue.get(id);
    if (row) await queue.put({ ...row, claimedBy: null });
  });
