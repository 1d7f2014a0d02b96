import type { Database } from '#storage/database.ts';
import { fetchAppFile, MissingFile } from './fetch-app-file.ts';

type Marks = Pick<Database, 'marks'>;

const prefix = 'no-manifest:';

/** Whether its host has said that an app has none: it consists of its scripts and styles alone. */
export const hasNoManifest = async ({ marks }: Marks, { manifest }: { manifest: string }) =>
  (await marks.get(prefix + manifest)) !== undefined;

/** Asks the host itself, since the worker tells only that it was refused, and notes what it says. */
export async function lookForManifest({ marks }: Marks, manifest: string, fetch: typeof globalThis.fetch) {
  const id = prefix + manifest;
  try {
    await fetchAppFile(manifest, fetch);
  } catch (error) {
    if (error instanceof MissingFile && error.isGone) await marks.put({ id, value: true });
    return;
  }
  await marks.delete(id);
}

/** One that has come since is told of from now on. */
export async function lookForManifestsAgain({ marks }: Marks, fetch: typeof globalThis.fetch) {
  for (const id of await marks.where('id').startsWith(prefix).primaryKeys())
    await lookForManifest({ marks }, id.slice(prefix.length), fetch);
}
