import { itemNames } from '@satchel/core/pack/item-names.ts';
import { packReferences } from '@satchel/core/pack/pack-contents.ts';
import { recallPackDataInSteps } from '@satchel/core/pack/recalled-pack-data.ts';
import type { UnsendableItem } from '#services.ts';
import type { Database } from '#storage/database.ts';
import { pause } from '#storage/pause.ts';
import type { PackRecord } from '#storage/records.ts';
import { localMediaRecords } from '#sync/local-records.ts';

/** They may have thousands of files, and a page is in use meanwhile. */
const bundlesAtOnce = 20;

type State = 'public' | UnsendableItem['because'];

/** One public place is enough, as on the host. */
const note = (states: Map<string, State>, id: string, availability: unknown) => {
  if (availability !== 'internal') states.set(id, 'public');
  else if (!states.has(id)) states.set(id, 'internal');
};

/**
 * What a pack names that the host would refuse to send, as far as this device can tell: it is asked about before
 * anything goes out. Of content in channels that were never taken in whole nothing is said.
 * @param channelIds the channels of the person who sends
 */
export async function unsendableItems(
  database: Pick<Database, 'records'>,
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
    if (offered.has(id)) note(states, id, bundle?.availability);
    else if (bundle && !knowsPlaces) states.set(id, 'public');
    else states.set(id, knowsPlaces ? 'withdrawn' : 'missing');
  }

  const mediaIds = medias.map(({ id }) => id);
  const isWanted = new Set(mediaIds);
  const inPlaces = new Map<string, State>();
  let knowsFiles = knowsPlaces;
  const places = isWanted.size > 0 ? [...offered] : [];
  for (let at = 0; at < places.length; at += bundlesAtOnce) {
    if (at > 0) await pause();
    const some = places.slice(at, at + bundlesAtOnce);
    for (const bundle of await database.records('salestool--document_bundle').bulkGet(some)) {
      for (const { id } of bundle?.medias ?? [])
        if (isWanted.has(id)) note(inPlaces, id, bundle?.availability);
      knowsFiles &&= !bundle?._meta?.stub;
    }
  }
  for (const { id } of channels.flatMap((channel) => channel?.medias ?? [])) inPlaces.set(id, 'public');
  // Nearly always all of them stand in a bundle, and of a file that was withdrawn nothing more need be known.
  const asked = knowsFiles ? [] : mediaIds.filter((id) => !inPlaces.has(id));
  const local = await localMediaRecords(database, asked);
  for (const id of mediaIds) {
    const state = inPlaces.get(id) ?? (knowsFiles ? 'withdrawn' : local.has(id) ? 'public' : 'missing');
    states.set(id, state);
  }

  const names = itemNames(read.pack);
  return [...bundles, ...medias].flatMap(({ id }) => {
    const because = states.get(id) ?? 'public';
    return because === 'public' ? [] : [{ id, name: names.get(id) ?? id, because }];
  });
}
