import type { Claim } from './claims.ts';

/** The clock of the device, which people set, and one that only goes on but may stand still while the device sleeps. */
export interface Clocks {
  /** ms */
  now: () => number;
  /** ms */
  elapsed: () => number;
}

interface Moment {
  now: number;
  elapsed: number;
}

/**
 * So long a claim counts without another look at it: far less than a window has to be silent for before another one takes over.
 * Whoever sleeps wakes up with claims that are older.
 */
const countsForMs = 2_000;

/** So long nobody looks at it again, and nearly all of them have left by then. */
const lookedAtForMs = 50;

/** What one push has claimed that has not left yet, oldest first. */
export function createHeldClaims({ now, elapsed }: Clocks) {
  let held: { item: Claim; since: Moment }[] = [];

  const isWithin =
    (ms: number) =>
    ({ since }: { since: Moment }) =>
      Math.abs(now() - since.now) < ms && elapsed() - since.elapsed < ms;
  const counts = isWithin(countsForMs);
  const isFresh = isWithin(lookedAtForMs);

  return {
    /** To be taken before the database is asked whether claims stand. */
    moment: (): Moment => ({ now: now(), elapsed: elapsed() }),
    count: () => held.length,
    items: () => held.map(({ item }) => item),
    add: (item: Claim, since: Moment) => void held.push({ item, since }),

    /** What is to be looked at again. */
    due: () => new Set(held.filter((each) => !isFresh(each)).map(({ item }) => item)),

    /** They stood at that moment. */
    confirm(standing: ReadonlySet<Claim>, since: Moment) {
      held = held.map((each) => (standing.has(each.item) ? { ...each, since } : each));
    },

    hasRunOut: () => !held.every(counts),

    /** The next one that may leave. */
    take: (): Claim | undefined => (held[0] && counts(held[0]) ? held.shift()?.item : undefined),

    takeAll(): Claim[] {
      const items = held.map(({ item }) => item);
      held = [];
      return items;
    },
  };
}
