import { mediaTypes, type ResourceTypeName } from '@satchel/core/contract/resource-type-names.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { Database } from './database.ts';
import { pastDexie } from './past-dexie.ts';
import { pause } from './pause.ts';
import type { LocalRecord } from './records.ts';

/**
 * Records as a channel brought them, many in a row. The database takes a tenth of the time for them that it takes for
 * each by itself, so a channel is complete and durable while its records still wait for the store of their type. Whoever
 * looks for a record looks there first, and here for what is missing.
 */
export interface StagedRow {
  key?: number;
  /** The reading of a channel that they came with. Nobody sees them before it is complete. */
  reading: string;
  ids: string[];
  /** As JSON, which is made and read in half the time that a browser takes to copy as many objects. Lists are from before that. */
  records: string | LocalRecord[];
}

const recordsOf = ({ records }: StagedRow): LocalRecord[] =>
  typeof records === 'string' ? JSON.parse(records) : records;

type Staged = Pick<Database, 'dexie' | 'staged' | 'marks'>;

// Of one record that is read, so many come along.
const recordsInRow = 50;

// So many records get rows of their own, or are read, while others wait for the database or the page.
const rowsAtOnce = 4;

// With more than these, all rows are passed over instead of asking for each id.
const manyIds = 500;

// Longer than any line takes for a channel, also where another window has stopped waiting for the one that reads it.
const longestReadingMs = 60 * 60_000;

const startOfMarks = 'staged:';
const markOf = (reading: string) => `${startOfMarks}${reading}`;

/** The kinds that may be staged: nobody sees these before a bundle or a channel names them. */
export const stagedTypes = [
  ...mediaTypes,
  'file--file',
  'taxonomy_term--keywords',
  'taxonomy_term--products',
] as const satisfies readonly ResourceTypeName[];

export type StagedType = (typeof stagedTypes)[number];

export const mayBeStaged = (type: ResourceTypeName): type is StagedType =>
  stagedTypes.some((staged) => staged === type);

/** Names a reading of a channel by when it began. */
export const newReading = (now = Date.now()) => `${now}:${newId()}`;

const isLongAgo = (reading: string, now: number) =>
  !(Math.abs(now - Number.parseInt(reading, 10)) <= longestReadingMs);

/** How many rows so many records take. */
export const rowsOfStaged = (records: number) => Math.ceil(records / recordsInRow);

/**
 * What is written to the same store afterwards comes behind this, also where that does not wait for it.
 * @throws StorageFailure
 */
export async function stage(
  database: Staged,
  reading: string,
  records: readonly LocalRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await pastDexie(database, 'readwrite', [database.staged.name], (transaction) => {
    const rows = transaction.objectStore(database.staged.name);
    for (let at = 0; at < records.length; at += recordsInRow) {
      const part = records.slice(at, at + recordsInRow);
      const row: StagedRow = { reading, ids: part.map(({ id }) => id), records: JSON.stringify(part) };
      rows.add(row);
    }
  });
}

/**
 * From now on they count. Inside the transaction that writes what names them, over `staged` and `marks`.
 * @param rows that were staged
 * @throws Error when they are gone, because somebody else took a channel in or emptied the device meanwhile
 */
export async function completeStaged({ staged, marks }: Staged, reading: string, rows: number) {
  if (rows === 0) return;
  if ((await staged.where('reading').equals(reading).count()) !== rows)
    throw new Error('Another window changed what is on this device');
  await marks.put({ id: markOf(reading), value: true });
}

/** Rows of a reading that came to nothing. */
export const dropReading = ({ staged }: Pick<Database, 'staged'>, reading: string) =>
  staged.where('reading').equals(reading).delete();

async function completeReadings({ marks }: Pick<Database, 'marks'>): Promise<string[]> {
  const ids = await marks.where('id').startsWith(startOfMarks).primaryKeys();
  return ids.map((id) => id.slice(startOfMarks.length));
}

/** Clears away what windows that were closed in the middle of a reading have left. */
export async function dropIncomplete(
  { staged, marks, write }: Pick<Database, 'staged' | 'marks' | 'write'>,
  now = Date.now(),
) {
  if ((await staged.count()) === 0) return;
  const leftBehind = async () => {
    const readings = (await staged.orderBy('reading').uniqueKeys()) as string[];
    const complete = new Set(await completeReadings({ marks }));
    return readings.filter((reading) => !complete.has(reading) && isLongAgo(reading, now));
  };
  if ((await leftBehind()).length === 0) return;
  // A window that slept for so long may be about to complete its own.
  await write([staged, marks], async () =>
    staged
      .where('reading')
      .anyOf(await leftBehind())
      .delete(),
  );
}

/** Whether records wait for rows of their own. */
export const isAnythingStaged = async (database: Pick<Database, 'marks'>) =>
  (await completeReadings(database)).length > 0;

/** Rows of these readings, some at a time, with a turn for everything else in between. */
async function* rowsOf(
  { staged }: Pick<Database, 'staged'>,
  readings: readonly string[],
  ids?: ReadonlySet<string>,
) {
  const isAskedForEach = ids !== undefined && ids.size <= manyIds;
  const keys = isAskedForEach
    ? [
        ...new Set(
          await staged
            .where('ids')
            .anyOf([...ids])
            .primaryKeys(),
        ),
      ]
    : await staged
        .where('reading')
        .anyOf([...readings])
        .primaryKeys();
  for (let at = 0; at < keys.length; at += rowsAtOnce) {
    for (const row of await staged.bulkGet(keys.slice(at, at + rowsAtOnce)))
      if (row && readings.includes(row.reading)) yield row;
    await pause();
  }
}

interface Wanted<Name> {
  types: readonly Name[];
  ids: Iterable<string>;
  /** Of a reading that is not complete; of all that are without. */
  reading?: string;
}

/** Records that are staged. Not for a transaction, which would end where others have a turn. */
export async function stagedRecords<Name extends ResourceTypeName>(
  database: Pick<Database, 'staged' | 'marks'>,
  { types, ids, reading }: Wanted<Name>,
): Promise<Map<string, LocalRecord<Name>>> {
  const wanted = new Set(ids);
  const found = new Map<string, LocalRecord<Name>>();
  if (wanted.size === 0) return found;
  const readings = reading === undefined ? await completeReadings(database) : [reading];
  if (readings.length === 0) return found;
  const isWanted = (record: LocalRecord): record is LocalRecord<Name> =>
    wanted.has(record.id) && types.some((type) => type === record.type);
  // Two windows may have read the same channel at the same time.
  for await (const row of rowsOf(database, readings, wanted))
    for (const record of recordsOf(row))
      if (isWanted(record) && !staysBeside(found.get(record.id), record)) found.set(record.id, record);
  return found;
}

/** Ids of all records that are staged, by type. */
export async function stagedIds(database: Pick<Database, 'staged' | 'marks'>) {
  const ids = new Map<ResourceTypeName, Set<string>>();
  const readings = await completeReadings(database);
  if (readings.length === 0) return ids;
  for await (const row of rowsOf(database, readings))
    for (const { type, id } of recordsOf(row)) {
      const ofType = ids.get(type) ?? new Set();
      ids.set(type, ofType.add(id));
    }
  return ids;
}

/** Rows of these readings that hold some of these records. For a transaction: nothing else has a turn. */
function rowsWith(
  { staged }: Pick<Database, 'staged'>,
  readings: readonly string[],
  ids: ReadonlySet<string>,
) {
  const rows =
    ids.size <= manyIds
      ? staged
          .where('ids')
          .anyOf([...ids])
          .distinct()
      : staged.where('reading').anyOf([...readings]);
  return rows.filter((row) => readings.includes(row.reading) && row.ids.some((id) => ids.has(id)));
}

/** Which of these records are staged. Inside the caller's transaction over `staged` and `marks`. */
export async function stagedAmong(database: Pick<Database, 'staged' | 'marks'>, ids: ReadonlySet<string>) {
  const found = new Set<string>();
  const readings = await completeReadings(database);
  if (readings.length === 0) return found;
  await rowsWith(database, readings, ids).each((row) => {
    for (const id of row.ids) if (ids.has(id)) found.add(id);
  });
  return found;
}

/**
 * Takes records away that are staged. What is still coming in stays: it may be named by what comes with it. Inside the
 * caller's transaction over `staged` and `marks`.
 */
export async function dropStaged(database: Pick<Database, 'staged' | 'marks'>, ids: readonly string[]) {
  if (ids.length === 0) return;
  const readings = await completeReadings(database);
  if (readings.length === 0) return;
  const gone = new Set(ids);
  await rowsWith(database, readings, gone).modify((row) => {
    const left = recordsOf(row).filter(({ id }) => !gone.has(id));
    row.records = JSON.stringify(left);
    row.ids = left.map(({ id }) => id);
  });
}

/** What stands in the store came by another way. It stays when it is as young by the host's own date, and known in full. */
export function staysBeside(stored: object | undefined, staged: object): boolean {
  const [before, after] = [stored, staged] as { changed?: unknown; _meta?: { stub?: boolean } }[];
  if (!before || before._meta?.stub) return false;
  return !(Number(after?.changed ?? 0) > Number(before.changed ?? 0));
}

function addRecord(store: IDBObjectStore, record: LocalRecord) {
  const adding = store.add(record);
  adding.onerror = (event) => {
    if (adding.error?.name !== 'ConstraintError') return;
    event.preventDefault();
    event.stopPropagation();
    const asking = store.get(record.id) as IDBRequest<LocalRecord | undefined>;
    asking.onsuccess = () => {
      if (!staysBeside(asking.result, record)) store.put(record);
    };
  };
}

async function unpackReading(database: Staged, reading: string): Promise<void> {
  const [{ name }, { name: marks }] = [database.staged, database.marks];
  let isDone = false;
  while (!isDone)
    await pastDexie(database, 'readwrite', [name, marks, ...stagedTypes], (transaction) => {
      const rows = transaction.objectStore(name);
      const asking = rows.index('reading').getAll(reading, rowsAtOnce) as IDBRequest<StagedRow[]>;
      asking.onsuccess = () => {
        isDone = asking.result.length === 0;
        if (isDone) transaction.objectStore(marks).delete(markOf(reading));
        for (const row of asking.result) {
          for (const record of recordsOf(row)) addRecord(transaction.objectStore(record.type), record);
          rows.delete(row.key as number);
        }
      };
    });
}

/**
 * Gives every record of readings that are complete a row of its own in the store of its type, some at a time. No live
 * query is told: what it reads stays the same. When it ends in the middle, nothing is missing, and it can be begun again.
 * @throws StorageFailure
 */
export async function unpackStaged(database: Staged): Promise<void> {
  for (const reading of await completeReadings(database)) await unpackReading(database, reading);
}
