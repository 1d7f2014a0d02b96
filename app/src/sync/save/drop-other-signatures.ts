import type { Database } from '#storage/database.ts';
import type { SignatureRecord } from '#storage/records.ts';

/**
 * Takes the other signatures of a person off this device: one is kept (PROF-11). One that a message still waits with
 * stays until that has gone, and a shared one belongs to its channel.
 */
export async function dropOtherSignatures(database: Database, { id, ownerId }: SignatureRecord) {
  const signatures = database.records('salestool--signature');
  const messages = database.records('salestool--message');
  await database.write([signatures, messages, database.queue], async () => {
    const waiting = await database.queue.filter(({ type }) => type === 'salestool--message').primaryKeys();
    const needed = new Set((await messages.bulkGet(waiting)).map((message) => message?.signature?.id));
    const others = await signatures
      .filter((other) => other.ownerId === ownerId && other.id !== id && other.shared !== true)
      .primaryKeys();
    const dropped = others.filter((other) => !needed.has(other));
    await signatures.bulkDelete(dropped);
    await database.queue.bulkDelete(dropped);
  });
}
