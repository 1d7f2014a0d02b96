import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from './schema.ts';

/** What differs between the two engines is settled in this file and nowhere else. */
export type Dialect = 'sqlite' | 'postgres';

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** The transaction met another one and may simply be tried again. */
export function isWorthRetrying(error: unknown) {
  const code = codeOf(error);
  return code.startsWith('SQLITE_BUSY') || code === '40001' || code === '40P01';
}

// PostgreSQL's classes 08 (connection) and 57P (shutting down, starting), 'too many connections', and what the network says.
const awayCodes =
  /^(?:08\w{3}|57P0[1-5]|53300|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
// What the client library says without a code.
const awayMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The database could not be asked, or was busy with others for too long: the same call works later. */
export function isDatabaseAway(error: unknown) {
  return (
    isWorthRetrying(error) ||
    awayCodes.test(codeOf(error)) ||
    (error instanceof Error && awayMessages.test(error.message))
  );
}

/** A statement was ended for what `limitStatements` says. */
export const tookTooLong = (error: unknown) => codeOf(error) === '57014';

/** Each further statement of this transaction may take no longer. SQLite has no such limit. */
export async function limitStatements(trx: Kysely<Database>, dialect: Dialect, longestMs: number) {
  if (dialect === 'postgres') await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(trx);
}

export function isUniqueViolation(error: unknown) {
  const code = codeOf(error);
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === '23505';
}

/**
 * Text in the form in which it is compared: without heeding the case of letters. SQLite's own `lower` knows ASCII
 * only, so the host gives it a function of its own (see database.ts).
 */
export const folded = (value: Expression<unknown>, dialect: Dialect): RawBuilder<string> =>
  dialect === 'sqlite' ? sql<string>`fold(${value})` : sql<string>`lower(${value})`;

/** A text column as it is sorted: by letters without heeding case, the same on both engines. */
export const sortable = (value: Expression<unknown>, dialect: Dialect): RawBuilder<string> =>
  dialect === 'sqlite' ? sql<string>`fold(${value})` : sql<string>`lower(${value}) collate "C"`;

/** What `fold` does to a value on the host's side, to compare with a folded column. */
export const fold = (value: string) => value.toLowerCase();

/** Empty values come first in ascending and last in descending order on either engine. */
export const nullOrder = (direction: 'asc' | 'desc') =>
  direction === 'asc' ? sql`asc nulls first` : sql`desc nulls last`;

/**
 * Whether a column has one of the values. The list travels as one parameter, so that the statement's text is the same
 * for any number of them and is prepared once.
 */
export const isOneOf = (
  column: Expression<unknown>,
  values: readonly (string | number)[],
  dialect: Dialect,
): RawBuilder<SqlBool> => {
  if (dialect === 'sqlite') return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
  const type = typeof values[0] === 'number' ? sql`bigint[]` : sql`text[]`;
  return sql`${column} = any(cast(${values} as ${type}))`;
};

/** Texts as rows to select from, as `value`, each with its `position` from 0 on. They travel as one parameter. */
export const numbered = (values: readonly string[], dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'sqlite'
    ? sql`(select value, key as position from json_each(${JSON.stringify(values)})) as numbered`
    : sql`(select value, place - 1 as position
        from unnest(cast(${values} as text[])) with ordinality as listed (value, place)) as numbered`;

/** Where unqualified tables are found; null where there are no schemas. */
export async function currentSchema(db: Kysely<Database>, dialect: Dialect): Promise<string | null> {
  if (dialect === 'sqlite') return null;
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? null;
}

/** Names of the tables that stand beside each other in this database, as `name`. */
export const tableNames = (dialect: Dialect): RawBuilder<{ name: string }> =>
  dialect === 'sqlite'
    ? sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`
    : sql`select tablename as name from pg_catalog.pg_tables where schemaname = current_schema() order by tablename`;

/** Which table refers to which other one, as `table` and `target`. */
export const tableReferences = (dialect: Dialect): RawBuilder<{ table: string; target: string }> =>
  dialect === 'sqlite'
    ? sql`select tables.name as "table", keys."table" as target
        from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys where tables.type = 'table'`
    : sql`select source.relname as "table", target.relname as target from pg_catalog.pg_constraint
        join pg_catalog.pg_class as source on source.oid = conrelid
        join pg_catalog.pg_class as target on target.oid = confrelid
        join pg_catalog.pg_namespace as schemas on schemas.oid = connamespace
        where contype = 'f' and nspname = current_schema()`;

/** How long a value of any kind is as text, in bytes. Neither engine reads a long text for that. */
export const bytesOf = (column: Expression<unknown>, dialect: Dialect): RawBuilder<number> =>
  dialect === 'sqlite'
    ? sql`coalesce(octet_length(${column}), 0)`
    : sql`coalesce(octet_length(cast(${column} as text)), 0)`;

/** Every row of a table in chunks, without holding the whole of it. Within one transaction. */
export async function* rowsInChunks(
  trx: Kysely<Database>,
  dialect: Dialect,
  table: string,
  size: number,
): AsyncGenerator<Record<string, unknown>[]> {
  const name = sql.table(table);
  if (dialect === 'postgres') {
    const cursor = sql.id(`rows_of_${table}`);
    await sql`declare ${cursor} no scroll cursor for select * from ${name}`.execute(trx);
    for (;;) {
      const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(size)} from ${cursor}`.execute(trx);
      if (rows.length > 0) yield rows;
      if (rows.length < size) break;
    }
    await sql`close ${cursor}`.execute(trx);
    return;
  }
  for (let after = 0; ; ) {
    const { rows } = await sql<{ row_number_: number }>`select rowid as row_number_, * from ${name}
      where rowid > ${after} order by rowid limit ${sql.lit(size)}`.execute(trx);
    if (rows.length > 0) yield rows.map(({ row_number_: _, ...row }) => row);
    if (rows.length < size) return;
    after = rows.at(-1)?.row_number_ ?? after;
  }
}

/** What follows `from` to walk over a JSON list kept as text, as rows that `itemMember` and `itemPlace` read. */
export const jsonItems = (list: Expression<unknown>, alias: string, dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'sqlite'
    ? sql`json_each(${list}) as ${sql.ref(alias)}`
    : sql`jsonb_array_elements(cast(${list} as jsonb)) with ordinality as ${sql.ref(alias)}(value, key)`;

/** A text member of such a row; null when the item has none. */
export const itemMember = (alias: string, member: string, dialect: Dialect): RawBuilder<string | null> =>
  dialect === 'sqlite'
    ? sql`json_extract(${sql.ref(`${alias}.value`)}, ${`$.${member}`})`
    : sql`${sql.ref(`${alias}.value`)} ->> cast(${member} as text)`;

/** Where in its list such a row stands, from 0. */
export const itemPlace = (alias: string, dialect: Dialect): RawBuilder<number> =>
  dialect === 'sqlite' ? sql`${sql.ref(`${alias}.key`)}` : sql`${sql.ref(`${alias}.key`)} - 1`;
