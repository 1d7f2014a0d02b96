const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;

/**
 * Loads that a host which is there did not serve, or gave an answer that was none, also after a part had come. Every page
 * that somebody opens would ask it again, and one that gives no answers for good counts as gone and as back every few
 * seconds: from the second time on it is left alone for half a minute, doubling up to a quarter of an hour.
 */
export function createMissedLoads(now: () => number, random = Math.random) {
  const missed = new Map<string, { times: number; at: number; pauseMs: number; error: unknown }>();

  /** A fifth of jitter: who was cut off by the same fault does not come back at the same moment. */
  const pauseAfter = (times: number) =>
    Math.round(Math.min(firstPauseMs * 2 ** Math.max(0, times - 2), longestPauseMs) * (0.8 + random() * 0.4));

  /** When it is loaded again by itself; null when the last one did not miss, or that time has come. */
  function againInMs(id: string): number | null {
    const last = missed.get(id);
    if (!last) return null;
    const age = now() - last.at;
    return age >= 0 && age < last.pauseMs ? last.pauseMs - age : null;
  }

  return {
    againInMs,

    /** What the last one met, while it is not tried again. */
    pausedWith(id: string): { error: unknown } | null {
      const last = missed.get(id);
      return last && last.times > 1 && againInMs(id) !== null ? { error: last.error } : null;
    },

    miss(id: string, error: unknown) {
      const times = (missed.get(id)?.times ?? 0) + 1;
      missed.set(id, { times, at: now(), pauseMs: pauseAfter(times), error });
    },

    come: (id: string) => void missed.delete(id),

    forget: () => missed.clear(),
  };
}
