import type { AskWorker } from '#service-worker/page-side.ts';
import type { Database } from '#storage/database.ts';
import type { CacheContents } from './cache-contents.ts';
import type { KeptSubjects } from './kept-subjects.ts';

interface DropSpareParts {
  database: Database;
  contents: CacheContents;
  subjects: KeptSubjects;
  ask: AskWorker;
  logFailure: (error: unknown) => void;
}

/** Drops those files that nothing needs any more. What the worker does not drop stays counted. */
export function createDropSpare({ database, contents, subjects, ask, logFailure }: DropSpareParts) {
  return async (keys: readonly string[]) => {
    await contents.reread();
    const needed = await subjects.needed();
    const spare = keys.filter((key) => contents.has(key) && !needed.has(key));
    if (spare.length === 0) return;
    try {
      await ask({ type: 'st-decache', urls: spare });
    } catch (error) {
      logFailure(error);
    }
    await contents.went(spare);
    await database.cachedFiles.bulkDelete(spare.filter((key) => !contents.has(key)));
  };
}
