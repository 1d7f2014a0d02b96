import { mediaTypes, type ResourceTypeName } from '@satchel/core/contract/resource-type-names.ts';
import type { Database } from './database.ts';
import { pause } from './pause.ts';
import type { LocalRecord } from './records.ts';
import { asStorageFailure } from './storage-failure.ts';

/**
 * Records as a channel brought them, many in a row. The database takes a tenth of the time for them that it takes for
 * each by itself, so a channel is complete and durable while its records still wait for the store of their type. Whoever
 * looks for a record looks there first, and here for what is missing.
 */
export interface StagedRow {
  key?: number;
  ids: string[];
  records: LocalRecord[];
}

type Staged = Pick<Database, 'dexie' | 'staged'>;

// Of one record that is read, so many come along.
const recordsInRow = 50;

// So many records get rows of their own while others wait for the database.
const rowsAtOnce = 4;

// With more than these, all rows are passed over instead of asking for each id.
const manyIds = 500;

/** The kinds that may be staged: nobody sees these before a bundle or a channel names them. */
export const stagedTypes = [
  ...mediaTypes,
  'file--file',
  'taxonomy_term--keywords',
  'taxonomy_term--products',
] as const satisfies readonly ResourceTypeName[];

/**
 * A transaction past Dexie, whose bookkeeping of single keys nobody needs here. It becomes durable with the next one
 * that is, and needs no order to commit: browsers do not let an error be handled any more once they were given it.
 * @throws StorageFailure
 */
async function write(
  { dexie }: Staged,
  stores: readonly string[],
  work: (transaction: IDBTransaction) => void,
): Promise<void> {
  await dexie.open();
  const transaction = dexie.backendDB().transaction([...stores], 'readwrite', { durability: 'relaxed' });
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(asStorageFailure(transaction.error));
    work(transaction);
  });
}

/**
 * @returns keys of the rows, to take them away again
 * @throws StorageFailure
 */
export async function stage(database: Staged, records: readonly LocalRecord[]): Promise<number[]> {
  const keys: number[] = [];
  if (records.length === 0) return keys;
  await write(database, [database.staged.name], (transaction) => {
    const rows = transaction.objectStore(database.staged.name);
    for (let at = 0; at < records.length; at += recordsInRow) {
      const part = records.slice(at, at + recordsInRow);
      const row: StagedRow = { ids: part.map(({ id }) => id), records: part };
      const adding = rows.add(row) as IDBRequest<number>;
      adding.onsuccess = () => keys.push(adding.result);
    }
  });
  return keys;
}

/**
 * Those of these records that are staged and of these types. Not for a transaction, which would end where others have a
 * turn.
 */
export async function stagedAmong<Name extends ResourceTypeName>(
  { staged }: Pick<Database, 'staged'>,
  types: readonly Name[],
  ids: Iterable<string>,
): Promise<Map<string, LocalRecord<Name>>> {
  const wanted = new Set(ids);
  const found = new Map<string, LocalRecord<Name>>();
  const isWanted = (record: LocalRecord): record is LocalRecord<Name> =>
    wanted.has(record.id) && types.some((type) => type === record.type);
  const look = (rows: readonly StagedRow[]) => {
    for (const { records } of rows)
      for (const record of records) if (isWanted(record)) found.set(record.id, record);
  };
  if (wanted.size === 0 || (await staged.count()) === 0) return found;
  if (wanted.size <= manyIds) {
    look(
      await staged
        .where('ids')
        .anyOf([...wanted])
        .distinct()
        .toArray(),
    );
    return found;
  }
  let rows: StagedRow[] = [];
  let after = 0;
  do {
    rows = await staged.where(':id').above(after).limit(rowsAtOnce).toArray();
    look(rows);
    after = rows.at(-1)?.key ?? after;
    await pause();
  } while (rows.length > 0);
  return found;
}

/** A record that came by another way meanwhile is younger and stays; one that is known by its name only makes way. */
function addRecord(store: IDBObjectStore, record: LocalRecord) {
  const adding = store.add(record);
  adding.onerror = (event) => {
    if (adding.error?.name !== 'ConstraintError') return;
    event.preventDefault();
    event.stopPropagation();
    const asking = store.get(record.id) as IDBRequest<LocalRecord | undefined>;
    asking.onsuccess = () => {
      if (asking.result?._meta?.stub) store.put(record);
    };
  };
}

/**
 * Gives every staged record a row of its own in the store of its type, some at a time. No live query is told: what it
 * reads stays the same. When it ends in the middle, nothing is missing, and it can be begun again.
 * @throws StorageFailure
 */
export async function unpackStaged(database: Staged): Promise<void> {
  const { name } = database.staged;
  let unpacked = (await database.staged.count()) > 0 ? 1 : 0;
  while (unpacked > 0)
    await write(database, [name, ...stagedTypes], (transaction) => {
      const rows = transaction.objectStore(name);
      const reading = rows.getAll(null, rowsAtOnce) as IDBRequest<StagedRow[]>;
      reading.onsuccess = () => {
        unpacked = reading.result.length;
        for (const { key, records } of reading.result) {
          for (const record of records) addRecord(transaction.objectStore(record.type), record);
          rows.delete(key as number);
        }
      };
    });
}
