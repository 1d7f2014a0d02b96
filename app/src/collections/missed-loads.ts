import type { LoadOutcome } from '#services.ts';

const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;

/**
 * Loads that brought a part and then met an answer that was none. A host that gives it for good counts as gone and as back
 * again every few seconds, and each time all of it would come: from the second time on it is left alone for half a minute,
 * doubling up to a quarter of an hour.
 */
export function createMissedLoads(now: () => number) {
  const missed = new Map<string, { times: number; at: number; outcome: LoadOutcome }>();
  return {
    /** What the last one met, while it is not tried again. */
    pausedAt(id: string): LoadOutcome | null {
      const last = missed.get(id);
      if (!last || last.times < 2) return null;
      const age = now() - last.at;
      const pause = Math.min(firstPauseMs * 2 ** (last.times - 2), longestPauseMs);
      return age >= 0 && age < pause ? last.outcome : null;
    },

    miss(id: string, outcome: LoadOutcome) {
      missed.set(id, { times: (missed.get(id)?.times ?? 0) + 1, at: now(), outcome });
    },

    come: (id: string) => void missed.delete(id),
  };
}
