import { mediaTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { Database } from '#storage/database.ts';
import { isAnythingStaged } from '#storage/staged-records.ts';
import { fileUrl } from '../pictures.ts';
import { contentFile } from './list-files.ts';

const references = ['file', 'thumbnail', 'thumbnail_image', 'preview_image'] as const;

/** Ids of the files that medias on this device name, those among them that are known by their names only. */
async function namedFiles(database: Database): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const type of mediaTypes) {
    await database.records(type).each((media) => {
      for (const reference of references) {
        const file = media[reference];
        if (file) named.add(file.id);
      }
    });
  }
  return named;
}

/**
 * Keys of files whose media has left this device while their own records stay: these were withdrawn, whatever else is
 * not known yet.
 */
export async function withdrawnFiles(database: Database, origin: string): Promise<ReadonlySet<string>> {
  // Medias that have no rows of their own yet may name them.
  if (await isAnythingStaged(database)) return new Set();
  const named = await namedFiles(database);
  const inUse = new Set<string>();
  const left = new Set<string>();
  await database.records('file--file').each((file) => {
    const url = fileUrl(file, origin);
    if (url !== null) (named.has(file.id) ? inUse : left).add(contentFile(url, origin).key);
  });
  return new Set([...left].filter((key) => !inUse.has(key)));
}
