import { itemNames } from '@satchel/core/pack/item-names.ts';
import { packReferences } from '@satchel/core/pack/pack-contents.ts';
import { recallPackDataInSteps } from '@satchel/core/pack/recalled-pack-data.ts';
import type { UnsendableItem } from '#services.ts';
import type { Database } from '#storage/database.ts';
import { pause } from '#storage/pause.ts';
import type { PackRecord } from '#storage/records.ts';
import type { ReadsOfMany } from '#sync/bundle-files/reads-of-many.ts';

type State = 'public' | UnsendableItem['because'];

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

  const states = new Map<string, State>();
  const offered = new Set(channels.flatMap((channel) => channel?.bundles?.map(({ id }) => id) ?? []));
  for (const { type, id } of bundles) {
    const bundle = await database.records(type).get(id);
    if (offered.has(id)) states.set(id, bundle?.availability === 'internal' ? 'internal' : 'public');
    else if (bundle && !knowsPlaces) states.set(id, 'public');
    else states.set(id, knowsPlaces ? 'withdrawn' : 'missing');
  }

  const mediaIds = medias.map(({ id }) => id);
  const places = await reads.placesOfFiles([...offered], mediaIds);
  const isPublic = new Map(places.isPublic);
  for (const { id } of channels.flatMap((channel) => channel?.medias ?? [])) isPublic.set(id, true);
  const knowsFiles = knowsPlaces && places.areWhole;
  // Nearly always all of them stand in a bundle, and of a file that was withdrawn nothing more need be known.
  const asked = knowsFiles ? [] : mediaIds.filter((id) => !isPublic.has(id));
  const local = await reads.mediaIdsHere(asked);
  const stateOf = (id: string): State => {
    const isShown = isPublic.get(id);
    if (isShown !== undefined) return isShown ? 'public' : 'internal';
    if (knowsFiles) return 'withdrawn';
    return local.has(id) ? 'public' : 'missing';
  };
  for (const id of mediaIds) states.set(id, stateOf(id));

  const names = itemNames(read.pack);
  return [...bundles, ...medias].flatMap(({ id }) => {
    const because = states.get(id) ?? 'public';
    return because === 'public' ? [] : [{ id, name: names.get(id) ?? id, because }];
  });
}
