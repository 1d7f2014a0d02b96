import { outsideQueries } from './outside-queries.ts';

/** Brings it when it is first asked for, once for all who ask; once more after it failed. */
export function onceForAll<T>(bring: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | null = null;
  return () => {
    coming ??= outsideQueries(bring).catch((error) => {
      coming = null;
      throw error;
    });
    return coming;
  };
}
