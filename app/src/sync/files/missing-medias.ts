import type { Database } from '#storage/database.ts';
import type { LocalRecord, PackRecord } from '#storage/records.ts';

type Marks = Pick<Database, 'marks'>;

const markOf = (packId: string) => `gone-medias:${packId}`;

/** Whether the host had none of these medias when the pack that names them was read last. */
export async function areGone({ marks }: Marks, packId: string, ids: readonly string[]): Promise<boolean> {
  const gone = new Set((await marks.get(markOf(packId)))?.value as string[] | undefined);
  return ids.every((id) => gone.has(id));
}

/** Inside the transaction that writes the pack. */
export const noteGone = ({ marks }: Marks, packId: string, ids: readonly string[]) =>
  ids.length > 0 ? marks.put({ id: markOf(packId), value: ids }) : marks.delete(markOf(packId));

interface There {
  /** When the first of them was asked for, ms. */
  at: number;
  ids: readonly string[];
}

const markOfThere = (packId: string, userId: string) => `there-medias:${packId}:${userId}`;

/** CONST-02 */
const askedAgainAfterMs = 24 * 60 * 60_000;

/** Medias that the host has although it leaves them out of the pack that names them, as it said to this user within a day. */
export async function knownThere(
  { marks }: Marks,
  packId: string,
  userId: string,
  now: number,
): Promise<There> {
  const there = (await marks.get(markOfThere(packId, userId)))?.value as There | undefined;
  return there && Math.abs(now - there.at) < askedAgainAfterMs ? there : { at: now, ids: [] };
}

export const noteThere = ({ marks }: Marks, packId: string, userId: string, there: There) =>
  marks.put({ id: markOfThere(packId, userId), value: there });

const isWhole = (record: LocalRecord | undefined) => record !== undefined && !record._meta?.stub;

/** Whether everything is here that a pack may take its files from: one that is nowhere in it was withdrawn. */
export async function knowsPlaces(
  database: Database,
  { pack_type, channel }: Pick<PackRecord, 'pack_type' | 'channel'>,
) {
  const channels = database.records('salestool--channel');
  const places =
    pack_type !== 'global' && channel ? [await channels.get(channel.id)] : await channels.toArray();
  const documents = places
    .flatMap((place) => place?.bundles ?? [])
    .filter(({ type }) => type === 'salestool--document_bundle');
  const bundles = await database.records('salestool--document_bundle').bulkGet(documents.map(({ id }) => id));
  return places.length > 0 && places.every(isWhole) && bundles.every(isWhole);
}
