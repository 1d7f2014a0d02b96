import type { BundleTypeName } from '@satchel/core/contract/resource-types.ts';
import { definitionOf } from '#remote/model-definitions.ts';
import { dropStaged } from '#storage/staged-records.ts';
import { forgetFileCounts } from './file-counts.ts';
import type { LoadParts } from './load-parts.ts';
import { dropLostMedias, tablesOfLostMedias } from './lost-medias.ts';
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

/** One bundle with its media. `include=*` is spelled out from the model definitions, since Drupal refuses it (API-26). */
export const createLoadBundle =
  ({ database, jsonApi, definitions }: LoadParts) =>
  async (type: BundleTypeName, id: string) => {
    const { relationships } = definitionOf(await definitions(), type);
    const include =
      type === 'salestool--document_bundle'
        ? documentInclude
        : relationships.filter((name) => name !== 'uid');
    const answer = await jsonApi.one(type, id, { include });
    if (answer === 'unchanged') throw new Error('A read without an ETag cannot be unchanged');
    const records = [...answer.included, answer.record];
    const bundles = database.dexie.table<{ id: string; medias?: readonly unknown[] }, string>(type);
    const tables = [...tablesOf(database, records), ...tablesOfLostMedias(database), database.staged];
    await database.write([...new Set(tables)], async () => {
      const before = await bundles.get(id);
      await putFromHost(database, records);
      if (before) await dropStaged(database, await dropLostMedias(database, [before], [answer.record]));
      if (before?.medias?.length !== (answer.record.medias as unknown[] | undefined)?.length)
        await forgetFileCounts(database);
    });
  };
