import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { failureOf } from '#remote/failure.ts';
import type { Database } from '#storage/database.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import type { MessageRecord } from '#storage/records.ts';
import { newQueueRow, type PushableRecord } from './pushable.ts';

/**
 * Whether the host had the message and its sender has cancelled it there since, on another device. A 410 that does not name
 * the link may mean anything.
 */
export function isCancelledThere({ type }: PushableRecord, error: unknown): boolean {
  const failure = failureOf(error);
  if (type !== 'salestool--message' || failure?.kind !== 'refused' || failure.status !== 410) return false;
  return failure.errors.some(({ source }) => source?.pointer === '/data/attributes/link_token');
}

const cancelledElsewhere =
  'It was cancelled on another device, as it was before you wrote it anew. Try again only if it is to go nevertheless.';

/** One that was written down once, or that only a restored host was to get again. */
const isAsItWas = ({ _meta }: MessageRecord) => _meta?.again === true || _meta?.anew !== true;

/**
 * Takes a message that was cancelled elsewhere off this device, which had not heard that it had arrived. One that was written
 * anew since is set aside with a link of its own: the old one never works again. One transaction; false when another window
 * has taken the message over.
 */
export function settleCancelled(database: Database, row: QueueRow): Promise<boolean> {
  const { queue } = database;
  const messages = database.records('salestool--message');
  return database.write([messages, queue], async () => {
    const [message, waiting] = await Promise.all([messages.get(row.id), queue.get(row.id)]);
    if (!message || waiting?.claimedBy !== row.claimedBy) return false;
    if (isAsItWas(message)) {
      await messages.delete(row.id);
      await queue.delete(row.id);
      return true;
    }
    const { anew: _anew, ...meta } = message._meta ?? {};
    await messages.put({ ...message, link_token: makeLinkToken(), _meta: meta });
    await queue.put({ ...newQueueRow(message), refused: cancelledElsewhere, setAsideHere: true });
    return true;
  });
}
