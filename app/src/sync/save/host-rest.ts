import { longestPauseMs } from './claims.ts';

const firstWaitMs = 5_000;

/** A host that says nothing of when to come back is asked at least so often, as one that is not heard at all. */
const longestRestMs = 60_000;

/** Share of a wait that is added at random, so that clients that were all told the same do not come back together. */
export const jitter = 0.2;

/** Doubles with every time. @param times from 1 */
export const growingWait = (times: number, longestMs: number) =>
  Math.min(firstWaitMs * 2 ** (times - 1), longestMs);

export const withJitter = (ms: number, random: () => number) =>
  Math.min(Math.round(ms * (1 + random() * jitter)), longestPauseMs);

interface RestParts {
  now: () => number;
  random: () => number;
}

/**
 * The time in which nothing is pushed that nobody asks for, after a push that found the host overloaded or failed by itself.
 * It is not written down: after a new start of the app two tries tell whether it is still so.
 */
export function createHostRest({ now, random }: RestParts) {
  let times = 0;
  let until = 0;

  return {
    /** ms; 0 when it is over, and when it was set by a clock that was put back since. */
    left: () => (until - now() > longestPauseMs ? 0 : Math.max(0, until - now())),

    /** @param options.asked ms that the host asked for; at once is no answer of an overloaded one */
    begin({ asked = null, longestMs = longestRestMs }: { asked?: number | null; longestMs?: number } = {}) {
      times += 1;
      until = now() + withJitter(asked || growingWait(times, longestMs), random);
    },

    /** The host has taken something. */
    end() {
      times = 0;
      until = 0;
    },
  };
}
