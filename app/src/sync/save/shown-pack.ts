import type { FlatRecord } from '#remote/documents.ts';
import { failureOf, isRefusedWith } from '#remote/failure.ts';
import type { Database } from '#storage/database.ts';
import type { QueueRow } from '#storage/device-rows.ts';
import type { MessageRecord } from '#storage/records.ts';
import type { PushableRecord } from './pushable.ts';

const keptAsItWas =
  'The server had this message already, and somebody may have read the pack that came with it. Its link goes on showing the pack as it was. Try again to have the rest taken over; send the pack once more to show it as it is now.';

/** The pack that a message was to carry in place of another one comes too late: somebody may have read that. */
export class ShownPack extends Error {
  /** The message as the host has it. */
  readonly stored: FlatRecord;

  constructor(stored: FlatRecord) {
    super(keptAsItWas);
    this.name = 'ShownPack';
    this.stored = stored;
  }
}

/** Whether the host keeps the pack that it has with a message. */
export const isShownThere = ({ type }: PushableRecord, error: unknown): boolean => {
  const failure = failureOf(error);
  if (type !== 'salestool--message' || failure?.kind !== 'refused' || !isRefusedWith(error, 409))
    return false;
  return failure.errors.some(({ source }) => source?.pointer === '/data/attributes/pack_snapshot');
};

/**
 * Gives a message the pack that its link shows, and sets it aside, so that who wrote it anew hears of it; whatever else was
 * written goes with the next try. One transaction; false when another window has taken the message over.
 */
export function settleShown(
  database: Database,
  { row, stored }: { row: QueueRow; stored: FlatRecord },
): Promise<boolean> {
  const { queue } = database;
  const messages = database.records('salestool--message');
  return database.write([messages, queue], async () => {
    const [message, waiting] = await Promise.all([messages.get(row.id), queue.get(row.id)]);
    if (!message || waiting?.claimedBy !== row.claimedBy) return false;
    const { packAnew: _packAnew, ...meta } = message._meta ?? {};
    const { pack_snapshot } = stored as unknown as MessageRecord;
    await messages.put({ ...message, ...(pack_snapshot && { pack_snapshot }), _meta: meta });
    await queue.put({ ...waiting, claimedBy: null, refused: keptAsItWas, inDoubtSince: null });
    return true;
  });
}
