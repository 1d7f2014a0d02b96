import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { MessageRecord } from '#storage/records.ts';
import { putFromHost } from '#sync/load/store-records.ts';
import { editedMeanwhile } from './cancel-message.ts';
import { takeOff } from './save-record.ts';
import { isSameRecord } from './settle-record.ts';

/**
 * Puts what the host has in place of a change of a message that is given up. What only this device knows of it stays: its
 * link's token and password, and the pack as it was sent, which a restored host gets again. One transaction.
 * @param seen the message with the change that somebody chose to give up
 * @param stored null for one that the host has no more, which is gone here as well
 * @throws Error in words when it was changed once more meanwhile, which was said to be saved
 */
export function giveUpChange(
  database: Database,
  seen: MessageRecord,
  stored: FlatRecord | null,
): Promise<void> {
  const { queue, marks } = database;
  const messages = database.records('salestool--message');
  return database.write([messages, queue, marks], async () => {
    const [message, row] = await Promise.all([messages.get(seen.id), queue.get(seen.id)]);
    if (!message) return;
    // What was changed, or is tried again, waits and is not refused any more.
    if (!isSameRecord(message, seen) || row?.refused === null) throw new Error(editedMeanwhile);
    if (stored === null) {
      await takeOff(database, message);
      return;
    }
    await messages.put(withoutChange(message));
    await queue.delete(message.id);
    await putFromHost(database, [stored]);
  });
}

/** No host tells a password: which one the link had before is known here alone. */
function withoutChange(message: MessageRecord): MessageRecord {
  const { push: _push, packAnew: _packAnew, said: _said, passwordBefore, ...meta } = message._meta ?? {};
  const { link_password: givenUp, ...others } = message;
  const password = passwordBefore === undefined ? givenUp : passwordBefore;
  return { ...others, ...(typeof password === 'string' && { link_password: password }), _meta: meta };
}
