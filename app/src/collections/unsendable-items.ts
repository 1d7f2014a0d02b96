import { itemNames } from '@satchel/core/pack/item-names.ts';
import { packReferences } from '@satchel/core/pack/pack-contents.ts';
import { recallPackDataInSteps } from '@satchel/core/pack/recalled-pack-data.ts';
import type { UnsendableItem } from '#services.ts';
import type { Database } from '#storage/database.ts';
import { pause } from '#storage/pause.ts';
import type { PackRecord } from '#storage/records.ts';
import type { ReadsOfMany } from '#sync/bundle-files/reads-of-many.ts';

/**
 * What a pack names that the host would refuse to send, as far as this device can tell: it is asked about before
 * anything goes out. Of content in channels that were never taken in whole nothing is said.
 * @param channelIds the channels of the person who sends
 */
export async function unsendableItems(
  database: Pick<Database, 'records'>,
  reads: Pick<ReadsOfMany, 'placesOfFiles' | 'mediaIdsHere'>,
  pack: Pick<PackRecord, 'pack_data' | 'pack_type' | 'channel'>,
  channelIds: readonly string[],
): Promise<UnsendableItem[]> {
  const read = await recallPackDataInSteps(pack.pack_data, pause);
  if (!read.ok) return [];
  const { bundles, medias } = packReferences(read.pack);
  const listed = await database.records('salestool--channel').bulkGet([...channelIds]);
  const channels = listed.filter((channel) => channel !== undefined && !channel._meta?.stub);
  const isHere = (id: string) => channels.some((channel) => channel?.id === id);
  const isOfOneChannel = pack.pack_type !== 'global' && pack.channel;
  const knowsPlaces = isOfOneChannel ? isHere(pack.channel?.id ?? '') : channelIds.every(isHere);

  /** Of what cannot be sent. */
  const states = new Map<string, UnsendableItem['because']>();
  const offered = new Set(channels.flatMap((channel) => channel?.bundles?.map(({ id }) => id) ?? []));
  for (const { type, id } of bundles) {
    const bundle = await database.records(type).get(id);
    if (offered.has(id)) {
      if (bundle?.availability === 'internal') states.set(id, 'internal');
    } else if (!bundle || knowsPlaces) states.set(id, knowsPlaces ? 'withdrawn' : 'missing');
  }

  const places = await reads.placesOfFiles(
    [...offered],
    medias.map(({ id }) => id),
  );
  const ofChannels = new Set(channels.flatMap((channel) => channel?.medias ?? []).map(({ id }) => id));
  const isElsewhere = (id: string) => !ofChannels.has(id);
  const nowhere = places.nowhere.filter(isElsewhere);
  const knowsFiles = knowsPlaces && places.areWhole;
  // Nearly always all of them stand in a bundle, and of a file that was withdrawn nothing more need be known.
  const local = await reads.mediaIdsHere(knowsFiles ? [] : nowhere);
  for (const id of places.internal.filter(isElsewhere)) states.set(id, 'internal');
  for (const id of nowhere) if (!local.has(id)) states.set(id, knowsFiles ? 'withdrawn' : 'missing');
  if (states.size === 0) return [];

  const names = itemNames(read.pack);
  return [...bundles, ...medias].flatMap(({ id }) => {
    const because = states.get(id);
    return because ? [{ id, name: names.get(id) ?? id, because }] : [];
  });
}
