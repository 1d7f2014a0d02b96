import fc from 'fast-check';
import { type Fault, faults } from './line.ts';
import type { PersonName } from './world.ts';

type Index = 0 | 1;

/** Where somebody does something: on which device, in which window. */
interface Place {
  device: Index;
  tab: Index;
}

/** What a person does. */
export type Deed = Place &
  (
    | { do: 'open editor'; pack: number }
    | { do: 'save editor'; pack: number }
    | { do: 'edit'; pack: number }
    | { do: 'send'; pack: number; how: 'send' | 'link' }
    | { do: 'sync' }
    | { do: 'push' }
    | { do: 'delete'; pack: number }
    | { do: 'archive'; pack: number }
    | { do: 'retry'; item: number }
    | { do: 'discard'; item: number }
    | { do: 'sign out' }
    | { do: 'sign in'; person: PersonName }
    | { do: 'ask' }
  );

export type Step =
  | Deed
  | { do: 'at once'; deeds: [Deed, Deed]; pace: [number, number] }
  | { do: 'line'; device: Index; state: 'up' | 'down' | 'portal' }
  | { do: 'faults'; device: Index; faults: Fault[] }
  | { do: 'late calls arrive'; device: Index }
  | ({ do: 'trap'; kind: 'kill' | 'freeze'; after: number } & Place)
  | ({ do: 'close' } & Place)
  | { do: 'thaw'; device: Index }
  | { do: 'clock'; device: Index; off: number }
  | { do: 'time'; ms: number }
  | { do: 'tokens end' }
  | { do: 'sessions end' }
  | { do: 'mail' }
  | { do: 'back up' }
  | { do: 'restore' };

const index = fc.constantFrom<Index>(0, 1);
const place = { device: index, tab: index };
const pack = fc.nat({ max: 2 });
const item = fc.nat({ max: 3 });
const step = <T extends string, R>(what: T, rest: { [K in keyof R]: fc.Arbitrary<R[K]> }) =>
  fc.record({ do: fc.constant(what), ...rest }) as unknown as fc.Arbitrary<{ do: T } & R>;

const hourMs = 3_600_000;
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
    }),
  },
  { weight: 3, arbitrary: step('sync', place) },
  { weight: 4, arbitrary: step('push', place) },
  { weight: 1, arbitrary: step('delete', { ...place, pack }) },
  { weight: 1, arbitrary: step('archive', { ...place, pack }) },
  { weight: 1, arbitrary: step('retry', { ...place, item }) },
  { weight: 1, arbitrary: step('discard', { ...place, item }) },
  { weight: 1, arbitrary: step('sign out', place) },
  {
    weight: 3,
    arbitrary: step('sign in', { ...place, person: fc.constantFrom<PersonName>('nora', 'nora', 'henrik') }),
  },
  { weight: 2, arbitrary: step('ask', place) },
) as fc.Arbitrary<Deed>;

const event: fc.Arbitrary<Step> = fc.oneof(
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
      faults: fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: step('late calls arrive', { device: index }) },
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
    weight: 1,
    arbitrary: step('clock', {
      device: index,
      off: fc.constantFrom(0, hourMs, -hourMs, 10 * yearMs, -10 * yearMs),
    }),
  },
  { weight: 1, arbitrary: step('time', { ms: fc.constantFrom(60_000, hourMs, 30 * hourMs) }) },
  { weight: 2, arbitrary: step('tokens end', {}) },
  { weight: 1, arbitrary: step('sessions end', {}) },
  { weight: 2, arbitrary: step('mail', {}) },
  { weight: 3, arbitrary: step('back up', {}) },
  { weight: 3, arbitrary: step('restore', {}) },
) as fc.Arbitrary<Step>;

const pace = fc.nat({ max: 6 });

/** Days in the life of two devices. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: deed as fc.Arbitrary<Step> },
    { weight: 3, arbitrary: event },
    {
      weight: 2,
      arbitrary: step('at once', {
        deeds: fc.tuple(deed, deed),
        pace: fc.tuple(pace, pace),
      }) as fc.Arbitrary<Step>,
    },
  ),
  { minLength: 1, maxLength: 24, size: 'max' },
);
