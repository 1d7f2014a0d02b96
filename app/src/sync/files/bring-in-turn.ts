import type { Patience, WithLock } from '#remote/with-lock.ts';

/**
 * One task of a name after the other in this window, and one at a time of all windows. Only the first in line asks for the
 * lock: what this window does itself it hears nothing of, and would take the lock away from its own download otherwise.
 */
export function createBringInTurn(withLock: WithLock, patience: Patience) {
  const ends = new Map<string, Promise<unknown>>();
  return <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const run = (ends.get(name) ?? Promise.resolve()).then(() => withLock(name, task, patience));
    ends.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  };
}

export type BringInTurn = ReturnType<typeof createBringInTurn>;
