import { mediaTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { Database } from '#storage/database.ts';
import type { MediaRecord } from '#storage/records.ts';

interface Dated {
  id: string;
  changed: number;
}

const datedOf = (record: MediaRecord | undefined): Dated | null =>
  record && !record._meta?.stub && typeof record.changed === 'number'
    ? { id: record.id, changed: record.changed }
    : null;

/**
 * The first of a bundle's files by their dates, those of one date in the order of the bundle. Told from the index of the
 * database: of fifty thousand files it reads as many records as are asked for, and keys alone of the others.
 * @param ids of the bundle's files, each once
 * @returns null where dates alone do not tell: a file is not here, is known by its name only, or has no date
 */
export async function firstByDate(
  database: Pick<Database, 'records'>,
  ids: readonly string[],
  { descending, most }: { descending: boolean; most: number },
): Promise<string[] | null> {
  const places = new Map(ids.map((id, at) => [id, at]));
  const placeOf = (id: string) => places.get(id) ?? 0;
  const ofBundle = (keys: readonly string[]) => keys.filter((id) => places.has(id));
  const byType = await Promise.all(
    mediaTypes.map(async (type) => ({
      table: database.records(type),
      keys: ofBundle(await database.records(type).orderBy('changed').primaryKeys()),
    })),
  );
  if (byType.reduce((sum, { keys }) => sum + keys.length, 0) < places.size) return null;

  const records = await Promise.all(
    byType.map(({ table, keys }) => table.bulkGet(descending ? keys.slice(-most) : keys.slice(0, most))),
  );
  const dated = records.flat().flatMap((record) => datedOf(record) ?? []);
  if (dated.length < records.flat().length) return null;
  const sign = descending ? -1 : 1;
  const inOrder = dated.sort(
    (one, other) => sign * (one.changed - other.changed) || placeOf(one.id) - placeOf(other.id),
  );
  const last = inOrder[most - 1];
  if (!last) return inOrder.map(({ id }) => id);
  // Of the last date there may be more, which the order of the bundle puts first.
  const ofLastDate = await Promise.all(
    byType.map(({ table }) => table.where('changed').equals(last.changed).primaryKeys()),
  );
  const before = inOrder.filter(({ changed }) => sign * (changed - last.changed) < 0).map(({ id }) => id);
  const atTheEnd = ofBundle(ofLastDate.flat()).sort((one, other) => placeOf(one) - placeOf(other));
  return [...before, ...atTheEnd].slice(0, most);
}
