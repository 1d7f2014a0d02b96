import { newId } from '@satchel/core/pack/new-id.ts';
import type { Database } from '#storage/database.ts';

/** ETags of answers whose content lies in the database, kept in the same transaction as that content. */
const readBy = 'etags-of';
const key = (query: string, userId: string) => `etag:${query}:${userId}`;

export async function knownEtag(
  { marks }: Pick<Database, 'marks'>,
  query: string,
  userId: string,
): Promise<string | null> {
  const mark = await marks.get(key(query, userId));
  return typeof mark?.value === 'string' ? mark.value : null;
}

export async function keepEtag(database: Database, query: string, userId: string, etag: string | null) {
  if (etag === null) await database.marks.delete(key(query, userId));
  else await database.marks.put({ id: key(query, userId), value: etag });
}

/** Has everything read whole the next time that this user asks. */
export const forgetEtagsOf = ({ marks }: Database, userId: string) =>
  marks
    .where('id')
    .startsWith('etag:')
    .filter(({ id }) => id.endsWith(`:${userId}`))
    .delete();

/**
 * Another build may have read less of the same answers: what it knows of them is forgotten once, so that all is read whole.
 * @param build what names this one
 */
export const forgetEtagsOfOthers = (database: Database, build: string) =>
  database.write([database.marks], async () => {
    const mark = await database.marks.get(readBy);
    if (mark?.value === build) return;
    await forgetEtags(database, '');
    await database.marks.put({ id: readBy, value: build });
  });

const forgotten = 'entries-forgotten';

/** Changes whenever entry points are to be asked anew: an answer from before does not stand for what came since. */
export const whenForgotten = async ({ marks }: Pick<Database, 'marks'>): Promise<unknown> =>
  (await marks.get(forgotten))?.value;

/** Has the lists whose name starts so read whole the next time. */
export async function forgetEtags({ marks }: Database, start: string) {
  await marks.where('id').startsWith(`etag:${start}`).delete();
  if ('entry/'.startsWith(start)) await marks.put({ id: forgotten, value: newId() });
}
