/** Whether a name is this window's from now on, for as long as it lives. */
export type ClaimForWindow = (name: string) => Promise<boolean>;

/**
 * Takes a name that no other window of this device holds. The browser gives it up when the window is gone, however that
 * ended. Without HTTPS the browser has no locks: then every name is free.
 */
export const claimForWindow: ClaimForWindow = (name) => {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return Promise.resolve(true);
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const untilTheEnd = new Promise<void>(() => {});
  locks
    .request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : untilTheEnd;
    })
    .catch(reject);
  return promise;
};
