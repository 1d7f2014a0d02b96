import { setImmediate } from 'node:timers/promises';

/** Nobody else of the process waits for longer than this and one step of the work. */
const longestHoldMs = 5;

/** For long work in steps: called between two of them, it lets everybody else in who has waited long enough. */
export function createBreaks() {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestHoldMs) return;
    await setImmediate();
    since = performance.now();
  };
}
