export interface Patience {
  /** ms of waiting after which the holder is looked at. */
  ms: number;
  /** Whether the window that holds the lock froze, so that it may be taken away. */
  isHolderGone(): Promise<boolean>;
}

export type WithLock = <T>(name: string, task: () => Promise<T>, patience?: Patience) => Promise<T>;

const chains = new Map<string, Promise<unknown>>();

/** One after the other in this window; for addresses without HTTPS, where the browser has no locks. */
const inThisWindow: WithLock = (name, task) => {
  const run = (chains.get(name) ?? Promise.resolve()).then(task);
  const settled = run.then(
    () => undefined,
    () => undefined,
  );
  chains.set(name, settled);
  return run;
};

/**
 * Waits for a lock and runs the task. The lock may be taken away meanwhile: the task runs on to its end.
 * @returns null when the wait was called off before the task began
 */
async function hold<T>(
  locks: LockManager,
  name: string,
  options: LockOptions,
  task: () => Promise<T>,
): Promise<{ value: T } | null> {
  let running: Promise<T> | null = null;
  try {
    await locks.request(name, options, () => {
      running = task();
      return running;
    });
  } catch (error) {
    if (running === null && !options.signal?.aborted) throw error;
  }
  return running === null ? null : { value: await (running as Promise<T>) };
}

async function holdAtLast<T>(
  locks: LockManager,
  name: string,
  task: () => Promise<T>,
  { ms, isHolderGone }: Patience,
): Promise<T> {
  for (;;) {
    const held = await hold(locks, name, { signal: AbortSignal.timeout(ms) }, task);
    if (held) return held.value;
    if (!(await isHolderGone())) continue;
    const taken = await hold(locks, name, { steal: true }, task);
    if (taken) return taken.value;
  }
}

/** Runs a task while no other window of this device runs one under the same name. */
export const withLock: WithLock = (name, task, patience) => {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return inThisWindow(name, task);
  if (patience) return holdAtLast(locks, name, task, patience);
  return locks.request(name, task) as ReturnType<typeof task>;
};
