import type { Database } from '#storage/database.ts';
import { pause } from '#storage/pause.ts';

/** They may have thousands of files, and a page is in use meanwhile. */
const bundlesAtOnce = 20;

/** Of thousands of files nearly all are public, and are not told of one by one. */
export interface PlacesOfFiles {
  /** Files that stand only where prospects may not see them. */
  internal: readonly string[];
  /** Files that stand in none of the bundles. */
  nowhere: readonly string[];
  /** Whether all of the document bundles are here in full, so that a file that stands in none of them was withdrawn. */
  areWhole: boolean;
}

/**
 * Where files stand.
 * @param bundleIds of bundles of any kind; those without files count for nothing
 */
export async function placesOfFiles(
  database: Pick<Database, 'records'>,
  bundleIds: readonly string[],
  mediaIds: readonly string[],
): Promise<PlacesOfFiles> {
  const isWanted = new Set(mediaIds);
  const isPublic = new Map<string, boolean>();
  let areWhole = true;
  for (let at = 0; at < (isWanted.size === 0 ? 0 : bundleIds.length); at += bundlesAtOnce) {
    if (at > 0) await pause();
    const some = bundleIds.slice(at, at + bundlesAtOnce);
    for (const bundle of await database.records('salestool--document_bundle').bulkGet(some)) {
      // One public place is enough, as on the host.
      for (const { id } of bundle?.medias ?? [])
        if (isWanted.has(id)) isPublic.set(id, isPublic.get(id) || bundle?.availability !== 'internal');
      areWhole &&= !bundle?._meta?.stub;
    }
  }
  return {
    internal: mediaIds.filter((id) => isPublic.get(id) === false),
    nowhere: mediaIds.filter((id) => !isPublic.has(id)),
    areWhole,
  };
}
