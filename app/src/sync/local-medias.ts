import { inSteps } from '@satchel/core/pack/in-steps.ts';
import type { Database } from '#storage/database.ts';
import { pause } from '#storage/pause.ts';
import type { FileRecord, MediaRecord } from '#storage/records.ts';
import { filesOfMedias, localFiles, localKeywords, localMediaRecords } from './local-records.ts';
import {
  type MediaSurroundings,
  type MediaView,
  type MediaWords,
  mediaView,
  mediaWords,
} from './media-view.ts';

type Records = Pick<Database, 'records' | 'staged' | 'marks'>;

/** Media items of the local database by id in the order asked for, with their files and keywords. */
export const localMedias = (
  database: Records,
  ids: readonly string[],
  origin: string,
): Promise<Map<string, MediaView>> =>
  viewed(database, ids, origin, { filesOf: (medias) => filesOfMedias(database, medias), view: mediaView });

/** The same without what only a picture is shown by. */
export const localMediaWords = (
  database: Records,
  ids: readonly string[],
  origin: string,
): Promise<Map<string, MediaWords>> =>
  viewed(database, ids, origin, {
    filesOf: (medias) =>
      localFiles(
        database,
        medias.flatMap(({ file }) => file?.id ?? []),
      ),
    view: mediaWords,
  });

interface Viewing<View> {
  filesOf(medias: readonly MediaRecord[]): Promise<Map<string, FileRecord>>;
  view(media: MediaRecord, surroundings: MediaSurroundings): View;
}

async function viewed<View>(
  database: Records,
  ids: readonly string[],
  origin: string,
  { filesOf, view }: Viewing<View>,
): Promise<Map<string, View>> {
  const found = await localMediaRecords(database, ids);
  const medias = [...found.values()];
  const [files, keywords] = await Promise.all([
    filesOf(medias),
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
    const views = new Map<string, View>();
    for (const id of ids) {
      const media = views.has(id) ? undefined : found.get(id);
      if (media) views.set(id, view(media, surroundings));
      yield;
    }
    return views;
  }
  return inSteps(viewing(), pause);
}
