import type { Database } from '#storage/database.ts';
import type { KeptSubject } from '#storage/device-rows.ts';
import type { CacheContents } from './cache-contents.ts';
import { contentFile, type FileList, listFiles, listVideos, type Subject } from './list-files.ts';
import { readManifest } from './manifest.ts';
import { shownKeys } from './noted-files.ts';
import { chosenFiles } from './offline-state.ts';

interface KeptSubjectsParts {
  database: Database;
  contents: CacheContents;
  /** Origin of the content host. */
  origin: () => string;
}

interface Noted {
  key: string;
  bytes: number | null;
}

interface Needed {
  keys: ReadonlySet<string>;
  areAllKnown: boolean;
  /** Whether a file may be among those that nobody can tell yet. */
  mayBeMore: (key: string) => boolean;
}

/** So many are read and written within a frame of a slow tablet. */
const notedAtOnce = 250;

export const subjectKey = ({ kind, id }: Subject) => `${kind}:${id}`;
export const subjectOf = ({ kind, subjectId }: KeptSubject): Subject => ({ kind, id: subjectId });

/** What was chosen to be there offline, and which files that means. */
export function createKeptSubjects({ database, contents, origin }: KeptSubjectsParts) {
  /** Puts in what an embed app's manifest lists, once the manifest itself is here. */
  async function withManifest(list: FileList): Promise<FileList> {
    if (!list.app) return list;
    const manifest = contentFile(list.app.manifest, origin());
    const files = [...list.files, manifest];
    const text = contents.has(manifest.key) ? await contents.text(manifest.key) : null;
    if (text === null) return { ...list, known: false, files };
    try {
      const listed = readManifest(text, list.app).map((url) => contentFile(url, origin()));
      const all = new Map([...files, ...listed].map((file) => [file.key, file]));
      return { ...list, files: [...all.values()] };
    } catch {
      // Nobody can say which files the app needs, so it is never called complete.
      return { ...list, known: false, files };
    }
  }

  /** Keys of everything that is kept for a subject, pictures beside its files included. */
  const keysOf = (list: FileList, row: KeptSubject | undefined) => [
    ...chosenFiles(list, row).map(({ key }) => key),
    ...list.pictures.map((url) => contentFile(url, origin()).key),
  ];

  const recordsOf = (subject: Subject) => listFiles(database, subject, origin());

  /** Files that may not go: what screens show, and what was chosen, as far as that is known. */
  async function needed(): Promise<Needed> {
    const keys = new Set(await shownKeys(database));
    const unknown: string[] = [];
    for (const row of await database.kept.toArray()) {
      const list = await withManifest(await recordsOf(subjectOf(row)));
      for (const key of keysOf(list, row)) keys.add(key);
      // All that an app's manifest may list lies there; of others, files may lie anywhere.
      if (!list.known && !list.isGone) unknown.push(list.app?.folder ?? '');
    }
    return {
      keys,
      areAllKnown: unknown.length === 0,
      mayBeMore: (key) => unknown.some((folder) => key.startsWith(folder)),
    };
  }

  async function noteSome(files: readonly Noted[], because: 'shown' | 'kept', at: number) {
    const before = await database.cachedFiles.bulkGet(files.map(({ key }) => key));
    const rows = await Promise.all(
      files.map(async ({ key, bytes }, index) => ({
        url: key,
        bytes: bytes ?? before[index]?.bytes ?? (await contents.measure(key)) ?? 0,
        // What is shown is noted anew every day, which must not make a bundle that it is part of one that was kept today.
        at: because === 'shown' ? (before[index]?.at ?? at) : at,
        because: before[index]?.because === 'shown' ? ('shown' as const) : because,
      })),
    );
    await database.cachedFiles.bulkPut(rows);
  }

  return {
    /** From the local database alone, so that a live query can follow it. */
    recordsOf,
    videosOf: (bundleId: string) => listVideos(database, bundleId, origin()),
    withManifest,
    filesOf: async (subject: Subject) => withManifest(await recordsOf(subject)),
    needed,
    keysOf,
    /** Sizes of kept files whose records do not say. */
    async measured(list: FileList): Promise<Map<string, number>> {
      const keys = [...list.files, ...list.videos].flatMap(({ key, bytes }) => (bytes === null ? [key] : []));
      const rows = keys.length > 0 ? await database.cachedFiles.bulkGet(keys) : [];
      return new Map(rows.flatMap((row) => (row ? [[row.url, row.bytes] as const] : [])));
    },
    /** Notes why files are kept, with their size where nobody else knows it. What is shown anyway stays noted so. */
    async note(files: readonly Noted[], because: 'shown' | 'kept', at: number) {
      for (let from = 0; from < files.length; from += notedAtOnce)
        await noteSome(files.slice(from, from + notedAtOnce), because, at);
    },
  };
}

export type KeptSubjects = ReturnType<typeof createKeptSubjects>;
