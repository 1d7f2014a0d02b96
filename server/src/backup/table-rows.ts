import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';
import type { HostDatabase, ReadTransaction, WriteTransaction } from '#database/database.ts';
import { bytesOf, type Dialect, rowsInChunks, tableNames, tableReferences } from '#database/dialect.ts';
import { isOwnTable } from '#database/own-tables.ts';
import { unpackRows } from './packed-rows.ts';

const zip = promisify(gzip);

const mostRowsAtOnce = 100;
/** Of what is read, packed or inserted at once; one long row may be more. */
const usualBytes = 4 * 1024 * 1024;
/** What both engines take in one statement. */
const mostParameters = 30_000;

type Row = Record<string, string | number | null>;

/** All of Satchel's tables that are there, each behind those that it refers to. */
export async function tablesInOrder(trx: ReadTransaction, dialect: Dialect): Promise<string[]> {
  const { rows: tables } = await tableNames(dialect).execute(trx);
  const { rows: references } = await tableReferences(dialect).execute(trx);
  const ordered: string[] = [];
  const visit = (name: string, path: readonly string[]) => {
    if (ordered.includes(name)) return;
    if (path.includes(name)) throw new Error(`The tables ${path.join(', ')} refer to each other in a circle`);
    for (const { target } of references.filter(({ table }) => table === name)) visit(target, [...path, name]);
    ordered.push(name);
  };
  for (const { name } of tables) if (isOwnTable(name)) visit(name, []);
  return ordered;
}

/** The rows of a table as compressed lines of JSON. @param partBytes of lines; a part with one long row may be longer */
export async function* partsOf(
  trx: ReadTransaction,
  dialect: Dialect,
  table: string,
  partBytes = usualBytes,
) {
  let [lines, bytes]: [Buffer[], number] = [[], 0];
  const part = async () => ({
    rows: lines.length,
    bytes: (await zip(Buffer.concat(lines), { level: constants.Z_BEST_SPEED })) as Uint8Array,
  });
  const rowsAtOnce = Math.floor(partBytes / (await longestRow(trx, dialect, table)));
  for await (const rows of rowsInChunks(trx, dialect, table, within(1, rowsAtOnce, mostRowsAtOnce))) {
    for (const row of rows) {
      const line = Buffer.from(`${JSON.stringify(row, plainValue)}\n`);
      lines.push(line);
      bytes += line.length;
      if (bytes < partBytes) continue;
      yield await part();
      [lines, bytes] = [[], 0];
    }
  }
  if (lines.length > 0) yield await part();
}

const within = (least: number, value: number, most: number) => Math.min(Math.max(least, value), most);

/** In bytes, at least one. A pack can have 30 million of them, and so can each of a hundred. */
async function longestRow(trx: ReadTransaction, dialect: Dialect, table: string) {
  const { rows: some } = await sql<Row>`select * from ${sql.table(table)} limit 1`.execute(trx);
  const sizes = Object.keys(some[0] ?? {}).map((column) => bytesOf(sql.ref(column), dialect));
  if (sizes.length === 0) return 1;
  const { rows } = await sql<{ longest: number }>`
    select max(${sql.join(sizes, sql` + `)}) as longest from ${sql.table(table)}`.execute(trx);
  return Math.max(1, Number(rows[0]?.longest));
}

function plainValue(key: string, value: unknown) {
  if (key === '' || value === null || typeof value === 'string' || Number.isSafeInteger(value)) return value;
  throw new Error(`A backup cannot hold what the column ${key} holds`);
}

/** Fills a table with the rows of one part, some at a time. */
export async function insertPart(
  database: HostDatabase,
  table: string,
  part: AsyncIterable<Uint8Array>,
  bytesAtOnce = usualBytes,
) {
  let [rows, bytes]: [Row[], number] = [[], 0];
  for await (const line of unpackRows(part)) {
    rows.push(JSON.parse(line.toString()) as Row);
    bytes += line.length;
    if (bytes < bytesAtOnce) continue;
    await insertRows(database, table, rows);
    [rows, bytes] = [[], 0];
  }
  await insertRows(database, table, rows);
}

async function insertRows(database: HostDatabase, table: string, rows: readonly Row[]) {
  const columns = Object.keys(rows[0] ?? {});
  const rowsPerStatement = Math.max(1, Math.floor(mostParameters / Math.max(1, columns.length)));
  await database.write(async (trx) => {
    for (let at = 0; at < rows.length; at += rowsPerStatement) {
      const values = rows
        .slice(at, at + rowsPerStatement)
        .map((row) => sql`(${sql.join(columns.map((column) => stored(row[column])))})`);
      await insertInto(table, columns, values).execute(trx);
    }
  }, 'read committed');
}

const insertInto = (table: string, columns: readonly string[], values: readonly RawBuilder<unknown>[]) =>
  sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}`;

// SQLite keeps a null character in a text, PostgreSQL does not.
const stored = (value: Row[string] | undefined) =>
  typeof value === 'string' ? value.replaceAll('\0', '') : (value ?? null);

/** A step may have filled tables with what a new host begins with. */
export async function clearTables(trx: WriteTransaction, tables: readonly string[]) {
  for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(trx);
}

export async function countRows(trx: ReadTransaction, table: string) {
  const { rows } = await sql<{
    count: number | string;
  }>`select count(*) as count from ${sql.table(table)}`.execute(trx);
  return Number(rows[0]?.count);
}
