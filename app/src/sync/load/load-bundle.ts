import type { BundleTypeName } from '@satchel/core/contract/resource-types.ts';
import type { FlatRecord } from '#remote/documents.ts';
import { definitionOf } from '#remote/model-definitions.ts';
import type { HostGeneration } from '#sync/host-generation.ts';
import { forgetFileCounts } from './file-counts.ts';
import type { LoadParts } from './load-parts.ts';
import { dropLostMedias, lostBetween, tablesOfLostMedias } from './lost-medias.ts';
import { channelEtags, isToBeAskedAgain, mostAgain } from './older-than-channels.ts';
import { createAreMediasSpared } from './spared-medias.ts';
import { putFromHost, tablesOf } from './store-records.ts';

/** API-34: what `*` stands for on a document bundle, down to what its files show. */
const documentInclude = [
  'image',
  'medias',
  'medias.thumbnail',
  'medias.file',
  'medias.keywords',
  'medias.products',
  'medias.thumbnail_image',
  'medias.preview_image',
];

interface LoadBundleParts extends LoadParts {
  generation: HostGeneration;
}

/** One bundle with its media. `include=*` is spelled out from the model definitions, since Drupal refuses it (API-26). */
export const createLoadBundle = (parts: LoadBundleParts) => {
  const { database, jsonApi, definitions, user } = parts;
  const areSpared = createAreMediasSpared(parts);

  /** Ids of the media that have left a bundle which is here, and may go with it. */
  async function lostFrom(here: { id: string; medias?: unknown } | undefined, record: FlatRecord) {
    const lost = here ? lostBetween([here], [record]) : [];
    if (lost.length === 0) return [];
    const isSpared = await areSpared(({ bundles }) => bundles?.some(({ id }) => id === record.id) ?? false);
    return isSpared ? [] : lost;
  }

  async function load(type: BundleTypeName, id: string, left: number): Promise<void> {
    const userId = user()?.uuid ?? '';
    const etags = await channelEtags(database, userId);
    const { relationships } = definitionOf(await definitions(), type);
    const include =
      type === 'salestool--document_bundle'
        ? documentInclude
        : relationships.filter((name) => name !== 'uid');
    const answer = await jsonApi.one(type, id, { include });
    if (answer === 'unchanged') throw new Error('A read without an ETag cannot be unchanged');
    const records = [...answer.included, answer.record];
    const bundles = database.dexie.table<{ id: string; medias?: readonly unknown[] }, string>(type);
    const lost = await lostFrom(await bundles.get(id), answer.record);
    const tables = [...tablesOf(database, records), ...tablesOfLostMedias(database)];
    const isStored = await database.write([...new Set(tables)], async () => {
      if (await isToBeAskedAgain(database, { userId, etags, left })) return false;
      const before = await bundles.get(id);
      await putFromHost(database, records);
      await dropLostMedias(database, lost);
      if (before?.medias?.length !== (answer.record.medias as unknown[] | undefined)?.length)
        await forgetFileCounts(database);
      return true;
    });
    if (!isStored) await load(type, id, left - 1);
  }

  return (type: BundleTypeName, id: string) => load(type, id, mostAgain);
};
