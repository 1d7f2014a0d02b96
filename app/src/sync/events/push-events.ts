import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import type { Request } from '#remote/create-request.ts';
import { failureOf } from '#remote/failure.ts';
import type { Database } from '#storage/database.ts';
import type { EventRow } from '#storage/device-rows.ts';

/** LOG-09: the thirteenth try was the last. */
const mostRetries = 12;
/** LOG-10 */
const retryAfterMs = 20 * 60_000;

interface PushEventsParts {
  database: Database;
  request: Request;
  /** Address of the log call (API-47). */
  address: () => string;
  userId: () => string | null;
  now?: () => number;
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
  const list = Array.isArray(body) ? body : null;
  const first: unknown = list?.[0];
  return typeof first === 'object' && first !== null && 'status' in first && first.status === 'error';
}

/** Sends the queued events of whoever is signed in, one per call (API-49). */
export function createPushEvents({ database, request, address, userId, now = Date.now }: PushEventsParts) {
  const isDue = (row: EventRow, all: boolean) =>
    row.status === 'queued' &&
    row.ownerId === userId() &&
    (all || row.lastRetry === null || row.lastRetry + retryAfterMs <= now());

  async function countTry(row: EventRow) {
    const retries = row.retries + 1;
    const status = retries > mostRetries ? 'failed' : 'queued';
    await database.events.update(row.id, { retries, status, lastRetry: now() });
  }

  /** @throws RemoteFailure when the host cannot be asked now; that is no try of the event */
  async function send(row: EventRow) {
    try {
      const { body } = await request(address(), {
        method: 'POST',
        headers: { 'Content-Type': jsonApiMediaType },
        body: bodyOf(row),
        timeoutMs: 15_000,
      });
      if (isRefused(body)) await countTry(row);
      else await database.events.update(row.id, { status: 'sent', lastRetry: now() });
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null || failure.kind === 'unreachable' || failure.kind === 'signed-out') throw error;
      await countTry(row);
    }
  }

  /** @param all manual and logout pushes do not wait the 20 minutes (LOG-12) */
  return async ({ all = false } = {}) => {
    if (userId() === null) return;
    const rows = await database.events.orderBy('date').toArray();
    for (const row of rows) if (isDue(row, all)) await send(row);
  };
}
