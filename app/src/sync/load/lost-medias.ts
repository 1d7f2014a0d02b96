import { mediaTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { ResourceIdentifier } from '@satchel/core/contract/resource-types.ts';
import type { FlatRecord } from '#remote/documents.ts';
import type { Database } from '#storage/database.ts';
import { stagedAmong } from '#storage/staged-records.ts';
import { noteSpareFiles } from '#sync/files/spare-files.ts';

interface Bundle {
  id: string;
  medias?: unknown;
}

const idsIn = ({ medias }: Bundle) =>
  Array.isArray(medias) ? (medias as ResourceIdentifier[]).map(({ id }) => id) : [];

/** Tables that the transaction has to hold. */
export const tablesOfLostMedias = (database: Database) => [
  ...mediaTypes.map((type) => database.records(type)),
  database.records('salestool--document_bundle'),
  database.records('salestool--channel'),
  database.marks,
];

/**
 * Forgets the media that left with their bundle, or out of it, and stand nowhere else on this device: what shows them
 * then says that they are no longer available, and their files can go. Inside the transaction that wrote the bundles.
 * @param before bundles as they were; those that are gone among them
 * @param after the same as they are now
 * @returns their ids
 */
export async function dropLostMedias(
  database: Database,
  before: readonly Bundle[],
  after: readonly Bundle[],
): Promise<string[]> {
  const lost = new Set(before.flatMap(idsIn));
  const keep = (bundle: Bundle) => {
    for (const id of idsIn(bundle)) lost.delete(id);
  };
  after.forEach(keep);
  if (lost.size === 0) return [];
  await database.records('salestool--document_bundle').each(keep);
  await database.records('salestool--channel').each((channel) => {
    keep(channel);
    if (channel.image) lost.delete(channel.image.id);
  });
  if (lost.size === 0) return [];
  for (const type of mediaTypes) await database.dexie.table<unknown, string>(type).bulkDelete([...lost]);
  await noteSpareFiles(database);
  return [...lost];
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
