import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import type { MessageRecord } from '#storage/records.ts';
import { putFromHost } from '#sync/load/store-records.ts';

/**
 * Puts what the host has in place of a change of a message that is given up. What only this device knows of it stays: its
 * link's token, and the pack as it was sent, which a restored host gets again. One transaction.
 */
export function giveUpChange(database: Database, id: string, stored: FlatRecord): Promise<void> {
  const { queue } = database;
  const messages = database.records('salestool--message');
  return database.write([messages, queue], async () => {
    const message: MessageRecord | undefined = await messages.get(id);
    if (!message) return;
    const { push: _push, packAnew: _packAnew, said: _said, ...meta } = message._meta ?? {};
    await messages.put({ ...message, _meta: meta });
    await queue.delete(id);
    await putFromHost(database, [stored]);
  });
}
