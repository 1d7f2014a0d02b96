import { bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { ResourceIdentifier } from '@satchel/core/contract/resource-types.ts';
import type { FlatRecord } from '#remote/documents.ts';
import { isRefusedWith } from '#remote/failure.ts';
import type { Database } from '#storage/database.ts';
import { keepEtag, knownEtag } from './etags.ts';
import type { LoadParts } from './load-parts.ts';
import { putFromHost, tablesOf } from './store-records.ts';

/** Everything a channel shows, in one answer (SYNC-09). */
const fullInclude = [
  'image.file',
  'medias.file',
  'signature.image',
  'signature.picture',
  'bundles.image',
  'bundles.medias.file',
  'bundles.medias.thumbnail',
  'bundles.medias.thumbnail_image',
  'bundles.medias.preview_image',
  'bundles.medias.keywords',
  'bundles.medias.products',
];

/** API-32 with API-33, for a host that refuses the whole: what bundles hold then comes when one is opened. */
const plainInclude = [
  'image',
  'image.file',
  'bundles',
  'bundles.medias',
  'bundles.image',
  'medias',
  'medias.file',
];

interface LoadedChannel {
  channel: FlatRecord;
  included: FlatRecord[];
  etag: string | null;
}

/** Bundles that left the channel and that no other channel on this device has. */
async function goneBundles(database: Database, channel: FlatRecord): Promise<ResourceIdentifier[]> {
  const before = (await database.records('salestool--channel').get(channel.id))?.bundles ?? [];
  const listOf = (bundles: unknown) => (Array.isArray(bundles) ? (bundles as ResourceIdentifier[]) : []);
  const others = (await database.records('salestool--channel').toArray()).filter(
    ({ id }) => id !== channel.id,
  );
  const wanted = new Set([channel, ...others].flatMap(({ bundles }) => listOf(bundles).map(({ id }) => id)));
  return before.filter(({ id }) => !wanted.has(id));
}

/** A bundle that came with its medias' names only is fetched whole when it is opened. */
const asStub = (record: FlatRecord): FlatRecord =>
  bundleTypes.some((type) => type === record.type) || record.type.startsWith('media--')
    ? { ...record, _meta: { stub: true } }
    : record;

/** The channel with all that belongs to it, replaced in one transaction: nobody ever sees half of it. */
export function createLoadChannel({ database, jsonApi, user, now }: LoadParts) {
  async function fetchChannel(id: string): Promise<LoadedChannel | 'unchanged'> {
    const etag = await knownEtag(database, `channel/${id}`, user()?.uuid ?? '');
    try {
      const answer = await jsonApi.one('salestool--channel', id, { include: fullInclude }, { etag });
      return answer === 'unchanged' ? answer : { ...answer, channel: answer.record };
    } catch (error) {
      if (!isRefusedWith(error, 400)) throw error;
      const answer = await jsonApi.one('salestool--channel', id, { include: plainInclude });
      if (answer === 'unchanged') return answer;
      return { channel: answer.record, included: answer.included.map(asStub), etag: null };
    }
  }

  async function storeChannel({ channel, included, etag }: LoadedChannel, isSparing: boolean) {
    const records = [...included, channel];
    const bundles = bundleTypes.map((type) => database.records(type));
    const tables = [
      ...new Set([
        ...tablesOf(database, records),
        ...bundles,
        database.records('salestool--channel'),
        database.marks,
      ]),
    ];
    await database.write(tables, async () => {
      const gone = isSparing ? [] : await goneBundles(database, channel);
      for (const { type, id } of gone) await database.dexie.table(type).delete(id);
      await putFromHost(database, records);
      await keepEtag(database, `channel/${channel.id}`, user()?.uuid ?? '', etag);
    });
  }

  /**
   * @param options.isSparing bundles that left the channel stay on the device
   * @throws RemoteFailure, StorageFailure
   */
  return async (id: string, { isSparing = false }: { isSparing?: boolean } = {}) => {
    const loaded = await fetchChannel(id);
    if (loaded === 'unchanged') await database.records('salestool--channel').update(id, { pulled: now() });
    else await storeChannel(loaded, isSparing);
  };
}
