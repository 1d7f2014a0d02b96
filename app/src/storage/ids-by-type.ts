import type { ResourceTypeName } from '@satchel/core/contract/resource-type-names.ts';
import type { Database } from './database.ts';
import { pastDexie } from './past-dexie.ts';

/**
 * Ids of all records of these kinds that have rows of their own, in one look.
 * @throws StorageFailure
 */
export async function idsByType<Name extends ResourceTypeName>(
  database: Pick<Database, 'dexie'>,
  types: readonly Name[],
): Promise<Map<Name, string[]>> {
  const ids = new Map<Name, string[]>();
  if (types.length === 0) return ids;
  await pastDexie(database, 'readonly', types, (transaction) => {
    for (const type of types) {
      const asking = transaction.objectStore(type).getAllKeys() as IDBRequest<string[]>;
      asking.onsuccess = () => ids.set(type, asking.result);
    }
  });
  return ids;
}
