import type { Database } from '#storage/database.ts';
import { pause } from '#storage/pause.ts';

/** They may have thousands of files, and a page is in use meanwhile. */
const bundlesAtOnce = 20;

export interface PlacesOfFiles {
  /** Files that one of the bundles has, each with whether prospects may see it in at least one of them. */
  isPublic: ReadonlyMap<string, boolean>;
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
  if (isWanted.size === 0) return { isPublic, areWhole };
  for (let at = 0; at < bundleIds.length; at += bundlesAtOnce) {
    if (at > 0) await pause();
    const some = bundleIds.slice(at, at + bundlesAtOnce);
    for (const bundle of await database.records('salestool--document_bundle').bulkGet(some)) {
      // One public place is enough, as on the host.
      for (const { id } of bundle?.medias ?? [])
        if (isWanted.has(id)) isPublic.set(id, isPublic.get(id) || bundle?.availability !== 'internal');
      areWhole &&= !bundle?._meta?.stub;
    }
  }
  return { isPublic, areWhole };
}
