import type { Database } from '#storage/database.ts';
import { knownGeneration } from '#sync/known-generation.ts';
import { knownEtag } from './etags.ts';

type Marks = Pick<Database, 'marks'>;

interface WholeSync {
  /** When it began, ms. */
  at: number;
  /** The host's generation that was met then; null where nobody could tell. */
  generation: string | null;
}

/** Of a channel to its end, by one person: what is their own came with it, on a shared device too (SYNC-28). */
const key = (channelId: string, userId: string) => `synced:${channelId}:${userId}`;

/**
 * @returns null when there was none; `at` is null when the host may have been restored since, or when an earlier version of
 *   the app made it, which left no mark but what the host calls that state
 */
export async function lastWholeSync(
  database: Marks,
  channelId: string,
  userId: string,
): Promise<{ at: number | null } | null> {
  const [mark, known, etag] = await Promise.all([
    database.marks.get(key(channelId, userId)),
    knownGeneration(database, userId),
    knownEtag(database, `entry/${channelId}`, userId),
  ]);
  if (!mark) return etag === null ? null : { at: null };
  const { at, generation } = mark.value as WholeSync;
  return { at: generation === (known ?? null) ? at : null };
}

export const keepWholeSync = ({ marks }: Marks, channelId: string, userId: string, sync: WholeSync) =>
  marks.put({ id: key(channelId, userId), value: sync });
