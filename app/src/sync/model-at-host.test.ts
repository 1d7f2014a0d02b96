import '#sync/load/strategies.ts';
import fc from 'fast-check';
import { beforeEach, test, vi } from 'vitest';
import { histories } from '#testing/model/histories.ts';
import { hostThatShips } from '#testing/model/host-that-ships.ts';
import { live } from '#testing/model/live.ts';
import type { Step } from '#testing/model/steps.ts';
import { everythingIsTrue } from '#testing/model/truths.ts';

const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;
const isLong = env.SATCHEL_LONG_TESTS === '1';
/** The same every time where others wait for the outcome; days that were never tried before in the long run. */
const seed = Number(env.SATCHEL_MODEL_SEED ?? (isLong ? Date.now() % 2 ** 31 : 20261122));
const numRuns = Number(env.SATCHEL_MODEL_RUNS ?? (isLong ? 300 : 3));

/** A mail that has not left within three days is given up, which the model's own host does not do. */
const isLongAway = (step: Step) => step.do === 'time' && step.ms > 48 * 3_600_000;

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

/** What the model's own host does when it is told to. */
const onlyInMemory: ReadonlySet<Step['do']> = new Set([
  'back up',
  'restore',
  'publish',
  'events are refused',
  'sessions end',
] as const);

// The same days with real HTTP, real SQL and real mails, one host for each: a second or two of each day, so that all but a few
// belong to the long tests.
test(`what holds for the host of the model holds for the host that ships (seed ${seed}, ${numRuns} histories)`, {
  timeout: isLong ? 3_600_000 : 240_000,
}, async () => {
  const here = histories.map((history) =>
    history.filter((step) => !onlyInMemory.has(step.do) && !isLongAway(step)),
  );
  await fc.assert(
    fc.asyncProperty(here, async (history) => {
      const surroundings = await hostThatShips();
      try {
        const look = async (world: Parameters<typeof everythingIsTrue>[0]) => {
          await surroundings.look();
          await everythingIsTrue(world);
        };
        await live(history, look, surroundings);
      } finally {
        await surroundings.stop();
      }
    }),
    // To shorten a day at a real host takes longer than a quick run has. What went wrong stands in the report, which is all that is
    // left of a first try.
    { seed, numRuns, endOnFailure: !isLong, includeErrorInReport: true },
  );
});
