import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ReadTransaction } from '#database/database.ts';
import { isOneOf } from '#database/dialect.ts';
import { type RecordTableName, type Sight, visible } from '#visibility.ts';
import type { Row } from './attribute-values.ts';
import { compileFilter, ofKinds } from './compile-filter.ts';
import { compileSort } from './compile-sort.ts';
import { type ContentQuery, wantedFields } from './content-query.ts';
import { longTextColumns } from './load-long-texts.ts';
import {
  columnExpression,
  columnsFor,
  identifierColumns,
  longColumns,
  recordTables,
  typeOfRow,
  typesOfTable,
} from './record-tables.ts';

/** The most rows that one statement of an answer reads, so that none keeps the process for long. */
export const rowsAtOnce = 500;

export function* batchesOf<Item>(items: readonly Item[]) {
  for (let at = 0; at < items.length; at += rowsAtOnce) yield items.slice(at, at + rowsAtOnce);
}

/** One record with all its document needs. Relationships are filled in by `loadRelationships`. */
export interface LoadedRecord {
  type: ResourceTypeName;
  id: string;
  row: Row;
  relationships: Map<string, Identifier[]>;
}

export interface Identifier {
  type: ResourceTypeName;
  id: string;
  /** The row's columns that name it (see `identifierColumns`). */
  row: Row;
  /** The record is gone although it is named; what it could have been. */
  missingOf?: readonly ResourceTypeName[];
}

/** Where a relationship names a record that is gone, as after a repair by hand. */
export const missingRecord = (targets: readonly ResourceTypeName[]): Identifier => ({
  type: targets[0] as ResourceTypeName,
  id: 'missing',
  row: {},
  missingOf: targets,
});

const loaded = (table: RecordTableName, row: Row): LoadedRecord => ({
  type: typeOfRow(table, row),
  id: String(row.id),
  row,
  relationships: new Map(),
});

/** Of long texts only what is short comes with the record; the rest is told by its length (see `loadLongTexts`). */
const selected = (table: RecordTableName, columns: Iterable<string>) =>
  sql.join(
    [...columns].flatMap((column) =>
      longColumns.get(table)?.includes(column)
        ? longTextColumns(column)
        : sql`${columnExpression(table, 't', column)} as ${sql.ref(column)}`,
    ),
  );

const runRows = async (trx: ReadTransaction, query: RawBuilder<unknown>) =>
  (await query.execute(trx)).rows as Row[];

/** One page of a collection and how many there are in all, as far as the viewer may see. Long texts are still to be read. */
export async function readPage(
  trx: ReadTransaction,
  type: ResourceTypeName,
  query: ContentQuery,
  sight: Sight,
) {
  const { table } = recordTables[type];
  const { offset, limit } = query.page;
  const filter = compileFilter(query.filter, type, 't', sight);
  const from = sql`from ${sql.table(table)} as t
    where ${visible[table](sight, 't')} ${ofKinds([type], 't', sight)} ${filter ? sql`and ${filter}` : sql``}`;
  const rows = await runRows(
    trx,
    sql`select ${selected(table, columnsFor(type, wantedFields(query, type)))} ${from}
      order by ${compileSort(query.sort, type, 't', sight)} limit ${limit} offset ${offset}`,
  );
  const isWhole = rows.length < limit && (offset === 0 || rows.length > 0);
  const total = isWhole
    ? offset + rows.length
    : Number((await runRows(trx, sql`select count(*) as total ${from}`))[0]?.total ?? 0);
  return { records: rows.map((row) => loaded(table, row)), total };
}

/** One record, or undefined when there is none that the viewer may see. Its long texts are still to be read. */
export async function readOne(
  trx: ReadTransaction,
  type: ResourceTypeName,
  id: string,
  query: ContentQuery,
  sight: Sight,
): Promise<LoadedRecord | undefined> {
  const { table } = recordTables[type];
  const [row] = await runRows(
    trx,
    sql`select ${selected(table, columnsFor(type, wantedFields(query, type)))} from ${sql.table(table)} as t
      where t.id = ${id} and ${visible[table](sight, 't')} ${ofKinds([type], 't', sight)}`,
  );
  return row && loaded(table, row);
}

interface Wanted {
  ids: readonly string[];
  /** The ids come from records that show them, or were checked already. */
  areSeen: boolean;
}

/** Records of one table by their ids; what the viewer may not see is missing. Long texts are still to be read. */
export async function readByIds(
  trx: ReadTransaction,
  table: RecordTableName,
  wanted: Wanted,
  query: ContentQuery,
  sight: Sight,
) {
  const types = typesOfTable.get(table) ?? [];
  const columns = new Set(types.flatMap((type) => columnsFor(type, wantedFields(query, type))));
  const rows = await readColumns(trx, table, columns, wanted, sight);
  return rows.map((row) => loaded(table, row));
}

/** What names the records of one table in relationships; what the viewer may not see is missing. */
export async function readIdentifiers(
  trx: ReadTransaction,
  table: RecordTableName,
  wanted: Wanted,
  sight: Sight,
) {
  const rows = await readColumns(trx, table, identifierColumns(table), wanted, sight);
  return rows.map((row): Identifier => ({ type: typeOfRow(table, row), id: String(row.id), row }));
}

function readColumns(
  trx: ReadTransaction,
  table: RecordTableName,
  columns: Iterable<string>,
  { ids, areSeen }: Wanted,
  sight: Sight,
) {
  const seen = areSeen ? sql`` : sql`and ${visible[table](sight, 't')}`;
  return runRows(
    trx,
    sql`select ${selected(table, columns)} from ${sql.table(table)} as t
      where ${isOneOf(sql.ref('t.id'), ids, sight.dialect)} ${seen}`,
  );
}
