import { inSteps } from '@satchel/core/pack/in-steps.ts';
import type { Database } from '#storage/database.ts';
import { pause } from '#storage/pause.ts';
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
  function* viewing() {
    const views = new Map<string, MediaView>();
    for (const id of ids) {
      const media = views.has(id) ? undefined : found.get(id);
      if (media) views.set(id, mediaView(media, surroundings));
      yield;
    }
    return views;
  }
  return inSteps(viewing(), pause);
}
