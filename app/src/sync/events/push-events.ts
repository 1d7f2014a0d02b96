import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import type { Connection } from '#remote/connection.ts';
import type { Request } from '#remote/create-request.ts';
import { failureOf, RemoteFailure } from '#remote/failure.ts';
import type { Database } from '#storage/database.ts';
import type { EventRow } from '#storage/device-rows.ts';
import { dropOverCap } from './entries-over-cap.ts';

/** LOG-09: more of them, and the event has failed. */
const mostRetries = 12;
/** LOG-10 */
const retryAfterMs = 20 * 60_000;

interface PushEventsParts {
  database: Database;
  request: Request;
  address: () => string;
  userId: () => string | null;
  connection: Pick<Connection, 'isOnline' | 'ask'>;
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
export function createPushEvents({ database, request, address, userId, connection, now }: PushEventsParts) {
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

  async function isHostThere() {
    await connection.ask();
    return connection.isOnline();
  }

  /**
   * Tells whether the host asks for a pause, and what was met where a page came instead of an answer though the host is there.
   */
  async function send(
    row: EventRow,
    { isHostThere, signal }: { isHostThere: () => Promise<boolean>; signal: AbortSignal | undefined },
  ): Promise<{ pause: boolean; unread?: unknown }> {
    try {
      const { body } = await request(address(), {
        method: 'POST',
        headers: { 'Content-Type': jsonApiMediaType },
        body: bodyOf(row),
        owner: row.ownerId ?? undefined,
        looksIntoPages: true,
        timeoutMs: 15_000,
        signal,
      });
      if (isRefused(body)) await countTry(row);
      else await noteAlone(row, { status: 'sent' });
      return { pause: false };
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null || failure.kind === 'signed-out') throw error;
      if (failure.kind === 'unreachable') {
        // Something on the way takes offence at what this event says, or at all of them, and it may be so for ever.
        if (failure.why === 'not-json' && (await isHostThere())) {
          await countTry(row);
          return { pause: false, unread: error };
        }
        // The host did not judge the event: it waits like after any try, but keeps all of its chances.
        await noteAlone(row, {});
        throw error;
      }
      await countTry(row);
      return { pause: failure.kind === 'busy' && (failure.status === 429 || failure.status === 503) };
    }
  }

  return async ({ all, signal }: { all: boolean; signal: AbortSignal | undefined }) => {
    if (userId() === null) throw new RemoteFailure({ kind: 'signed-out' });
    if (!connection.isOnline()) throw new RemoteFailure({ kind: 'unreachable', why: 'offline' });
    // Asked once: a page for each of a hundred events is one outage or none.
    let hostIsThere: Promise<boolean> | null = null;
    const once = { signal, isHostThere: () => (hostIsThere ??= isHostThere()) };
    let lastUnread: unknown = null;
    for (const id of await database.events.orderBy('date').primaryKeys()) {
      signal?.throwIfAborted();
      // Read again: it may have been cleared, and somebody else may have signed in meanwhile.
      const row = await database.events.get(id);
      if (!isDue(row, all)) continue;
      const { pause, unread } = await send(row, once);
      lastUnread = unread ?? lastUnread;
      if (pause && !all) break;
    }
    if (lastUnread) throw lastUnread;
  };
}
