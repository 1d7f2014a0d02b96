export type WithLock = <T>(name: string, task: () => Promise<T>) => Promise<T>;

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

/** Runs a task while no other window of this device runs one under the same name. */
export const withLock: WithLock = (name, task) => {
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks ? (locks.request(name, task) as ReturnType<typeof task>) : inThisWindow(name, task);
};
