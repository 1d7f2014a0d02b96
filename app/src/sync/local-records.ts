import { mediaTypes, type ResourceTypeName } from '@satchel/core/contract/resource-type-names.ts';
import type { Database } from '#storage/database.ts';
import { readMany } from '#storage/read-many.ts';
import type { FileRecord, LocalRecord, MediaRecord } from '#storage/records.ts';
import { stagedRecords } from '#storage/staged-records.ts';

type Records = Pick<Database, 'records' | 'staged' | 'marks'>;

const fileFields = ['file', 'thumbnail', 'thumbnail_image', 'preview_image'] as const;

/**
 * What a look into the stores finds, and what is staged of the rest. What is in neither may have got a row of its own just
 * between the two, so it is looked for once more.
 */
async function withStaged<Name extends ResourceTypeName>(
  database: Records,
  types: readonly Name[],
  ids: readonly string[],
  look: (ids: readonly string[]) => Promise<Map<string, LocalRecord<Name>>>,
): Promise<Map<string, LocalRecord<Name>>> {
  const found = await look(ids);
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const staged = await stagedRecords(database, { types, ids: missing });
  const moved = await look(missing.filter((id) => !staged.has(id)));
  for (const [id, row] of [...staged, ...moved]) found.set(id, row);
  return found;
}

const recordsOf = <Name extends ResourceTypeName>(database: Records, type: Name, ids: readonly string[]) =>
  withStaged(database, [type], ids, (wanted) => readMany<LocalRecord<Name>>(database.records(type), wanted));

/** Files of the local database by id. */
export const localFiles = (database: Records, ids: readonly string[]): Promise<Map<string, FileRecord>> =>
  recordsOf(database, 'file--file', ids);

/** Keywords of the local database by id. */
export const localKeywords = (database: Records, ids: readonly string[]) =>
  recordsOf(database, 'taxonomy_term--keywords', ids);

/** Images of the local database by id, also those of which only what a list of channels tells is known. */
export const localImages = (database: Records, ids: readonly string[]) =>
  recordsOf(database, 'media--image', ids);

/**
 * Media records of the local database by id; unknown ones and stubs are absent. Every kind of media is looked
 * through until it is found, because a pack's data may name a kind that this app does not know.
 */
export const localMediaRecords = (
  database: Records,
  ids: readonly string[],
): Promise<Map<string, MediaRecord>> =>
  withStaged(database, mediaTypes, [...new Set(ids)], async (all) => {
    const found = new Map<string, MediaRecord>();
    let wanted = all;
    for (const type of mediaTypes) {
      if (wanted.length === 0) break;
      const ofType = await readMany(database.records(type), wanted);
      for (const [id, media] of ofType) if (!media._meta?.stub) found.set(id, media);
      wanted = wanted.filter((id) => !found.has(id));
    }
    return found;
  });

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
