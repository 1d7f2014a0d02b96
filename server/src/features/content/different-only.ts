import { resourceTypeOf } from '@satchel/core/contract/resource-types.ts';
import type { WriteTransaction } from '#database/database.ts';
import type { LoadedRecord } from './read-records.ts';
import type { RecordChanges, StoredValue } from './record-store.ts';
import { columnOf, relationshipOf } from './record-tables.ts';
import { isSameList, storedTargets } from './resolve-references.ts';

/**
 * What of the wanted changes a record does not say already; undefined when it says all of it, so that the same change
 * again changes nothing. Columns that were not read count as different.
 * @param redescribed columns that name the same as before, and say something else about it
 */
export async function differentOnly(
  trx: WriteTransaction,
  { type, row }: LoadedRecord,
  wanted: RecordChanges,
  redescribed: ReadonlySet<string>,
): Promise<RecordChanges | undefined> {
  const times = new Set(
    Object.entries(resourceTypeOf(type).attributes).flatMap(([field, { kind }]) =>
      kind === 'time' ? [columnOf(type, field)] : [],
    ),
  );
  // Callers know whole seconds only.
  const isSame = (column: string, value: StoredValue) =>
    times.has(column) && typeof value === 'number' && typeof row[column] === 'number'
      ? Math.floor(value / 1000) === Math.floor(row[column] / 1000)
      : row[column] === value;
  const columns = Object.fromEntries(
    Object.entries(wanted.columns).filter(
      ([column, value]) => redescribed.has(column) || !isSame(column, value),
    ),
  );
  const lists: Record<string, readonly string[]> = {};
  for (const [field, ids] of Object.entries(wanted.lists)) {
    const relationship = relationshipOf(type, field);
    if (!relationship) continue;
    if (!isSameList(ids, await storedTargets(trx, relationship, row))) lists[field] = ids;
  }
  const isNothing = Object.keys(columns).length === 0 && Object.keys(lists).length === 0;
  return isNothing ? undefined : { columns, lists };
}
