import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';
import type { HostDatabase, ReadTransaction, WriteTransaction } from '#database/database.ts';
import { type Dialect, rowsInChunks, tableNames, tableReferences } from '#database/dialect.ts';

const [zip, unzip] = [promisify(gzip), promisify(gunzip)];

const rowsAtOnce = 100;
/** Of text; a part with one long row may be longer. */
const partBytes = 4 * 1024 * 1024;
const mostPartBytes = 512 * 1024 * 1024;
/** What both engines take in one statement. */
const mostParameters = 30_000;

type Row = Record<string, string | number | null>;

/** All tables with content, each behind those that it refers to. */
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
  for (const { name } of tables) if (!name.startsWith('kysely_')) visit(name, []);
  return ordered;
}

/** The rows of a table as compressed lines of JSON. */
export async function* partsOf(trx: ReadTransaction, dialect: Dialect, table: string) {
  let [lines, length, count]: [string[], number, number] = [[], 0, 0];
  const part = async () => ({
    rows: count,
    bytes: (await zip(lines.join(''), { level: constants.Z_BEST_SPEED })) as Uint8Array,
  });
  for await (const rows of rowsInChunks(trx, dialect, table, rowsAtOnce)) {
    for (const row of rows) {
      const line = `${JSON.stringify(row, plainValue)}\n`;
      lines.push(line);
      length += line.length;
      count++;
    }
    if (length < partBytes) continue;
    yield await part();
    [lines, length, count] = [[], 0, 0];
  }
  if (count > 0) yield await part();
}

function plainValue(key: string, value: unknown) {
  if (key === '' || value === null || typeof value === 'string' || Number.isSafeInteger(value)) return value;
  throw new Error(`A backup cannot hold what the column ${key} holds`);
}

/** Fills a table with the rows of one part; the transaction takes them all or none. */
export async function insertPart(database: HostDatabase, table: string, bytes: Uint8Array) {
  const text = (await unzip(bytes, { maxOutputLength: mostPartBytes })).toString();
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
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
