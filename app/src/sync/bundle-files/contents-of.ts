import type { Database } from '#storage/database.ts';
import type { BundleRecord } from '#storage/records.ts';
import { filesOfMedias, localMediaRecords } from '../local-records.ts';
import type { ContentBundle, ContentMedia } from './bundle-summary.ts';
import { mediaIdsOf } from './media-ids-of.ts';

async function mediaNames(database: Database, ids: readonly string[]): Promise<Map<string, ContentMedia>> {
  const medias = [...(await localMediaRecords(database, ids)).values()];
  const files = await filesOfMedias(
    database,
    medias.filter(({ name }) => !name),
  );
  return new Map(
    medias.map(({ id, type, name, file }) => [
      id,
      { id, type, name: name || (files.get(file?.id ?? '')?.filename ?? '') },
    ]),
  );
}

/** Bundles and their files, by name alone. */
export async function contentsOf(
  database: Database,
  bundles: readonly BundleRecord[],
): Promise<ContentBundle[]> {
  const names = await mediaNames(database, bundles.flatMap(mediaIdsOf));
  return bundles.map((bundle) => ({
    id: bundle.id,
    type: bundle.type,
    title: bundle.title ?? '',
    availability: bundle.availability ?? null,
    medias: [...new Set(mediaIdsOf(bundle))].flatMap((id) => names.get(id) ?? []),
  }));
}
