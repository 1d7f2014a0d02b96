import type { BundleTypeName } from '@satchel/core/contract/resource-types.ts';
import { definitionOf } from '#remote/model-definitions.ts';
import type { Database } from '#storage/database.ts';
import { dropStaged } from '#storage/staged-records.ts';
import { forgetEtags, knownEtag } from './etags.ts';
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

/** How often it is asked for again because a channel came in meanwhile, before it counts all the same. */
const mostAgain = 2;

/** The ETags of what came with channels, which change with each that comes in. */
async function channelEtags(database: Database, userId: string): Promise<string> {
  const ids = await database.records('salestool--channel').toCollection().primaryKeys();
  const names = ids.flatMap((id) => [`channel/${id}`, `entry/${id}`]);
  const etags = await Promise.all(
    names.map(async (name) => [name, await knownEtag(database, name, userId)] as const),
  );
  // A channel of which only the name came says nothing of its bundles.
  return JSON.stringify(etags.filter(([, etag]) => etag !== null));
}

/** One bundle with its media. `include=*` is spelled out from the model definitions, since Drupal refuses it (API-26). */
export const createLoadBundle = ({ database, jsonApi, definitions, user }: LoadParts) => {
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
    const tables = [...tablesOf(database, records), ...tablesOfLostMedias(database), database.staged];
    const isStored = await database.write([...new Set(tables)], async () => {
      if ((await channelEtags(database, userId)) !== etags) {
        if (left > 0) return false;
        // It may be older than what came meanwhile, which is read whole the next time.
        for (const start of ['channel/', 'entry/']) await forgetEtags(database, start);
      }
      const before = await bundles.get(id);
      await putFromHost(database, records);
      if (before) await dropStaged(database, await dropLostMedias(database, [before], [answer.record]));
      if (before?.medias?.length !== (answer.record.medias as unknown[] | undefined)?.length)
        await forgetFileCounts(database);
      return true;
    });
    // What came with a channel may be newer, and the channel's ETag would say for good that nothing has changed.
    if (!isStored) await load(type, id, left - 1);
  }

  return (type: BundleTypeName, id: string) => load(type, id, mostAgain);
};
