import { linkTokenPattern } from '@satchel/core/contract/link-token.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import { ownerOf } from '#storage/own-unsent-work.ts';
import type { MessageRecord } from '#storage/records.ts';
import { movedMark } from './moved-message.ts';
import { newQueueRow, type PushableRecord } from './pushable.ts';

/** Under the id of a message the host has another one, made before this device was put back to an earlier state. */
export class TakenId extends Error {
  /** What the host has. */
  readonly stored: FlatRecord;

  constructor(stored: FlatRecord) {
    super('The server has another message under this id');
    this.name = 'TakenId';
    this.stored = stored;
  }
}

/** Whether what the host has under a message's id is another one, as far as can be told: it leads to another page. */
export function isAnotherMessage(record: PushableRecord, { link }: FlatRecord): boolean {
  if (record.type !== 'salestool--message' || typeof link !== 'string') return false;
  const { link_token: token } = record;
  return typeof token === 'string' && linkTokenPattern.test(token) && !link.includes(token);
}

const mailedBefore =
  'A message to this person was sent before from this form, which the device did not remember. Send it only if it is to go a second time.';

const addressOf = ({ email }: { email?: unknown }) =>
  typeof email === 'string' ? email.trim().toLowerCase() : '';

/** Nobody is mailed twice unless somebody says so. */
const wouldMailAgain = (mine: MessageRecord, theirs: MessageRecord) =>
  mine.sent === true && !mine.delivery && theirs.sent === true && addressOf(mine) === addressOf(theirs);

/**
 * Gives a message that waits an id of its own, since its link was given away and must lead to it; under the old one the
 * device has from now on what the host has. One transaction; null when another window has taken the message over.
 */
export function moveToOwnId(
  database: Database,
  { row, stored }: { row: QueueRow; stored: FlatRecord },
): Promise<string | null> {
  const { queue, marks } = database;
  const messages = database.records('salestool--message');
  return database.write([messages, queue, marks], async () => {
    const [mine, waiting] = await Promise.all([messages.get(row.id), queue.get(row.id)]);
    if (!mine || waiting?.claimedBy !== row.claimedBy) return null;
    const theirs = stored as unknown as MessageRecord;
    const moved = { ...mine, id: newId() };
    const question = wouldMailAgain(mine, theirs) && { refused: mailedBefore, asks: true };
    await messages.put(moved);
    await queue.put({ ...newQueueRow(moved), ...question });
    await messages.put({ ...theirs, ownerId: ownerOf(theirs) ?? mine.ownerId ?? null });
    await queue.delete(row.id);
    await marks.put({ id: movedMark(row.id), value: moved.id });
    return moved.id;
  });
}
