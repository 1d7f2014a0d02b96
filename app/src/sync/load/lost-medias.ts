import { mediaTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { ResourceIdentifier } from '@satchel/core/contract/resource-types.ts';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import { dropStaged, stagedAmong } from '#storage/staged-records.ts';
import { noteSpareFiles } from '#sync/files/spare-files.ts';

interface Bundle {
  id: string;
  medias?: unknown;
  _meta?: { stub?: boolean };
}

export const idsIn = ({ medias }: Bundle): string[] =>
  Array.isArray(medias) ? (medias as ResourceIdentifier[]).map(({ id }) => id) : [];

/** Tables that the transaction has to hold. */
export const tablesOfLostMedias = (database: Database) => [
  ...mediaTypes.map((type) => database.records(type)),
  database.records('salestool--document_bundle'),
  database.records('salestool--channel'),
  database.staged,
  database.marks,
];

/**
 * Ids of the media that left with their bundle, or out of it.
 * @param before bundles as they were; those that are gone among them
 * @param after the same as they are now
 */
export function lostBetween(before: readonly Bundle[], after: readonly Bundle[]): string[] {
  const left = new Set(after.flatMap(idsIn));
  return [...new Set(before.flatMap(idsIn))].filter((id) => !left.has(id));
}

type Counts = (bundle: Bundle) => boolean;

/**
 * Which of these media stand nowhere on this device but in packs.
 * @param counts of a bundle, whether it does
 */
export async function unnamedAmong(
  database: Database,
  ids: readonly string[],
  counts: Counts = () => true,
): Promise<string[]> {
  const unnamed = new Set(ids);
  if (unnamed.size === 0) return [];
  const keep = (named: Bundle) => {
    for (const id of idsIn(named)) unnamed.delete(id);
  };
  await database.records('salestool--document_bundle').each((bundle) => {
    if (counts(bundle)) keep(bundle);
  });
  await database.records('salestool--channel').each((channel) => {
    keep(channel);
    if (channel.image) unnamed.delete(channel.image.id);
  });
  return [...unnamed];
}

/**
 * Forgets those among lost medias that stand nowhere else on this device: what shows them then says that they are no longer
 * available, and their files can go. Inside the transaction that wrote what named them.
 */
export async function dropLostMedias(database: Database, ids: readonly string[], counts?: Counts) {
  const lost = await unnamedAmong(database, ids, counts);
  if (lost.length === 0) return;
  for (const type of mediaTypes) await database.dexie.table<unknown, string>(type).bulkDelete(lost);
  await dropStaged(database, lost);
  await noteSpareFiles(database);
}

const imageOf = ({ image }: FlatRecord) => (image ? [(image as ResourceIdentifier).id] : []);

/**
 * Medias that are gone since an answer found them here as it has them: whoever opens the bundle that one has left forgets
 * it, while nothing here says yet where it went. Inside the transaction that writes what names them.
 * @param medias as they came
 * @param written bundles and channel; one that stays as it is keeps its own
 */
export async function mediasGone(
  database: Database,
  medias: readonly FlatRecord[],
  written: readonly FlatRecord[],
): Promise<FlatRecord[]> {
  const named = new Set(written.flatMap((record) => [...idsIn(record), ...imageOf(record)]));
  const missing: FlatRecord[] = [];
  for (const [type, group] of Map.groupBy(medias, (media) => media.type)) {
    const wanted = group.filter(({ id }) => named.has(id));
    if (wanted.length === 0) continue;
    const here = new Set(await database.dexie.table<unknown, string>(type).toCollection().primaryKeys());
    missing.push(...wanted.filter(({ id }) => !here.has(id)));
  }
  if (missing.length === 0) return [];
  const waiting = await stagedAmong(database, new Set(missing.map(({ id }) => id)));
  return missing.filter(({ id }) => !waiting.has(id));
}
