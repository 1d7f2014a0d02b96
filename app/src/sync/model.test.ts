import '#sync/load/strategies.ts';
import fc from 'fast-check';
import { beforeEach, describe, test, vi } from 'vitest';
import { histories } from '#testing/model/histories.ts';
import { live } from '#testing/model/live.ts';
import { onceWrong } from '#testing/model/once-wrong.ts';
import { shortHistories } from '#testing/model/short-histories.ts';
import { everythingIsTrue } from '#testing/model/truths.ts';

const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;
const isLong = env.SATCHEL_LONG_TESTS === '1';
const given = env.SATCHEL_MODEL_SEED;
/** The same every time where others wait for the outcome; twenty that were never tried before in the long run. */
const seeds = given
  ? [Number(given)]
  : isLong
    ? Array.from({ length: 20 }, (_, n) => (Date.now() + n) % 2 ** 31)
    : [20261121];
const numRuns = Number(env.SATCHEL_MODEL_RUNS ?? (isLong ? 500 : 250));
const isUnshrunk = env.SATCHEL_MODEL_SHRINKS === '0';
// A busy machine lives through fewer of them where others wait.
const quickMs = 8_000;
const fewestRuns = 25;
// Taken before a history has its own clock.
const elapsed = performance.now.bind(performance);

// Those who sign out without a network are warned, over and over.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

describe('what was wrong once', () => {
  test.each(Object.entries(onceWrong))('%s', (_title, history) => live(history, everythingIsTrue));
});

function livedThrough(arbitrary: typeof histories, seed: number) {
  const began = elapsed();
  let runs = 0;
  const mayEnd = () => !isLong && runs > fewestRuns && elapsed() - began > quickMs;
  return fc.assert(
    fc.asyncProperty(arbitrary, async (history) => {
      runs += 1;
      if (!mayEnd()) await live(history, everythingIsTrue);
    }),
    { seed, numRuns, endOnFailure: isUnshrunk, includeErrorInReport: true },
  );
}

test.each(seeds)(
  `whatever happens, nothing is lost, sent twice, shown wrongly or to the wrong person (seed %i, up to ${numRuns} histories)`,
  { timeout: isLong ? 3_600_000 : 120_000 },
  (seed) => livedThrough(histories, seed),
);

test.each(seeds)(
  `the same of three things in a row, each of them in any trouble (seed %i, up to ${numRuns} histories)`,
  { timeout: isLong ? 3_600_000 : 120_000 },
  (seed) => livedThrough(shortHistories, seed),
);
