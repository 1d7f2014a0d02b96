import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/** What differs between the two engines is settled in this file and nowhere else. */
export type Dialect = 'sqlite' | 'postgres';

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** The transaction met another one and may simply be tried again. */
export function isWorthRetrying(error: unknown) {
  const code = codeOf(error);
  return code.startsWith('SQLITE_BUSY') || code === '40001' || code === '40P01';
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
