import fc from 'fast-check';
import { faults } from './line.ts';
import { index, pack } from './scenes/scene-parts.ts';
import { scene } from './scenes.ts';
import type { Deed, Step } from './steps.ts';
import type { PersonName } from './world.ts';

const place = { device: index, tab: index };
const item = fc.nat({ max: 3 });
const step = <T extends string, R>(what: T, rest: { [K in keyof R]: fc.Arbitrary<R[K]> }) =>
  fc.record({ do: fc.constant(what), ...rest }) as unknown as fc.Arbitrary<{ do: T } & R>;

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const yearMs = 365 * 24 * hourMs;

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: step('edit', { ...place, pack }) },
  { weight: 3, arbitrary: step('open editor', { ...place, pack }) },
  { weight: 3, arbitrary: step('save editor', { ...place, pack }) },
  {
    weight: 6,
    arbitrary: step('send', {
      ...place,
      pack,
      how: fc.constantFrom<'send' | 'link'>('send', 'send', 'link'),
      isSigned: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: step('sign', place) },
  { weight: 1, arbitrary: step('look at pack log', { ...place, pack }) },
  { weight: 2, arbitrary: step('cancel', { ...place, pack }) },
  { weight: 2, arbitrary: step('correct', { ...place, pack }) },
  { weight: 3, arbitrary: step('sync', place) },
  { weight: 4, arbitrary: step('push', place) },
  { weight: 1, arbitrary: step('delete', { ...place, pack }) },
  { weight: 1, arbitrary: step('archive', { ...place, pack }) },
  { weight: 1, arbitrary: step('retry', { ...place, item }) },
  { weight: 1, arbitrary: step('discard', { ...place, item }) },
  { weight: 1, arbitrary: step('sign out', place) },
  {
    weight: 3,
    arbitrary: step('sign in', { ...place, person: fc.constantFrom<PersonName>('nora', 'henrik') }),
  },
  { weight: 2, arbitrary: step('ask', place) },
  { weight: 3, arbitrary: step('log', place) },
  { weight: 1, arbitrary: step('push log', place) },
) as fc.Arbitrary<Deed>;

export const event: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: step('line', {
      device: index,
      state: fc.constantFrom<'up' | 'down' | 'portal'>('up', 'up', 'down', 'portal'),
    }),
  },
  {
    weight: 8,
    arbitrary: step('faults', {
      device: index,
      faults: fc.array(fc.constantFrom(...faults, 'pass', 'hold'), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: step('late calls arrive', { device: index }) },
  { weight: 3, arbitrary: step('held calls go on', { device: index }) },
  {
    weight: 4,
    arbitrary: step('trap', {
      ...place,
      kind: fc.constantFrom<'kill' | 'freeze'>('kill', 'freeze'),
      after: fc.nat({ max: 12 }),
    }),
  },
  { weight: 1, arbitrary: step('close', place) },
  { weight: 1, arbitrary: step('thaw', { device: index }) },
  {
    weight: 2,
    arbitrary: step('full', {
      ...{ device: index, passing: fc.nat({ max: 6 }) },
      writes: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: step('clock', {
      device: index,
      off: fc.constantFrom(0, hourMs, -hourMs, 10 * yearMs, -10 * yearMs),
    }),
  },
  { weight: 1, arbitrary: step('time', { ms: fc.constantFrom(60_000, hourMs, 30 * hourMs, 25 * weekMs) }) },
  { weight: 2, arbitrary: step('tokens end', {}) },
  { weight: 1, arbitrary: step('sessions end', {}) },
  { weight: 2, arbitrary: step('mail', {}) },
  { weight: 3, arbitrary: step('back up', {}) },
  { weight: 3, arbitrary: step('restore', {}) },
  { weight: 2, arbitrary: step('publish', {}) },
) as fc.Arbitrary<Step>;

const pace = fc.nat({ max: 6 });

const one = (arbitrary: fc.Arbitrary<Step>) => arbitrary.map((step) => [step]);

/** Days in the life of two devices. */
export const histories: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      { weight: 10, arbitrary: one(deed as fc.Arbitrary<Step>) },
      { weight: 6, arbitrary: one(event) },
      {
        weight: 4,
        arbitrary: one(
          step('at once', {
            deeds: fc.tuple(deed, deed),
            pace: fc.tuple(pace, pace),
          }) as fc.Arbitrary<Step>,
        ),
      },
      { weight: 5, arbitrary: scene },
    ),
    { minLength: 1, maxLength: 22, size: 'max' },
  )
  .map((steps) => steps.flat());
