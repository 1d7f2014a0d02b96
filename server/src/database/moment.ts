import { setImmediate } from 'node:timers/promises';

/** What has been read since the last change of the database, by whomever. */
export interface Moment {
  /** What was read under this name in this moment; else reads it. What answers nothing is asked for again. */
  recall<T>(name: string, read: () => Promise<T>): T | Promise<T>;
}

export type Moments = () => Promise<Moment>;

const mostKept = 10_000;

function createMoment(): Moment {
  const known = new Map<string, unknown>();
  return {
    recall<T>(name: string, read: () => Promise<T>) {
      const value = known.get(name) as T | undefined;
      return value === undefined ? readAndKeep(name, read) : value;
    },
  };

  async function readAndKeep<T>(name: string, read: () => Promise<T>) {
    const value = await read();
    if (known.size >= mostKept) known.clear();
    known.set(name, value);
    return value;
  }
}

/**
 * One moment lasts until the engine's version of its data is another one, which also other processes make so. The version
 * is read after whoever waits for it has asked, once for all who ask in the same turn of the event loop.
 */
export function createMoments(readVersion: () => unknown): Moments {
  let version: unknown;
  let present = createMoment();
  let next: Promise<Moment> | undefined;

  async function look() {
    await setImmediate();
    next = undefined;
    const found = readVersion();
    if (found !== version) [version, present] = [found, createMoment()];
    return present;
  }

  return () => {
    next ??= look();
    return next;
  };
}

/** Where nothing cheaper than reading tells whether anything has changed: every moment is a new one. */
export const newMoments: Moments = async () => createMoment();
