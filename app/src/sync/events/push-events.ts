import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import type { Request } from '#remote/create-request.ts';
import { failureOf, RemoteFailure } from '#remote/failure.ts';
import type { Database } from '#storage/database.ts';
import type { EventRow } from '#storage/device-rows.ts';
import { dropOverCap } from './entries-over-cap.ts';

/** LOG-09: more of them, and the event has failed. */
const mostRetries = 12;
/** LOG-10 */
const retryAfterMs = 20 * 60_000;
// What stands before a host may show a page for what one event says; two in a row speak for the line.
const mostUnread = 2;

interface PushEventsParts {
  database: Database;
  request: Request;
  address: () => string;
  userId: () => string | null;
  isOnline: () => boolean;
  now: () => number;
}

const bodyOf = ({ id, description, date, data }: EventRow) =>
  JSON.stringify({
    data: {
      type: 'salestool--log',
      id,
      attributes: { ...data, description, date: `${new Date(date).toISOString().slice(0, 19)}Z` },
    },
  });

/** API-48: a first item with status 'error' counts as failure. */
function isRefused(body: unknown): boolean {
  const first: unknown = Array.isArray(body) ? body[0] : null;
  return typeof first === 'object' && first !== null && 'status' in first && first.status === 'error';
}

/** Sends the queued events of whoever is signed in, oldest first, one per call (API-47 to API-49). */
export function createPushEvents({ database, request, address, userId, isOnline, now }: PushEventsParts) {
  const isDue = (row: EventRow | undefined, all: boolean): row is EventRow =>
    row?.status === 'queued' &&
    row.ownerId === userId() &&
    // A clock that was set back must not make an event wait for ever.
    (all || row.lastRetry === null || Math.abs(now() - row.lastRetry) >= retryAfterMs);

  /** What is noted about an event makes its entry longer. */
  const note = async ({ id }: EventRow, outcome: Partial<EventRow>) => {
    await database.events.update(id, { ...outcome, lastRetry: now() });
    await dropOverCap(database);
  };

  const noteAlone = (row: EventRow, outcome: Partial<EventRow>) =>
    database.write([database.events], () => note(row, outcome));

  /** One that went meanwhile, while this window was frozen, stays as sent. */
  const countTry = ({ id }: EventRow) =>
    database.write([database.events], async () => {
      const row = await database.events.get(id);
      if (row?.status !== 'queued') return;
      const retries = row.retries + 1;
      await note(row, { retries, status: retries > mostRetries ? 'failed' : 'queued' });
    });

  /** Tells whether the host asks for a pause, and what was met where it gave a page instead of an answer. */
  async function send(row: EventRow): Promise<{ pause: boolean; unread?: unknown }> {
    try {
      const { body } = await request(address(), {
        method: 'POST',
        headers: { 'Content-Type': jsonApiMediaType },
        body: bodyOf(row),
        owner: row.ownerId ?? undefined,
        timeoutMs: 15_000,
      });
      if (isRefused(body)) await countTry(row);
      else await noteAlone(row, { status: 'sent' });
      return { pause: false };
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null || failure.kind === 'signed-out') throw error;
      if (failure.kind === 'unreachable') {
        // The host did not judge the event: it waits like after any try, but keeps all of its chances.
        await noteAlone(row, {});
        if (failure.why === 'not-json') return { pause: false, unread: error };
        throw error;
      }
      await countTry(row);
      return { pause: failure.kind === 'busy' && (failure.status === 429 || failure.status === 503) };
    }
  }

  return async ({ all }: { all: boolean }) => {
    if (userId() === null) throw new RemoteFailure({ kind: 'signed-out' });
    if (!isOnline()) throw new RemoteFailure({ kind: 'unreachable', why: 'offline' });
    let unreadInRow = 0;
    let lastUnread: unknown = null;
    for (const id of await database.events.orderBy('date').primaryKeys()) {
      // Read again: it may have been cleared, and somebody else may have signed in meanwhile.
      const row = await database.events.get(id);
      if (!isDue(row, all)) continue;
      const { pause, unread } = await send(row);
      if (pause && !all) return;
      unreadInRow = unread ? unreadInRow + 1 : 0;
      lastUnread = unread ?? lastUnread;
      if (unread && (!all || unreadInRow === mostUnread)) break;
    }
    if (lastUnread) throw lastUnread;
  };
}
