import fc from 'fast-check';
import type { Fault } from '../line.ts';
import type { Index, Step } from '../steps.ts';
import type { PersonName } from '../world.ts';

export const index = fc.constantFrom<Index>(0, 1);
export const pack = fc.nat({ max: 2 });
/** One that nobody has begun, and whichever is listed last: that one, for as long as it is there. */
export const [newPack, lastPack] = [9, -1];

export const parts = fc.record({
  device: index,
  tab: index,
  /** Another window, or the same one. */
  other: index,
  pack,
  /** Calls that pass before the one that is meant. */
  passing: fc.nat({ max: 3 }),
  /** Moments that a window passes before it is stopped. */
  after: fc.nat({ max: 16 }),
  how: fc.constantFrom<'send' | 'link'>('send', 'send', 'link'),
  person: fc.constantFrom<PersonName>('nora', 'henrik'),
  fault: fc.constantFrom<Fault>('hold', 'stall', 'lose', 'drop', 'late', 'refuse', 'refuse', 'limit', 'cut'),
  isOffline: fc.boolean(),
});

type Parts = typeof parts extends fc.Arbitrary<infer P> ? P : never;

export const elsewhere = (device: Index): Index => (device === 0 ? 1 : 0);
export const befalls = ({ device, passing, fault }: Parts): Step => ({
  do: 'faults',
  device,
  faults: [...Array.from({ length: passing }, () => 'pass' as const), fault],
});

export type Scenes = Record<string, (parts: Parts) => Step[]>;
