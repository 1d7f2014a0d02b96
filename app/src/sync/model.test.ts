import '#sync/load/strategies.ts';
import fc from 'fast-check';
import { beforeEach, describe, test, vi } from 'vitest';
import { histories } from '#testing/model/histories.ts';
import { live } from '#testing/model/live.ts';
import { shortHistories } from '#testing/model/short-histories.ts';
import type { Step } from '#testing/model/steps.ts';
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
// A busy machine lives through fewer of them.
const quickMs = 8_000;

// Those who sign out without a network are warned, over and over.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

const tablet = { device: 0, tab: 0 } as const;
const otherTab = { device: 0, tab: 1 } as const;
const phone = { device: 1, tab: 0 } as const;

/** Once wrong, each in its shortest form. */
const pinned: Record<string, Step[]> = {
  'a message whose answer was lost is not mailed again by a host restored to the time before it': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'back up' },
    { do: 'faults', device: 0, faults: ['lose'] },
    { do: 'send', ...tablet, pack: 0, how: 'send' },
    { do: 'mail' },
    { do: 'restore' },
  ],
  'nor is one that a proxy gave up': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'back up' },
    { do: 'faults', device: 0, faults: ['too-late'] },
    { do: 'send', ...tablet, pack: 0, how: 'send' },
    { do: 'mail' },
    { do: 'restore' },
  ],
  'of two devices that bring a pack back after a restore, the one with the newer state is heard too': [
    { do: 'back up' },
    { do: 'edit', ...phone, pack: 0 },
    { do: 'sync', ...tablet },
    { do: 'edit', ...phone, pack: 0 },
    { do: 'restore' },
  ],
  'nor is the one with the newer state passed over when the other one comes first': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'back up' },
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'edit', ...phone, pack: 0 },
    { do: 'restore' },
  ],
  'a pack edited here and deleted on another device is there again': [
    { do: 'edit', ...phone, pack: 0 },
    { do: 'sync', ...tablet },
    { do: 'delete', ...phone, pack: 0 },
    { do: 'edit', ...tablet, pack: 0 },
  ],
  'a pack whose create was not answered and that another device edited since is not written over': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'faults', device: 0, faults: ['lose'] },
    { do: 'edit', ...tablet, pack: 1 },
    { do: 'edit', ...otherTab, pack: 1 },
    { do: 'edit', ...phone, pack: 1 },
    { do: 'push', ...tablet },
  ],
  'a message shows the pack as it was sent, however it is edited before it goes': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'line', device: 0, state: 'down' },
    { do: 'send', ...tablet, pack: 0, how: 'send' },
    { do: 'edit', ...tablet, pack: 0 },
  ],
  'an edit that was saved while its pack was being archived is there again': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'edit', ...tablet, pack: 1 },
    {
      do: 'at once',
      deeds: [
        { do: 'archive', ...phone, pack: 1 },
        { do: 'edit', ...phone, pack: 1 },
      ],
      pace: [0, 0],
    },
    { do: 'push', ...tablet },
  ],
  'a screen that was opened for a new pack does not write over what another device made of it since': [
    { do: 'edit', ...phone, pack: 0 },
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'sync', ...phone },
    { do: 'save editor', ...phone, pack: 0 },
  ],
  'an edit that went into a copy while it waited for its turn is not said to be at the host': [
    { do: 'edit', ...phone, pack: 2 },
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'faults', device: 1, faults: ['hold'] },
    { do: 'edit', ...phone, pack: 0 },
    { do: 'edit', ...phone, pack: 0 },
  ],
  'a message that was taken just before a restore is there again, though the answer comes after it': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'back up' },
    { do: 'faults', device: 0, faults: ['hold'] },
    { do: 'send', ...tablet, pack: 0, how: 'send' },
    { do: 'mail' },
    { do: 'restore' },
    { do: 'ask', ...otherTab },
  ],
  'a link that was taken back is not at the host, though nobody heard that it had come there': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'faults', device: 0, faults: ['lose'] },
    { do: 'send', ...tablet, pack: 0, how: 'link' },
    { do: 'line', device: 0, state: 'up' },
    { do: 'cancel', ...tablet, pack: 0 },
  ],
  'nor does it come there later, when it was on its way still': [
    { do: 'edit', ...tablet, pack: 0 },
    // It is asked whether and which host is there, and the next try meets a busy one.
    { do: 'faults', device: 0, faults: ['late', 'pass', 'pass', 'busy'] },
    { do: 'send', ...tablet, pack: 0, how: 'link' },
    { do: 'ask', ...tablet },
    { do: 'cancel', ...tablet, pack: 0 },
    { do: 'late calls arrive', device: 0 },
    { do: 'mail' },
  ],
  'nor does a mail leave that was on its way still': [
    { do: 'edit', ...tablet, pack: 0 },
    // It is asked whether and which host is there, and the next try meets a busy one.
    { do: 'faults', device: 0, faults: ['late', 'pass', 'pass', 'busy'] },
    { do: 'send', ...tablet, pack: 0, how: 'send' },
    { do: 'ask', ...tablet },
    { do: 'cancel', ...tablet, pack: 0 },
    { do: 'late calls arrive', device: 0 },
    { do: 'mail' },
  ],
  'nor is one that was taken back on another device, before the one it was made on heard that it had come': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'faults', device: 0, faults: ['lose'] },
    { do: 'send', ...tablet, pack: 0, how: 'link' },
    { do: 'cancel', ...phone, pack: 0 },
    { do: 'push', ...tablet },
  ],
  'nor does a mail leave that was taken back like that': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'faults', device: 0, faults: ['lose'] },
    { do: 'send', ...tablet, pack: 0, how: 'send' },
    { do: 'cancel', ...phone, pack: 0 },
    { do: 'push', ...tablet },
    { do: 'mail' },
  ],
  'a link that was written anew and refused as that is taken from the host by who takes it back': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'faults', device: 0, faults: ['lose', 'pass', 'pass', 'refuse'] },
    { do: 'send', ...tablet, pack: 0, how: 'link' },
    { do: 'correct', ...tablet, pack: 0 },
    { do: 'cancel', ...tablet, pack: 0 },
  ],
  'nor is a mail sent that was written anew, refused as that and taken back': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'faults', device: 0, faults: ['lose', 'pass', 'pass', 'pass', 'refuse'] },
    { do: 'send', ...tablet, pack: 0, how: 'send' },
    { do: 'correct', ...tablet, pack: 0 },
    { do: 'cancel', ...tablet, pack: 0 },
    { do: 'mail' },
  ],
  'an edit is not written over by another window that froze while it archived the pack as it was': [
    { do: 'trap', ...tablet, tab: 1, kind: 'freeze', after: 6 },
    { do: 'edit', ...tablet, tab: 1, pack: 0 },
    { do: 'archive', ...tablet, tab: 1, pack: 0 },
    { do: 'edit', ...tablet, pack: 0 },
  ],
  'an edit is not taken away by a deletion before it that comes to the host late': [
    { do: 'ask', ...phone, tab: 1 },
    { do: 'edit', ...phone, pack: 1 },
    { do: 'faults', device: 1, faults: ['late'] },
    { do: 'delete', ...phone, tab: 1, pack: 0 },
    { do: 'ask', ...phone },
    { do: 'edit', ...phone, tab: 1, pack: 0 },
  ],
  'a link that was written anew shows the pack as it was by then, though nobody heard that it had come before':
    [
      { do: 'edit', ...tablet, pack: 0 },
      { do: 'faults', device: 0, faults: ['lose'] },
      { do: 'send', ...tablet, pack: 0, how: 'link' },
      { do: 'edit', ...tablet, pack: 0 },
      { do: 'correct', ...tablet, pack: 0 },
    ],
  'nor is a message mailed as it was that the host took, then refused, and that was written anew': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'faults', device: 0, faults: ['lose', 'pass', 'refuse'] },
    { do: 'send', ...tablet, pack: 0, how: 'send' },
    { do: 'mail' },
    { do: 'push', ...tablet },
    { do: 'correct', ...tablet, pack: 0 },
    { do: 'mail' },
  ],
  'a message whose pack the host has refused says so': [
    { do: 'sync', ...tablet },
    { do: 'faults', device: 0, faults: ['refuse'] },
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'send', ...tablet, pack: 0, how: 'send' },
  ],
  'a message whose refused signature is given up waits for nothing any more': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'faults', device: 0, faults: ['refuse'] },
    { do: 'sign', ...tablet },
    { do: 'send', ...tablet, pack: 0, how: 'send', isSigned: true },
    { do: 'discard', ...tablet, item: 0 },
  ],
  'a window that slept before it sent a new pack does not write over what another window made of it': [
    { do: 'sync', ...tablet },
    { do: 'line', device: 0, state: 'down' },
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'line', device: 0, state: 'up' },
    { do: 'trap', ...tablet, kind: 'freeze', after: 8 },
    { do: 'push', ...tablet },
    { do: 'edit', ...otherTab, pack: 0 },
    { do: 'thaw', device: 0 },
  ],
  'who signed in is told under their own name, though their window sleeps until somebody else has': [
    { do: 'trap', ...tablet, kind: 'freeze', after: 6 },
    { do: 'sync', ...tablet },
    { do: 'sign in', ...otherTab, person: 'henrik' },
  ],
  'nor is anybody told under the name of who signs in at the same time in another window': [
    { do: 'sync', ...tablet },
    { do: 'sign out', ...tablet },
    {
      do: 'at once',
      deeds: [
        { do: 'sign in', ...tablet, person: 'nora' },
        { do: 'sign in', ...otherTab, person: 'henrik' },
      ],
      pace: [2, 5],
    },
  ],
  'a signature is not given up for one that another window, which slept, was asked to save before it': [
    { do: 'trap', ...otherTab, kind: 'freeze', after: 5 },
    { do: 'edit', ...otherTab, pack: 2 },
    { do: 'faults', device: 0, faults: ['refuse'] },
    { do: 'sign', ...otherTab },
    { do: 'sign', ...tablet },
  ],
  'what went up from a device that was full before it could note which host that is is there after a restore':
    [
      { do: 'full', device: 0, passing: 0, writes: 2 },
      { do: 'back up' },
      { do: 'edit', ...tablet, pack: 0 },
      { do: 'restore' },
    ],
  'a message whose pack was taken away while it waited for its signature says so': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'faults', device: 0, faults: ['refuse'] },
    { do: 'sign', ...tablet },
    { do: 'send', ...tablet, pack: 0, how: 'send', isSigned: true },
    { do: 'delete', ...tablet, pack: 0 },
  ],
  'what another device made of a pack is not written over by who archives it': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'sync', ...phone },
    { do: 'faults', device: 0, faults: ['stall'] },
    { do: 'archive', ...tablet, pack: 0 },
    { do: 'edit', ...phone, pack: 0 },
  ],
  'what two windows and another device make of one pack is three packs': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'sync', ...phone },
    { do: 'open editor', device: 1, tab: 0, pack: 0 },
    { do: 'open editor', device: 1, tab: 1, pack: 0 },
    { do: 'line', device: 1, state: 'down' },
    { do: 'save editor', device: 1, tab: 0, pack: 0 },
    { do: 'save editor', device: 1, tab: 1, pack: 0 },
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'line', device: 1, state: 'up' },
  ],
  'what is saved in a third window on top of the same state does not write over the copy of the second': [
    { do: 'edit', ...tablet, pack: 1 },
    { do: 'trap', ...tablet, kind: 'freeze', after: 7 },
    { do: 'edit', ...tablet, pack: 1 },
    { do: 'edit', ...tablet, pack: 1 },
    { do: 'edit', ...tablet, pack: 1 },
    { do: 'edit', ...tablet, pack: 1 },
  ],
  'a signature that another window saves over before it has gone is not said to be at the host': [
    { do: 'delete', ...otherTab, pack: 0 },
    {
      do: 'at once',
      deeds: [
        { do: 'sign', ...otherTab },
        { do: 'sign', ...tablet },
      ],
      pace: [6, 1],
    },
  ],
  'a message that goes while its host is found to be restored does not wait for ever': [
    { do: 'edit', ...phone, pack: 2 },
    {
      do: 'at once',
      deeds: [
        { do: 'edit', device: 1, tab: 1, pack: 1 },
        { do: 'edit', ...tablet, pack: 1 },
      ],
      pace: [3, 5],
    },
    { do: 'archive', device: 1, tab: 1, pack: 1 },
    { do: 'line', device: 0, state: 'down' },
    { do: 'edit', ...tablet, pack: 1 },
    { do: 'send', ...tablet, pack: 1, how: 'send' },
    { do: 'line', device: 0, state: 'up' },
    { do: 'sign in', ...tablet, person: 'henrik' },
    { do: 'edit', ...tablet, pack: 1 },
    { do: 'edit', ...tablet, pack: 1 },
    { do: 'back up' },
    { do: 'faults', device: 0, faults: ['lose'] },
    { do: 'send', ...tablet, pack: 1, how: 'link' },
    { do: 'restore' },
  ],
  'an event that a window which slept goes on with has been tried by another one meanwhile': [
    { do: 'edit', ...otherTab, pack: 0 },
    { do: 'log', ...tablet },
    { do: 'line', device: 0, state: 'down' },
    { do: 'edit', ...otherTab, pack: 2 },
    { do: 'line', device: 0, state: 'up' },
    { do: 'trap', ...otherTab, kind: 'freeze', after: 14 },
    { do: 'push', ...otherTab },
    { do: 'tokens end' },
  ],
  'an event whose token had ended goes on with a new one, though another window has tried it since': [
    { do: 'edit', ...otherTab, pack: 0 },
    { do: 'log', ...tablet },
    { do: 'tokens end' },
    { do: 'line', device: 0, state: 'down' },
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'send', ...tablet, pack: 0, how: 'send' },
    { do: 'line', device: 0, state: 'up' },
    { do: 'trap', ...tablet, kind: 'freeze', after: 9 },
    { do: 'push', ...tablet },
    { do: 'faults', device: 0, faults: ['hold'] },
    { do: 'push', ...otherTab },
    { do: 'thaw', device: 0 },
    { do: 'held calls go on', device: 0 },
  ],
  'a mail that a clock which was ahead has asked about is asked about until somebody answers': [
    { do: 'sync', ...tablet },
    { do: 'full', device: 0, passing: 5, writes: 2 },
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'send', ...tablet, pack: 0, how: 'send' },
    { do: 'clock', device: 0, off: 315_360_000_000 },
    { do: 'edit', ...tablet, pack: 1 },
    { do: 'clock', device: 0, off: 0 },
  ],
  'what a window was at that is closed goes on with the next push': [
    { do: 'ask', device: 1, tab: 1 },
    { do: 'edit', ...phone, pack: 1 },
    { do: 'edit', ...phone, pack: 1 },
    { do: 'faults', device: 1, faults: ['stall'] },
    { do: 'send', ...phone, pack: 1, how: 'send' },
    { do: 'close', ...phone },
  ],
  'what waited for a pack that was refused goes once that is archived': [
    { do: 'push', ...otherTab },
    { do: 'line', device: 0, state: 'down' },
    { do: 'edit', ...otherTab, pack: 0 },
    { do: 'edit', ...tablet, pack: 1 },
    { do: 'send', ...tablet, pack: 1, how: 'send' },
    { do: 'line', device: 0, state: 'up' },
    { do: 'records are refused', device: 0, count: 2 },
    { do: 'ask', ...otherTab },
    { do: 'archive', ...tablet, pack: 1 },
  ],
  'a link from a form that was sent before its device was put back works': [
    { do: 'edit', ...tablet, pack: 0 },
    { do: 'begin a form', ...tablet, pack: 0 },
    { do: 'keep state', device: 0 },
    { do: 'send form', ...tablet, pack: 0, how: 'link' },
    { do: 'put back', device: 0 },
    { do: 'send form', ...tablet, pack: 0, how: 'link' },
  ],
  'work of one person does not go out under the token of another who signs in at that moment': [
    { do: 'sign in', ...tablet, person: 'henrik' },
    { do: 'line', device: 0, state: 'portal' },
    { do: 'edit', ...otherTab, pack: 2 },
  ],
  'what a message shows is known also of somebody who has signed out before it was written down': [
    { do: 'edit', device: 0, tab: 1, pack: 0 },
    { do: 'trap', device: 0, tab: 1, kind: 'freeze', after: 6 },
    { do: 'edit', device: 0, tab: 1, pack: 0 },
    { do: 'send', device: 0, tab: 1, pack: 0, how: 'link' },
    { do: 'sign out', device: 0, tab: 1 },
    { do: 'edit', device: 0, tab: 1, pack: 0 },
    { do: 'edit', device: 1, tab: 1, pack: 0 },
    { do: 'edit', device: 0, tab: 0, pack: 2 },
  ],
  'what goes while its device finds out that the host was restored goes once more': [
    { do: 'sign in', device: 1, tab: 0, person: 'henrik' },
    { do: 'back up' },
    { do: 'restore' },
    { do: 'sync', device: 1, tab: 0 },
    {
      do: 'at once',
      deeds: [
        { do: 'sign', device: 1, tab: 1 },
        { do: 'send', device: 0, tab: 1, pack: 1, how: 'send', isSigned: true },
      ],
      pace: [5, 6],
    },
    { do: 'trap', device: 1, tab: 1, kind: 'kill', after: 10 },
    { do: 'sign in', device: 1, tab: 1, person: 'henrik' },
    { do: 'edit', device: 1, tab: 1, pack: 1 },
  ],
  'a pack is not sent under the name of who signs in at that moment in another window': [
    { do: 'edit', device: 1, tab: 0, pack: 1 },
    { do: 'edit', device: 0, tab: 0, pack: 2 },
    { do: 'faults', device: 1, faults: ['pass', 'pass', 'pass', 'pass', 'pass', 'hold'] },
    { do: 'sync', device: 1, tab: 0 },
    { do: 'line', device: 1, state: 'down' },
    { do: 'edit', device: 1, tab: 0, pack: 1 },
    { do: 'held calls go on', device: 1 },
    { do: 'line', device: 1, state: 'up' },
    {
      do: 'at once',
      deeds: [
        { do: 'sign in', device: 1, tab: 0, person: 'henrik' },
        { do: 'send', device: 1, tab: 1, pack: 2, how: 'send', isSigned: true },
      ],
      pace: [0, 4],
    },
  ],
  'what another device has brought back to a restored host is not written over by who made it, unheard': [
    { do: 'edit', device: 1, tab: 1, pack: 1 },
    { do: 'faults', device: 1, faults: ['too-late', 'refuse', 'page'] },
    { do: 'back up' },
    { do: 'edit', device: 1, tab: 0, pack: 1 },
    { do: 'sync', device: 0, tab: 1 },
    { do: 'edit', device: 0, tab: 1, pack: 1 },
    { do: 'restore' },
  ],
  'who is told what became of an edit that somebody saved over hears of the copy it went into': [
    { do: 'edit', device: 0, tab: 1, pack: 0 },
    { do: 'sync', device: 1, tab: 1 },
    { do: 'faults', device: 1, faults: ['busy', 'stall'] },
    { do: 'edit', device: 1, tab: 1, pack: 0 },
    { do: 'edit', device: 1, tab: 0, pack: 0 },
    {
      do: 'at once',
      deeds: [
        { do: 'edit', device: 1, tab: 0, pack: 0 },
        { do: 'save editor', device: 0, tab: 1, pack: 0 },
      ],
      pace: [2, 0],
    },
  ],
  'a message shows what its sender saw, though another device’s state takes the place of that before it is written':
    [
      { do: 'edit', device: 0, tab: 0, pack: 1 },
      { do: 'push', device: 1, tab: 1 },
      { do: 'edit', device: 0, tab: 1, pack: 0 },
      { do: 'trap', device: 1, tab: 1, kind: 'freeze', after: 1 },
      { do: 'edit', device: 1, tab: 1, pack: -1 },
      { do: 'send', device: 1, tab: 1, pack: -1, how: 'send' },
      { do: 'trap', device: 1, tab: 1, kind: 'freeze', after: 17 },
      { do: 'push', device: 1, tab: 1 },
      { do: 'push', device: 1, tab: 0 },
      { do: 'thaw', device: 1 },
      { do: 'edit', device: 1, tab: 0, pack: 0 },
      { do: 'edit', device: 1, tab: 0, pack: 0 },
    ],
  'what came nowhere while the host was there goes by itself when its time has come': [
    { do: 'sync', ...phone },
    { do: 'push', device: 1, tab: 1 },
    { do: 'line', device: 1, state: 'down' },
    { do: 'edit', ...phone, pack: 0 },
    { do: 'send', ...phone, pack: 0, how: 'send' },
    { do: 'line', device: 1, state: 'up' },
    { do: 'faults', device: 1, faults: ['pass', 'pass', 'pass', 'drop'] },
    { do: 'ask', ...phone },
  ],
};

describe('what was wrong once', () => {
  test.each(Object.entries(pinned))('%s', (_title, history) => live(history, everythingIsTrue));
});

const livedThrough = (arbitrary: typeof histories, seed: number) =>
  fc.assert(
    fc.asyncProperty(arbitrary, (history) => live(history, everythingIsTrue)),
    {
      ...{ seed, numRuns, endOnFailure: isUnshrunk, includeErrorInReport: true },
      ...(!isLong && { interruptAfterTimeLimit: quickMs }),
    },
  );

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
