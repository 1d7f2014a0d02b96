import { type MediaTypeName, mediaTypes } from '@satchel/core/contract/resource-type-names.ts';
import { packMediaIds } from '@satchel/core/pack/pack-contents.ts';
import { recallPackDataInSteps } from '@satchel/core/pack/recalled-pack-data.ts';
import type { FlatRecord } from '#remote/documents.ts';
import { failureOf } from '#remote/failure.ts';
import { pause } from '#storage/pause.ts';
import type { PackRecord } from '#storage/records.ts';
import { knownThere, knowsPlaces, noteThere } from '#sync/files/missing-medias.ts';
import type { HostGeneration } from '#sync/host-generation.ts';
import { localMediaRecords } from '#sync/local-records.ts';
import { type LoadParts, whole } from './load-parts.ts';
import { idsIn, unnamedAmong } from './lost-medias.ts';
import { createAreMediasSpared } from './spared-medias.ts';

export interface WithdrawnParts extends LoadParts {
  generation: HostGeneration;
  /** Asks the host who it takes us for; gets a new token when that is nobody. */
  readUser: () => Promise<unknown>;
}

interface PackAnswer {
  record: FlatRecord;
  included: readonly FlatRecord[];
}

/** Bundles that came with packs may name what left them long ago: nobody hears of that before they are opened. */
export const hasCome = ({ _meta }: { _meta?: { stub?: boolean } }) => !_meta?.stub;

/** Fits on one page of every host. */
const idsAtOnce = 50;

/**
 * Finds the medias that a pack names, that came with nothing but packs, and that the host has no more for this user. The
 * answer alone cannot tell: hosts of another kind may leave out what comes with a pack, or list other medias for it than its
 * data names.
 */
export function createFindWithdrawn(parts: WithdrawnParts) {
  const { database, jsonApi, user, now, readUser } = parts;
  const areSpared = createAreMediasSpared(parts);

  async function namedBy(record: FlatRecord): Promise<string[]> {
    const read = await recallPackDataInSteps(record.pack_data as PackRecord['pack_data'], pause);
    return [...(read.ok ? packMediaIds(read.pack) : []), ...idsIn(record)];
  }

  /** @param known of them the host was asked not long ago */
  async function notIn({ record, included }: PackAnswer, known: readonly string[]) {
    const came = new Set([...included.map(({ id }) => id), ...known]);
    const missing = (await namedBy(record)).filter((id) => !came.has(id));
    const here = await localMediaRecords(database, missing);
    const unnamed = new Set(await unnamedAmong(database, [...here.keys()], hasCome));
    const isTold = missing.length === 0 || (await knowsPlaces(database, record as unknown as PackRecord));
    return {
      hereOnly: [...here.values()].filter(({ id }) => unnamed.has(id)),
      // Where all channels are here they say themselves what was withdrawn.
      nowhere: isTold ? [] : missing.filter((id) => !here.has(id)),
    };
  }

  /** @param untold takes those of which the host does not say it */
  async function notThere(type: MediaTypeName, ids: readonly string[], untold: Set<string>) {
    try {
      const query = { fields: { [type]: ['changed'] }, where: [{ path: 'id', isOneOf: ids }] };
      const there = new Set(whole(await jsonApi.list(type, query)).records.map(({ id }) => id));
      return ids.filter((id) => !there.has(id));
    } catch (error) {
      // A host that does not tell keeps no pack from being shown.
      if (failureOf(error)?.kind !== 'refused') throw error;
      for (const id of ids) untold.add(id);
      return [];
    }
  }

  async function goneOf(type: MediaTypeName, ids: readonly string[], untold: Set<string>): Promise<string[]> {
    const gone: string[] = [];
    for (let at = 0; at < ids.length; at += idsAtOnce)
      gone.push(...(await notThere(type, ids.slice(at, at + idsAtOnce), untold)));
    return gone;
  }

  async function goneAmong(
    medias: readonly { type: MediaTypeName; id: string }[],
    untold: Set<string>,
  ): Promise<string[]> {
    const gone: string[] = [];
    for (const [type, ofType] of Map.groupBy(medias, (media) => media.type)) {
      const ids = ofType.map(({ id }) => id);
      gone.push(...(await goneOf(type, ids, untold)));
    }
    return gone;
  }

  /** Nobody here knows of what type these were. */
  async function goneOfAllTypes(ids: readonly string[], untold: Set<string>): Promise<string[]> {
    let gone = ids;
    for (const type of mediaTypes) gone = await goneOf(type, gone, untold);
    return [...gone];
  }

  /** @returns ids; of those that are here, and of those that are not and that no channel here tells of either */
  return async (answer: PackAnswer): Promise<{ here: string[]; nowhere: string[] }> => {
    const none = { here: [], nowhere: [] };
    const userId = user()?.uuid;
    const { id } = answer.record;
    const known = await knownThere(database, id, userId ?? '', now());
    const left = await notIn(answer, known.ids);
    if (left.hereOnly.length + left.nowhere.length === 0) return none;
    // Some hosts answer a token that has run out with what anybody may see.
    await readUser();
    const untold = new Set<string>();
    const here = await goneAmong(left.hereOnly, untold);
    const nowhere = await goneOfAllTypes(left.nowhere, untold);
    // What somebody else is not told of says nothing about this user's medias.
    if (user()?.uuid !== userId) return none;
    const gone = new Set([...here, ...nowhere]);
    const there = [...left.hereOnly.map((media) => media.id), ...left.nowhere].filter(
      (one) => !gone.has(one) && !untold.has(one),
    );
    // Each opening of such a pack would cost as many questions.
    if (there.length > 0)
      await noteThere(database, id, userId ?? '', { ...known, ids: [...known.ids, ...there] });
    if (gone.size === 0) return none;
    const { channel } = answer.record as unknown as PackRecord;
    const isSpared = await areSpared((place) => place.id === channel?.id);
    return isSpared || user()?.uuid !== userId ? none : { here, nowhere };
  };
}
