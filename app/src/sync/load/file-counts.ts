import type { ResourceIdentifier } from '@satchel/core/contract/resource-types.ts';
import type { Database } from '#storage/database.ts';
import { startOfCounts } from './many-files.ts';

const key = (channelId: string) => `${startOfCounts}${channelId}`;

const documentIds = (bundles: unknown) =>
  (Array.isArray(bundles) ? (bundles as ResourceIdentifier[]) : [])
    .filter(({ type }) => type === 'salestool--document_bundle')
    .map(({ id }) => id);

async function count(database: Pick<Database, 'records'>, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const found = await database.records('salestool--document_bundle').bulkGet(ids);
  return found.reduce((sum, bundle) => sum + (bundle?.medias?.length ?? 0), 0);
}

interface ChannelBundles {
  id: string;
  bundles?: unknown;
}

/** Files in a channel's bundles, as they were counted last; home opens as fast with many as with few. */
export async function fileCountOf(
  database: Pick<Database, 'records' | 'marks'>,
  { id, bundles }: ChannelBundles,
): Promise<number> {
  const mark = await database.marks.get(key(id));
  return typeof mark?.value === 'number' ? mark.value : count(database, documentIds(bundles));
}

/** Bundles have changed: counted anew when somebody asks. Inside the caller's transaction. */
export const forgetFileCounts = ({ marks }: Pick<Database, 'marks'>) =>
  marks.where('id').startsWith(startOfCounts).delete();

const filesIn = ({ medias }: { medias?: unknown }) => (Array.isArray(medias) ? medias.length : 0);

/**
 * Inside the transaction that writes a channel's bundles. Other channels may have some of them too.
 * @param written all bundles that differ from what was on the device; the others are read
 */
export async function keepFileCount(
  database: Database,
  { id, bundles }: ChannelBundles,
  written: readonly { id: string; medias?: unknown }[] = [],
) {
  const ids = new Set(documentIds(bundles));
  const own = new Map(written.filter((bundle) => ids.has(bundle.id)).map((bundle) => [bundle.id, bundle]));
  const others = [...ids].filter((bundle) => !own.has(bundle));
  const value = [...own.values()].reduce(
    (sum, bundle) => sum + filesIn(bundle),
    await count(database, others),
  );
  await forgetFileCounts(database);
  await database.marks.put({ id: key(id), value });
}
