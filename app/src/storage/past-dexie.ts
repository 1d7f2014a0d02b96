import { Dexie } from 'dexie';
import type { Database } from './database.ts';
import { asStorageFailure } from './storage-failure.ts';

/**
 * A transaction past Dexie, for what is many: it notes down single keys that nobody needs here, and takes longer to begin
 * than the database takes to answer. What it writes becomes durable with the next transaction that is; it needs no order to
 * commit, after which browsers would not let an error be handled any more. No live query follows it.
 * @throws StorageFailure
 */
export async function pastDexie(
  { dexie }: Pick<Database, 'dexie'>,
  mode: 'readonly' | 'readwrite',
  stores: readonly string[],
  work: (transaction: IDBTransaction) => void,
): Promise<void> {
  // Whoever closed it for good means it, and to open it would make it anew where it was deleted.
  if (dexie.hasBeenClosed()) throw asStorageFailure(new Dexie.DatabaseClosedError());
  await dexie.open();
  const transaction = dexie.backendDB().transaction([...stores], mode, { durability: 'relaxed' });
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(asStorageFailure(transaction.error ?? new Dexie.AbortError()));
    work(transaction);
  });
}
