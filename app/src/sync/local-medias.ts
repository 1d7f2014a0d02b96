import { type MediaTypeName, mediaTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { Database } from '#storage/database.ts';
import type { FileRecord, MediaRecord } from '#storage/records.ts';
import { type MediaView, mediaView } from './media-view.ts';

const fileFields = ['file', 'thumbnail', 'thumbnail_image', 'preview_image'] as const;

async function byId<Row>(rows: Promise<(Row | undefined)[]>, idOf: (row: Row) => string) {
  return new Map((await rows).flatMap((row) => (row === undefined ? [] : [[idOf(row), row] as const])));
}

const once = (ids: readonly string[]) => [...new Set(ids)];

/**
 * Media items of the local database by id, with their files and keywords; unknown ones and stubs are absent. Every
 * kind of media is looked through, because a pack's data may name a kind that this app does not know.
 */
export async function localMedias(
  database: Pick<Database, 'records'>,
  ids: readonly string[],
  origin: string,
): Promise<Map<string, MediaView>> {
  const wanted = once(ids);
  const tables = mediaTypes.map((type: MediaTypeName) => database.records(type).bulkGet(wanted));
  const found = (await Promise.all(tables))
    .flat()
    .filter((media): media is MediaRecord => media !== undefined && !media._meta?.stub);
  const [files, keywords] = await Promise.all([
    localFiles(
      database,
      found.flatMap((media) => fileFields.flatMap((field) => media[field]?.id ?? [])),
    ),
    byId(
      database
        .records('taxonomy_term--keywords')
        .bulkGet(once(found.flatMap((media) => media.keywords?.map(({ id }) => id) ?? []))),
      ({ id }) => id,
    ),
  ]);
  const byMediaId = new Map(found.map((media) => [media.id, media]));
  return new Map(
    wanted.flatMap((id) => {
      const media = byMediaId.get(id);
      if (!media) return [];
      const surroundings = {
        origin,
        file: (fileId: string) => files.get(fileId),
        keyword: (keywordId: string) => keywords.get(keywordId)?.name ?? undefined,
      };
      return [[id, mediaView(media, surroundings)] as const];
    }),
  );
}

export const localFiles = (
  database: Pick<Database, 'records'>,
  ids: readonly string[],
): Promise<Map<string, FileRecord>> =>
  byId(database.records('file--file').bulkGet(once(ids)), ({ id }) => id);
