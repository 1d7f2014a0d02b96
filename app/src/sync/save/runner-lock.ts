import type { WithLock } from '#remote/with-lock.ts';
import type { Database } from '#storage/database.ts';

interface RunnerLockParts {
  database: Pick<Database, 'lease' | 'write'>;
  withLock: WithLock;
  now: () => number;
}

const beatMs = 4_000;
/** Long enough for a window that is only busy, short enough that a frozen one holds nobody up for half a minute. */
const silentMs = 15_000;

/**
 * Runs a task while no other window of this device pushes. Whoever holds the lock gives a sign of life in the lease; a
 * window that froze gives none and loses the lock. When it thaws, the lease's epoch stops it.
 */
export function createRunnerLock({ database, withLock, now }: RunnerLockParts) {
  const { lease } = database;

  const beat = () =>
    database.write([lease], async () => {
      const row = await lease.get('push');
      await lease.put({ epoch: 0, ...row, id: 'push', seen: now() });
    });

  async function beating<T>(task: () => Promise<T>): Promise<T> {
    await beat();
    // A sign that could not be written costs the lock, and nothing else.
    const timer = setInterval(() => void beat().catch(() => {}), beatMs);
    try {
      return await task();
    } finally {
      clearInterval(timer);
    }
  }

  return <T>(task: () => Promise<T>): Promise<T> =>
    withLock('satchel-push', () => beating(task), {
      ms: beatMs,
      async isHolderGone() {
        const seen = (await lease.get('push'))?.seen ?? 0;
        // A clock that was set back must not keep the lock for ever.
        return Math.abs(now() - seen) > silentMs;
      },
    });
}
