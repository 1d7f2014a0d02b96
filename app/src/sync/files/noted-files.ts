import type { Database } from '#storage/database.ts';
import type { CachedFile } from '#storage/device-rows.ts';

/** So many are read within a frame of a slow tablet. */
const rowsAtOnce = 1000;

/**
 * What is noted of content files, some at a time: there may be tens of thousands. Not through a filter of the database's, for which
 * a browser hands on one row after the other.
 */
export async function* notedFiles({ cachedFiles }: Pick<Database, 'cachedFiles'>) {
  for (let last = ''; ; ) {
    const rows: CachedFile[] = await cachedFiles.where('url').above(last).limit(rowsAtOnce).toArray();
    yield rows;
    last = rows.at(-1)?.url ?? last;
    if (rows.length < rowsAtOnce) return;
  }
}

/** Keys of those that screens show, whatever else is kept. */
export async function shownKeys(database: Pick<Database, 'cachedFiles'>): Promise<string[]> {
  const keys: string[] = [];
  for await (const rows of notedFiles(database))
    for (const { url, because } of rows) if (because === 'shown') keys.push(url);
  return keys;
}
