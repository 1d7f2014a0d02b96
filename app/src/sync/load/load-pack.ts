import { type LoadParts, noContent } from './load-parts.ts';
import { pushTimesOf, putFromHost, tablesOf } from './store-records.ts';

/** API-44: bundles and media with the pictures that stand for them. */
const include = [
  'bundles',
  'bundles.image',
  'medias',
  'medias.file',
  'medias.thumbnail',
  'medias.thumbnail_image',
  'medias.preview_image',
  'channel',
];

// These came with their own relationships only; what lies below them is loaded with the channel or the bundle.
const isPartial = (type: string) => type === 'salestool--channel' || type.endsWith('_bundle');

/** One pack with what it shows. What this device has made of it since it was asked for stays. */
export const createLoadPack =
  ({ database, jsonApi }: LoadParts) =>
  async (id: string) => {
    if (!id) throw new Error(noContent);
    const packs = database.records('salestool--pack');
    const before = await packs.get(id);
    const pushTimes = pushTimesOf(before ? [before] : []);
    const answer = await jsonApi.one('salestool--pack', id, { include });
    if (answer === 'unchanged') throw new Error('A read without an ETag cannot be unchanged');
    const { record, included } = answer;
    const whole = [record, ...included.filter(({ type }) => !isPartial(type))];
    const partial = included.filter(({ type }) => isPartial(type));
    await database.write(tablesOf(database, [...whole, ...partial]), async () => {
      // Somebody has taken it away meanwhile.
      if (before && !(await packs.get(id))) return;
      await putFromHost(database, whole, { pushTimes });
      for (const one of partial) {
        const table = database.dexie.table(one.type);
        if (!(await table.get(one.id))) await table.put({ ...one, _meta: { stub: true } });
      }
    });
  };
