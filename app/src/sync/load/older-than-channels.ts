import type { Database } from '#storage/database.ts';
import { forgetEtags, knownEtag } from './etags.ts';

/** How often something is asked for again because a channel came in meanwhile, before its answer counts all the same. */
export const mostAgain = 2;

/** The ETags of what came with channels, which change with each that comes in. */
export async function channelEtags(database: Database, userId: string): Promise<string> {
  const ids = await database.records('salestool--channel').toCollection().primaryKeys();
  const names = ids.flatMap((id) => [`channel/${id}`, `entry/${id}`]);
  const etags = await Promise.all(
    names.map(async (name) => [name, await knownEtag(database, name, userId)] as const),
  );
  // A channel of which only the name came says nothing of its bundles.
  return JSON.stringify(etags.filter(([, etag]) => etag !== null));
}

interface Asked {
  userId: string;
  /** From just before. */
  etags: string;
  /** How often it may be asked for again. */
  left: number;
}

/**
 * Whether an answer is to be asked for again: what came with a channel meanwhile may be newer, and the channel's ETag would
 * say for good that nothing has changed. Inside the transaction that stores it, over channels and marks.
 */
export async function isToBeAskedAgain(database: Database, { userId, etags, left }: Asked): Promise<boolean> {
  if ((await channelEtags(database, userId)) === etags) return false;
  if (left > 0) return true;
  // It may be older than what came meanwhile, which is read whole the next time.
  for (const start of ['channel/', 'entry/']) await forgetEtags(database, start);
  return false;
}
