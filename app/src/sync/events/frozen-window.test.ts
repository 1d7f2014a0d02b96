import { eventTypes } from '@satchel/core/contract/events.ts';
import { expect, test } from 'vitest';
import { RemoteFailure } from '#remote/failure.ts';
import type { WithLock } from '#remote/with-lock.ts';
import { openDatabase } from '#storage/database.ts';
import { createEventLog } from './event-log.ts';

/** One lock for all windows; who waits for it asks at once whether its holder is gone, and only then takes it. */
function locksOfTheDevice(): WithLock {
  let holding: Promise<unknown> | null = null;
  return async (_name, task, patience) => {
    if (holding && !(await patience?.isHolderGone())) await holding.catch(() => {});
    const run = task();
    holding = run;
    return run;
  };
}

test('[F14] what a frozen window was telling the host is told by another one, and stays as told when the first thaws', async () => {
  const database = openDatabase(`frozen-window-${crypto.randomUUID()}`);
  const withLock = locksOfTheDevice();
  const frozen = Promise.withResolvers<never>();
  const reached = Promise.withResolvers<void>();
  const told: string[] = [];
  let now = Date.UTC(2026, 10, 20, 9);
  const windowAt = (answer: () => Promise<unknown>) =>
    createEventLog({
      database,
      withLock,
      request: async (_address, { body } = {}) => {
        told.push(JSON.parse(String(body)).data.attributes.description);
        return { status: 200, headers: new Headers(), body: await answer() };
      },
      address: () => 'https://host.example/salestool/log',
      userId: () => 'ada',
      connection: { isOnline: () => true, ask: async () => {} },
      onProblem: () => {},
      now: () => now,
    });
  const first = windowAt(() => {
    reached.resolve();
    return frozen.promise;
  });
  const second = windowAt(async () => [{ status: 'ok' }]);
  await first.log({ eventTypeId: eventTypes.PACK_SAVED, description: 'One', ownerId: 'ada' });
  now += 1;
  await first.log({ eventTypeId: eventTypes.PACK_SAVED, description: 'Two', ownerId: 'ada' });
  const stuck = first.push({ all: true });
  await reached.promise;
  // Half a minute without a sign of life.
  now += 30_000;
  await second.push({ all: true });
  expect((await second.entries()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  frozen.reject(new RemoteFailure({ kind: 'busy', status: 500, statusText: '', retryAfterMs: null }));
  await stuck;
  expect((await first.entries()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  expect(told.toSorted()).toEqual(['One', 'One', 'Two']);
  await database.dexie.delete({ disableAutoOpen: true });
});
