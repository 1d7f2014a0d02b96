/**
 * What one window lets all others know for a while. Who gets a lock sees the signs that were given while it was held before;
 * what was written to local storage meanwhile may come to them later.
 */
export interface WindowSigns {
  give(name: string, ms: number): void;
  isGiven(name: string): Promise<boolean>;
}

/** Each sign is a lock that anybody may hold: the browser tells who holds which in the order in which it gives them out. */
export const windowSigns: WindowSigns = {
  give(name, ms) {
    const { locks } = navigator as { locks?: LockManager };
    void locks?.request(name, { mode: 'shared' }, () => new Promise((end) => setTimeout(end, ms)));
  },
  async isGiven(name) {
    const { locks } = navigator as { locks?: LockManager };
    const { held = [] } = (await locks?.query()) ?? {};
    return held.some((lock) => lock.name === name);
  },
};
