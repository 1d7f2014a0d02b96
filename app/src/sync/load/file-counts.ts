import type { ResourceIdentifier } from '@satchel/core/contract/resource-types.ts';
import type { Database } from '#storage/database.ts';

const start = 'files-of:';
const key = (channelId: string) => `${start}${channelId}`;

const documentIds = (bundles: unknown) =>
  (Array.isArray(bundles) ? (bundles as ResourceIdentifier[]) : [])
    .filter(({ type }) => type === 'salestool--document_bundle')
    .map(({ id }) => id);

async function count(database: Pick<Database, 'records'>, bundles: unknown): Promise<number> {
  const found = await database.records('salestool--document_bundle').bulkGet(documentIds(bundles));
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
  return typeof mark?.value === 'number' ? mark.value : count(database, bundles);
}

/** More, and going through them would hold up the page. */
const fewFiles = 300;

/** Whether the channels on this device have many files, as they were counted last; so many may be there when nobody counted. */
export async function hasManyFiles({ marks }: Pick<Database, 'marks'>): Promise<boolean> {
  const counts = await marks.where('id').startsWith(start).toArray();
  const files = counts.reduce((sum, { value }) => sum + (typeof value === 'number' ? value : 0), 0);
  return counts.length === 0 || files > fewFiles;
}

/** Bundles have changed: counted anew when somebody asks. Inside the caller's transaction. */
export const forgetFileCounts = ({ marks }: Pick<Database, 'marks'>) =>
  marks.where('id').startsWith(start).delete();

/** After all bundles of a channel were written, inside the same transaction. Other channels may have some of them too. */
export async function keepFileCount(database: Database, { id, bundles }: ChannelBundles) {
  await forgetFileCounts(database);
  await database.marks.put({ id: key(id), value: await count(database, bundles) });
}
