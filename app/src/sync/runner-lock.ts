import type { WithLock } from '#remote/with-lock.ts';
import type { Database } from '#storage/database.ts';
import type { LeaseRow } from '#storage/device-rows.ts';

interface RunnerLockParts {
  /** Of the lock among the windows. */
  name: string;
  /** Where its holder gives its signs of life. */
  id: LeaseRow['id'];
  database: Pick<Database, 'lease' | 'write'>;
  withLock: WithLock;
  now: () => number;
  every?: Every | undefined;
  /** After so many ms without a sign of life its holder counts as frozen. */
  silentMs?: number;
}

/** Repeats a task until what it answers is called. */
export type Every = (ms: number, task: () => void) => () => void;

export const everyInRealTime: Every = (ms, task) => {
  const timer = setInterval(task, ms);
  return () => clearInterval(timer);
};

const beatMs = 4_000;
/** Long enough for a window that is only busy, short enough that a frozen one holds nobody up for half a minute. */
const silentMs = 15_000;

/** Whether the window that held a lock last gave a sign of life lately, by a clock that may have been set. */
export const isAlive = (row: LeaseRow | undefined, now: number, longestMs = silentMs) =>
  Math.abs(now - (row?.seen ?? 0)) <= longestMs;

/**
 * Runs a task while no other window of this device runs one of its kind. Whoever holds the lock gives a sign of life in the lease; a
 * window that froze gives none and loses the lock. When it thaws, the task
 * itself has to see that its turn is over.
 */
export function createRunnerLock({
  name,
  id,
  database,
  withLock,
  now,
  every = everyInRealTime,
  silentMs: longestMs = silentMs,
}: RunnerLockParts) {
  const { lease } = database;

  const beat = () =>
    database.write([lease], async () => {
      const row = await lease.get(id);
      await lease.put({ epoch: 0, ...row, id, seen: now() });
    });

  async function beating<T>(task: () => Promise<T>): Promise<T> {
    await beat();
    // A sign that could not be written costs the lock, and nothing else.
    const end = every(beatMs, () => void beat().catch(() => {}));
    try {
      return await task();
    } finally {
      end();
    }
  }

  return <T>(task: () => Promise<T>): Promise<T> =>
    withLock(name, () => beating(task), {
      ms: beatMs,
      async isHolderGone() {
        // A clock that was set back must not keep the lock for ever.
        return !isAlive(await lease.get(id), now(), longestMs);
      },
    });
}
