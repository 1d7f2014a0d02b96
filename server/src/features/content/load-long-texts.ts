import { type RawBuilder, sql } from 'kysely';
import type { ReadTransaction } from '#database/database.ts';
import { type Dialect, isOneOf } from '#database/dialect.ts';
import type { LoadedRecord } from './read-records.ts';
import { longColumns, recordTables } from './record-tables.ts';

/** Bytes of a text that come with its record. */
const usualBytes = 16 * 1024;
/** As many as are read and held at a time, unless one text alone has more. */
const bytesAtOnce = 1024 * 1024;

const lengthOf = (column: string) => `${column}_bytes`;

/** A column as a record brings it: short texts themselves, and of all of them how long they are. */
export function longTextColumns(column: string): RawBuilder<unknown>[] {
  const text = sql.ref(`t.${column}`);
  const bytes = sql`octet_length(${text})`;
  return [
    sql`case when ${bytes} <= ${sql.lit(usualBytes)} then ${text} end as ${sql.ref(column)}`,
    sql`${bytes} as ${sql.ref(lengthOf(column))}`,
  ];
}

const columnsOf = ({ type }: LoadedRecord) => longColumns.get(recordTables[type].table) ?? [];

/** Of records of one table: most tables have none, and are not gone through. */
const mayHaveLongTexts = ([first]: readonly LoadedRecord[]) =>
  first !== undefined && columnsOf(first).length > 0;

const lacks = ({ row }: LoadedRecord, column: string) => Number(row[lengthOf(column)] ?? 0) > usualBytes;

/** Records of one table, as many at a time as their long texts can be held of: a list of packs may have hundreds of megabytes. */
export function* portionsByLength(records: LoadedRecord[]): Generator<LoadedRecord[]> {
  if (!mayHaveLongTexts(records)) return yield records;
  let portion: LoadedRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    const own = columnsOf(record).reduce((sum, column) => sum + Number(record.row[lengthOf(column)] ?? 0), 0);
    if (bytes + own > bytesAtOnce && portion.length > 0) {
      yield portion;
      [portion, bytes] = [[], 0];
    }
    portion.push(record);
    bytes += own;
  }
  if (portion.length > 0) yield portion;
}

/** Reads the texts that were too long to come with records of one table. */
export async function loadLongTexts(trx: ReadTransaction, records: LoadedRecord[], dialect: Dialect) {
  if (!mayHaveLongTexts(records)) return;
  const lacking = new Map(
    records.flatMap((record) =>
      columnsOf(record).some((column) => lacks(record, column)) ? [[record.id, record]] : [],
    ),
  );
  const [first] = lacking.values();
  if (!first) return;
  const { rows } = await sql<{
    id: string;
  }>`select id, ${sql.join(columnsOf(first).map((column) => sql.ref(column)))}
    from ${sql.table(recordTables[first.type].table)}
    where ${isOneOf(sql.ref('id'), [...lacking.keys()], dialect)}`.execute(trx);
  for (const row of rows) Object.assign(lacking.get(row.id)?.row ?? {}, row);
}

/** Gives back what reading a record's long texts took. */
export function dropLongTexts(records: readonly LoadedRecord[]) {
  if (!mayHaveLongTexts(records)) return;
  for (const record of records)
    for (const column of columnsOf(record)) if (lacks(record, column)) record.row[column] = null;
}
