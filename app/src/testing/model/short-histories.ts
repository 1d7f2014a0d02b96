import fc from 'fast-check';
import { type Fault, faults } from './line.ts';
import type { Deed, Step } from './steps.ts';

const here = { device: 0, tab: 0 } as const;
const otherWindow = { device: 0, tab: 1 } as const;
const otherDevice = { device: 1, tab: 0 } as const;

/** What needs a message, and what is done to it. */
const toMessages: readonly Deed[] = [
  { do: 'cancel', ...here, pack: 0 },
  { do: 'cancel', ...otherWindow, pack: 0 },
  { do: 'correct', ...here, pack: 0 },
  { do: 'correct', ...otherWindow, pack: 0 },
  { do: 'discard', ...here, item: 0 },
  { do: 'retry', ...here, item: 0 },
];

const deeds: readonly Deed[] = [
  ...toMessages,
  { do: 'edit', ...here, pack: 0 },
  { do: 'edit', ...otherWindow, pack: 0 },
  { do: 'send', ...here, pack: 0, how: 'send' },
  { do: 'send', ...here, pack: 0, how: 'send', isSigned: true },
  { do: 'send', ...here, pack: 0, how: 'link' },
  { do: 'send', ...otherWindow, pack: 0, how: 'link' },
  { do: 'sign', ...here },
  { do: 'archive', ...here, pack: 0 },
  { do: 'archive', ...otherWindow, pack: 0 },
  { do: 'delete', ...here, pack: 0 },
  { do: 'sync', ...here },
];

const between: readonly Step[] = [
  { do: 'push', ...here },
  { do: 'edit', ...otherDevice, pack: 0 },
  { do: 'cancel', ...otherDevice, pack: 0 },
  { do: 'correct', ...otherDevice, pack: 0 },
  { do: 'restore' },
  { do: 'sign in', ...here, person: 'henrik' },
  { do: 'tokens end' },
  { do: 'full', device: 0, passing: 1, writes: 1 },
  { do: 'trap', kind: 'kill', after: 1, ...here },
  { do: 'trap', kind: 'kill', after: 4, ...here },
  { do: 'trap', kind: 'freeze', after: 2, ...here },
];

/** The call that a fault befalls, after so many that pass. */
const befallen = fc.record({
  passing: fc.nat({ max: 2 }),
  fault: fc.constantFrom<Fault>(...faults),
});

const meets = ({ passing, fault }: { passing: number; fault: Fault }): Step => ({
  do: 'faults',
  device: 0,
  faults: [...Array.from({ length: passing }, () => 'pass' as const), fault],
});

/**
 * Three things in a row on one device, two of them met by a fault, and something else in between. Calls that were given up come
 * last: few steps, of which all that go together are likely to be tried.
 */
export const shortHistories: fc.Arbitrary<Step[]> = fc
  .record({
    deeds: fc.tuple(fc.constantFrom(...deeds), fc.constantFrom(...deeds), fc.constantFrom(...deeds)),
    befallen: fc.tuple(befallen, befallen),
    how: fc.constantFrom<'send' | 'link'>('send', 'link'),
    between: fc.constantFrom(...between),
    isBefore: fc.boolean(),
  })
  .map(({ deeds: [first, second, third], befallen: [one, two], how, between, isBefore }): Step[] => [
    { do: 'edit', ...here, pack: 0 },
    { do: 'back up' },
    ...(toMessages.includes(first)
      ? ([
          { do: 'faults', device: 0, faults: ['busy'] },
          { do: 'send', ...here, pack: 0, how },
        ] satisfies Step[])
      : []),
    ...(isBefore ? [between] : []),
    meets(one),
    first,
    meets(two),
    second,
    ...(isBefore ? [] : [between]),
    { do: 'faults', device: 0, faults: [] },
    { do: 'held calls go on', device: 0 },
    third,
    { do: 'late calls arrive', device: 0 },
    { do: 'mail' },
    { do: 'sync', ...here },
    { do: 'sign in', ...here, person: 'nora' },
  ]);
