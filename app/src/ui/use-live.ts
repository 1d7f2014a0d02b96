import { useLiveQuery } from 'dexie-react-hooks';

/**
 * What a query of the local database answers, again after every change of what it read. `undefined` until the first
 * answer, or what is known of it before. A query that fails throws while rendering, into the nearest error page.
 */
export const useLive = <T>(query: () => Promise<T>, deps: readonly unknown[], before?: T): T | undefined =>
  // Dexie follows a query across its awaits only when the function itself is an async one.
  useLiveQuery(async () => query(), [...deps], before);
