import type { AskWorker } from '#service-worker/page-side.ts';
import type { Database } from '#storage/database.ts';
import type { CacheContents } from './cache-contents.ts';
import type { KeptSubjects } from './kept-subjects.ts';
import { letFilesGo } from './let-files-go.ts';
import type { Room } from './room.ts';

interface DropSpareParts {
  database: Database;
  contents: CacheContents;
  subjects: KeptSubjects;
  room: Room;
  ask: AskWorker;
  logFailure: (error: unknown) => void;
}

/** Drops those files that nothing needs any more, whole or begun. What the worker does not drop stays counted. */
export function createDropSpare({ database, contents, subjects, room, ask, logFailure }: DropSpareParts) {
  /** @param evenSo what may go even where nobody can tell all that is needed */
  return async (keys: readonly string[], evenSo: ReadonlySet<string> = new Set(keys)) => {
    await contents.reread();
    const begun = await contents.begun();
    const needed = await subjects.needed();
    const spare = keys.filter(
      (key) =>
        (contents.has(key) || begun.has(key)) &&
        !needed.keys.has(key) &&
        (!needed.mayBeMore(key) || evenSo.has(key)),
    );
    if (spare.length === 0) return;
    await letFilesGo(spare, { ask, onAsked: contents.went, logFailure });
    await room.noteFreed();
    await database.cachedFiles.bulkDelete(spare.filter((key) => !contents.has(key)));
  };
}
