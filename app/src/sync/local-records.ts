import { mediaTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { Database } from '#storage/database.ts';
import { readMany } from '#storage/read-many.ts';
import type { FileRecord, MediaRecord } from '#storage/records.ts';

type Records = Pick<Database, 'records'>;

const fileFields = ['file', 'thumbnail', 'thumbnail_image', 'preview_image'] as const;

/** Files of the local database by id. */
export const localFiles = (database: Records, ids: readonly string[]): Promise<Map<string, FileRecord>> =>
  readMany(database.records('file--file'), ids);

/** Keywords of the local database by id. */
export const localKeywords = (database: Records, ids: readonly string[]) =>
  readMany(database.records('taxonomy_term--keywords'), ids);

/**
 * Media records of the local database by id; unknown ones and stubs are absent. Every kind of media is looked
 * through until it is found, because a pack's data may name a kind that this app does not know.
 */
export async function localMediaRecords(
  database: Records,
  ids: readonly string[],
): Promise<Map<string, MediaRecord>> {
  const found = new Map<string, MediaRecord>();
  let wanted = [...new Set(ids)];
  for (const type of mediaTypes) {
    if (wanted.length === 0) break;
    const ofType = await readMany(database.records(type), wanted);
    for (const [id, media] of ofType) if (!media._meta?.stub) found.set(id, media);
    wanted = wanted.filter((id) => !found.has(id));
  }
  return found;
}

function fileIds(medias: Iterable<MediaRecord>): string[] {
  const ids: string[] = [];
  for (const media of medias)
    for (const field of fileFields) {
      const file = media[field];
      if (file) ids.push(file.id);
    }
  return ids;
}

/** The files that media records name, by id. */
export const filesOfMedias = (database: Records, medias: Iterable<MediaRecord>) =>
  localFiles(database, fileIds(medias));
