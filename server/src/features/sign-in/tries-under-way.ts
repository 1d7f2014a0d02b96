import type { Standing, ThrottleKeys } from './try-store.ts';

/** Passwords are looked at in far less; whoever asks in vain for longer is to come back later. */
const longestWaitMs = 10_000;

/** More than the largest office has at once; each of them asks the database again whenever a try settles. */
export const mostWaiting = 200;

type Shared = Exclude<keyof ThrottleKeys, 'home' | 'account'>;
const shared: readonly Shared[] = ['place', 'network'];

interface UnderWay {
  tries: number;
  /** Settles with the first of them, and for all who wait. */
  next: PromiseWithResolvers<void>;
}

/**
 * A try counts as a failure until its password was looked at. Whoever is held up by such tries alone waits for what comes of
 * them: many right ones at once would else refuse each other. Those of this process are known; no try goes ahead uncounted.
 */
export function createTriesUnderWay() {
  const underWay = new Map<string, UnderWay>();
  const waiting = new Map<string, number>();

  /** Settles with the next of the tries that hold this one up; null when there is none, or something else does. */
  function nextThatBlocks(keys: ThrottleKeys, { blockedBy }: Standing): Promise<void> | null {
    const others: Promise<void>[] = [];
    for (const kind of blockedBy) {
      // What is tried at an account from everywhere is nobody's but a guesser's.
      const looking = kind === 'account' ? undefined : underWay.get(keys[kind]);
      if (!looking) return null;
      others.push(looking.next.promise);
    }
    return others.length === 0 ? null : Promise.race(others);
  }

  function wait(network: string, more: 1 | -1) {
    const count = (waiting.get(network) ?? 0) + more;
    if (count > 0) waiting.set(network, count);
    else waiting.delete(network);
  }

  function begin(key: string) {
    const present = underWay.get(key);
    if (present) present.tries += 1;
    else underWay.set(key, { tries: 1, next: Promise.withResolvers() });
  }

  function end(key: string) {
    const present = underWay.get(key);
    if (!present) return;
    present.next.resolve();
    present.next = Promise.withResolvers();
    present.tries -= 1;
    if (present.tries === 0) underWay.delete(key);
  }

  async function settledOrLate(next: Promise<void>, ms: number) {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, ms);
    await Promise.race([next, late.promise]);
    clearTimeout(timer);
  }

  return {
    /** Counts a try, as often as another one that holds it up has settled. @returns how it stands at last */
    async count(keys: ThrottleKeys, countOnce: () => Promise<Standing>): Promise<Standing> {
      const until = performance.now() + longestWaitMs;
      let isWaiting = false;
      try {
        for (;;) {
          const standing = await countOnce();
          const next = nextThatBlocks(keys, standing);
          const left = until - performance.now();
          if (next === null || left <= 0) return standing;
          if (!isWaiting && (waiting.get(keys.network) ?? 0) >= mostWaiting) return standing;
          if (!isWaiting) wait(keys.network, 1);
          isWaiting = true;
          await settledOrLate(next, left);
        }
      } finally {
        if (isWaiting) wait(keys.network, -1);
      }
    },
    /** Looks at the password of a try that was counted, and sees to what comes of it. */
    async look<T>(keys: ThrottleKeys, task: () => Promise<T>): Promise<T> {
      const ours = shared.map((kind) => keys[kind]);
      for (const key of ours) begin(key);
      try {
        return await task();
      } finally {
        for (const key of ours) end(key);
      }
    },
  };
}
