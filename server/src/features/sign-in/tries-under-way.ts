import type { Standing, ThrottleKeys } from './try-store.ts';

/** Passwords are looked at in far less; whoever asks in vain for longer is to come back later. */
const longestWaitMs = 10_000;

type Shared = Exclude<keyof ThrottleKeys, 'home' | 'account'>;
const shared: readonly Shared[] = ['place', 'network'];

/**
 * A try counts as a failure until its password was looked at. Whoever is held up by such tries alone waits for what comes of
 * them: many right ones at once would else refuse each other. Those of this process are known; no try goes ahead uncounted.
 */
export function createTriesUnderWay() {
  const underWay = new Map<string, Set<Promise<void>>>();

  /** One of the tries that hold this one up; null when there is none, or something else does. */
  function oneThatBlocks(keys: ThrottleKeys, { blockedBy }: Standing): Promise<void> | null {
    const others: Promise<void>[] = [];
    for (const kind of blockedBy) {
      // What is tried at an account from everywhere is nobody's but a guesser's.
      const looking = kind === 'account' ? undefined : underWay.get(keys[kind]);
      if (!looking) return null;
      others.push(...looking);
    }
    return others.length === 0 ? null : Promise.race(others);
  }

  async function settledOrLate(one: Promise<void>, ms: number) {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, ms);
    await Promise.race([one, late.promise]);
    clearTimeout(timer);
  }

  return {
    /** Counts a try, as often as another one that holds it up has settled. @returns how it stands at last */
    async count(keys: ThrottleKeys, countOnce: () => Promise<Standing>): Promise<Standing> {
      const until = performance.now() + longestWaitMs;
      for (;;) {
        const standing = await countOnce();
        const one = oneThatBlocks(keys, standing);
        const left = until - performance.now();
        if (one === null || left <= 0) return standing;
        await settledOrLate(one, left);
      }
    },
    /** Looks at the password of a try that was counted, and sees to what comes of it. */
    async look<T>(keys: ThrottleKeys, task: () => Promise<T>): Promise<T> {
      const looking = task();
      const settled = looking.then(
        () => {},
        () => {},
      );
      const ours = shared.map((kind) => keys[kind]);
      for (const key of ours) underWay.set(key, (underWay.get(key) ?? new Set()).add(settled));
      try {
        return await looking;
      } finally {
        for (const key of ours) {
          const others = underWay.get(key);
          others?.delete(settled);
          if (others?.size === 0) underWay.delete(key);
        }
      }
    },
  };
}
