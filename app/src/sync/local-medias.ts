import type { Database } from '#storage/database.ts';
import { filesOfMedias, localKeywords, localMediaRecords } from './local-records.ts';
import { type MediaView, mediaView } from './media-view.ts';

/** Media items of the local database by id in the order asked for, with their files and keywords. */
export async function localMedias(
  database: Pick<Database, 'records'>,
  ids: readonly string[],
  origin: string,
): Promise<Map<string, MediaView>> {
  const found = await localMediaRecords(database, ids);
  const medias = [...found.values()];
  const [files, keywords] = await Promise.all([
    filesOfMedias(database, medias),
    localKeywords(
      database,
      medias.flatMap((media) => media.keywords?.map(({ id }) => id) ?? []),
    ),
  ]);
  const surroundings = {
    origin,
    file: (id: string) => files.get(id),
    keyword: (id: string) => keywords.get(id)?.name ?? undefined,
  };
  return new Map(
    [...new Set(ids)].flatMap((id) => {
      const media = found.get(id);
      return media ? [[id, mediaView(media, surroundings)] as const] : [];
    }),
  );
}
