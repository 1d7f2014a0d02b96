import type { Database } from '#storage/database.ts';
import { fetchAppFile, MissingFile } from './fetch-app-file.ts';
import { type AppFolder, appFolder } from './manifest.ts';

type Marks = Pick<Database, 'marks'>;
type WithManifest = Pick<AppFolder, 'manifest'>;

const prefix = 'no-manifest:';

/** Whether its host has said that an app has none: it consists of its scripts and styles alone. */
export const hasNoManifest = async ({ marks }: Marks, { manifest }: WithManifest) =>
  (await marks.get(prefix + manifest)) !== undefined;

export const forgetNoManifest = ({ marks }: Marks, { manifest }: WithManifest) =>
  marks.delete(prefix + manifest);

interface Look {
  fetch: typeof globalThis.fetch;
  /** Nobody wants to know any more. */
  signal: AbortSignal;
}

/**
 * Asks the host itself, since the worker tells only that it was refused, and notes what it says.
 * @returns whether it said anything
 */
export async function lookForManifest({ marks }: Marks, app: WithManifest, { fetch, signal }: Look) {
  try {
    await fetchAppFile(app.manifest, fetch, signal);
  } catch (error) {
    if (!(error instanceof MissingFile)) return false;
    if (error.isGone) await marks.put({ id: prefix + app.manifest, value: true });
    return true;
  }
  await forgetNoManifest({ marks }, app);
  return true;
}

/** One that has come since is told of from now on; what was said of apps that have left this device is forgotten. */
export async function lookForManifestsAgain(database: Database, origin: string, look: Look) {
  const bundles = await database.records('salestool--miniapp_bundle').toArray();
  const here = new Set(bundles.map((bundle) => appFolder(bundle, origin)?.manifest));
  const ids = await database.marks.where('id').startsWith(prefix).primaryKeys();
  const manifests = ids.map((id) => id.slice(prefix.length));
  for (const manifest of manifests) if (!here.has(manifest)) await forgetNoManifest(database, { manifest });
  // Each would be waited for as long, of a host that is away.
  for (const manifest of manifests)
    if (here.has(manifest) && !(await lookForManifest(database, { manifest }, look))) return;
}

/** What its host said of an app's manifest may be over by the time that somebody keeps it again, or keeps it no more. */
export async function forgetManifestOf(database: Database, id: string, origin: string) {
  const bundle = await database.records('salestool--miniapp_bundle').get(id);
  const app = bundle && appFolder(bundle, origin);
  if (app) await forgetNoManifest(database, app);
}
