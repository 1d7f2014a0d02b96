import { isKnownToHost } from '#remote/documents.ts';
import { failureOf, isRefusedWith, RemoteFailure } from '#remote/failure.ts';
import type { MessageRecord } from '#storage/records.ts';
import { keepEtag, knownEtag } from './etags.ts';
import type { LoadParts } from './load-parts.ts';
import { isWorkSince, namesWhatWent, pushTimesOf, putFromHost } from './store-records.ts';

const name = 'messages';
const weekMs = 7 * 24 * 60 * 60_000;
/** As long as the pack log keeps them (CONST-18). */
const weeks = 24;

/** The rest is looked for the next time, in the same window past those that were found. */
const mostLooks = 20;

/** Whether a list from then on, in seconds, has to name it if the host has it. */
const isListed = (message: MessageRecord, since: number) =>
  isKnownToHost(message) && !message._meta?.push && (message.created ?? 0) > since * 1000;

/** What cards and dialogs show of a message; neither its text nor the pack as it was sent comes down again. */
const fields = [
  ...['subject', 'email', 'first_name', 'last_name', 'company', 'sent', 'date_sent', 'created', 'changed'],
  ...['delivery', 'delivery_detail', 'opened', 'last_opened', 'link', 'link_expires', 'link_max_views'],
  ...['link_download', 'link_revoked', 'drupal_internal__id', 'pack', 'channel', 'signature', 'user'],
];

interface MessageLoad {
  /** What the host does not name any more stays. */
  isSparing?: boolean;
  /** It was put back to an earlier state, and what waited for that to be noticed waits to be pushed. */
  isRestored?: boolean;
}

/**
 * How the user's messages fared: whether their mail arrived, and whether they were opened. Also those that were sent from
 * another device, while those that were cancelled there go. What this device has made of them since they were asked for stays.
 */
export function createLoadMessages({ database, jsonApi, user, now, definitions }: LoadParts) {
  const messages = database.records('salestool--message');
  /** Those that no list names although the host has them. */
  const found = new Set<string>();

  /** @returns false when the next load has to look for more that may be gone */
  return async function load({ isSparing = false, isRestored = false }: MessageLoad = {}): Promise<boolean> {
    const userId = user()?.uuid;
    if (userId === undefined || !(await hasDelivery())) return true;
    const before = await messages.toArray();
    const pushTimes = pushTimesOf(before);
    const since = startOf(before, now());
    const etag = await knownEtag(database, `${name}/${since}`, userId);
    const answer = await jsonApi.list(
      'salestool--message',
      {
        fields: { 'salestool--message': fields },
        where: [
          { path: 'user.id', is: userId },
          { path: 'created', isAfter: since },
        ],
      },
      { etag },
    );
    if (answer === 'unchanged') return true;
    const { records } = answer;
    const named = new Set(records.map(({ id }) => id));
    const missing = before.filter(
      (message) => message.ownerId === userId && isListed(message, since) && !named.has(message.id),
    );
    const isWhole = records.length > 0 && answer.etag !== null;
    const unknown = missing.filter(({ id }) => !found.has(id));
    const hasRest = !isSparing && !isWhole && unknown.length > mostLooks;
    const gone = isSparing || isWhole ? missing : await notThere(unknown.slice(0, mostLooks));
    // Somebody else has signed in meanwhile: what this answer leaves out says nothing about their messages.
    if (user()?.uuid !== userId) throw new RemoteFailure({ kind: 'signed-out' });
    const isStored = await database.write([messages, database.queue, database.marks], async () => {
      if ((await knownEtag(database, `${name}/${since}`, userId)) !== etag) return false;
      if (await namesWhatWent(messages, records, pushTimes)) return false;
      await putFromHost(database, records, { pushTimes, isRestored });
      if (!isSparing) await drop(gone);
      // As long as what is missing stays, it is looked for.
      const isSpared = isSparing && missing.length > 0;
      await keepEtag(database, `${name}/${since}`, userId, isSpared || hasRest ? null : answer.etag);
      return true;
    });
    // Another window stored an answer while this one slept, or somebody cancelled a message: an older answer in its place
    // would take away what is new, or bring back what is gone.
    return isStored ? !hasRest : load({ isSparing, isRestored });
  };

  /** Without those that wait, or went to the host since. */
  async function drop(gone: readonly MessageRecord[]) {
    const pushTimes = pushTimesOf(gone);
    const ids = gone.map(({ id }) => id);
    const [current, rows] = await Promise.all([messages.bulkGet(ids), database.queue.bulkGet(ids)]);
    const isLeft = (message: MessageRecord | undefined, at: number) =>
      message !== undefined && !rows[at] && isKnownToHost(message) && !isWorkSince(message, pushTimes);
    await messages.bulkDelete(ids.filter((_, at) => isLeft(current[at], at)));
  }

  /**
   * Those that the host has no more, each asked for by itself: of several pages one may leave out what slid to the one before
   * while they were read, and an answer without any may be what somebody else is told.
   */
  async function notThere(missing: readonly MessageRecord[]) {
    const gone: MessageRecord[] = [];
    for (const message of missing) {
      if (await isThere(message)) found.add(message.id);
      else gone.push(message);
    }
    return gone;
  }

  async function isThere({ type, id }: MessageRecord) {
    try {
      await jsonApi.one(type, id, { fields: { [type]: ['changed'] } });
      return true;
    } catch (error) {
      if (failureOf(error)?.kind !== 'refused') throw error;
      return !isRefusedWith(error, 404);
    }
  }

  /** Hosts of another kind tell nothing of a message that is not here already. */
  async function hasDelivery() {
    const known = (await definitions())?.['salestool--message'];
    return known?.attributes.includes('delivery') ?? false;
  }
}

/**
 * Beginning of the first week asked for, in seconds. Counted from the newest message where the device's clock is ahead,
 * so that a wrong one hides nothing.
 */
function startOf(messages: readonly MessageRecord[], now: number): number {
  const newest = Math.max(0, ...messages.map(({ created }) => created ?? 0)) || now;
  return (Math.floor(Math.min(now, newest) / weekMs - weeks) * weekMs) / 1000;
}
