import { befalls, elsewhere, type Scenes } from './scene-parts.ts';

const weekMs = 7 * 24 * 3_600_000;
const yearMs = 365 * 24 * 3_600_000;

/** What befalls messages and the signatures below them. */
export const messageScenes: Scenes = {
  /** What was sent is edited before it goes. */
  editedBeforeItGoes: ({ device, tab, other, pack, how }) => [
    { do: 'edit', device, tab, pack },
    { do: 'line', device, state: 'down' },
    { do: 'send', device, tab, pack, how },
    { do: 'edit', device, tab: other, pack },
  ],

  /** A message is taken back or written anew while it goes, or before anybody knows whether it went. */
  takenBack: (parts) => {
    const { device, tab, other, pack, how, isOffline } = parts;
    return [
      { do: 'line', device, state: 'down' },
      { do: 'edit', device, tab, pack },
      { do: 'send', device, tab, pack, how },
      { do: 'line', device, state: 'up' },
      befalls(parts),
      { do: 'ask', device, tab },
      { do: isOffline ? 'cancel' : 'correct', device, tab: other, pack },
      { do: 'held calls go on', device },
      { do: 'mail' },
    ];
  },

  /** The same of one that nobody knows of whether it arrived, and that is then refused. */
  refusedInDoubt: ({ device, tab, other, pack, how, isOffline }) => [
    { do: 'edit', device, tab, pack },
    // Whoever is in doubt asks first which host it is.
    { do: 'faults', device, faults: how === 'send' ? ['lose', 'pass', 'refuse'] : ['lose', 'refuse'] },
    { do: 'send', device, tab, pack, how },
    { do: 'mail' },
    { do: 'push', device, tab },
    { do: isOffline ? 'cancel' : 'correct', device, tab: other, pack },
    { do: 'mail' },
  ],

  /** A link whose arrival nobody knows of is taken back. */
  linkTakenBack: ({ device, tab, other, pack }) => [
    { do: 'edit', device, tab, pack },
    { do: 'faults', device, faults: ['lose'] },
    { do: 'send', device, tab, pack, how: 'link' },
    { do: 'line', device, state: 'up' },
    { do: 'cancel', device, tab: other, pack },
  ],

  /** The call that takes a link back is given up, comes late, and meanwhile the link is written anew. */
  takenBackTooLate: ({ device, tab, other, pack, passing }) => [
    { do: 'edit', device, tab, pack },
    { do: 'faults', device, faults: ['busy'] },
    { do: 'send', device, tab, pack, how: 'link' },
    { do: 'faults', device, faults: [...Array.from({ length: passing }, () => 'pass' as const), 'late'] },
    { do: 'cancel', device, tab, pack },
    { do: 'correct', device, tab: other, pack },
    { do: 'push', device, tab },
    { do: 'late calls arrive', device },
  ],

  /** A link whose arrival nobody knows of is written anew, and its pack has been edited since. */
  linkWrittenAnew: (parts) => {
    const { device, tab, other, pack } = parts;
    return [
      { do: 'edit', device, tab, pack },
      befalls(parts),
      { do: 'send', device, tab, pack, how: 'link' },
      { do: 'edit', device, tab: other, pack },
      { do: 'correct', device, tab: other, pack },
      { do: 'held calls go on', device },
      { do: 'push', device, tab },
    ];
  },

  /** What was refused is given up, and something waits for it. */
  givenUp: ({ device, tab, other, pack, how, isOffline }) => [
    { do: 'push', device, tab },
    { do: 'line', device, state: 'down' },
    { do: 'edit', device, tab, pack },
    { do: 'send', device, tab, pack, how },
    { do: 'line', device, state: 'up' },
    { do: 'records are refused', device, count: 1 },
    { do: 'ask', device, tab },
    isOffline ? { do: 'archive', device, tab: other, pack } : { do: 'discard', device, tab: other, item: 0 },
  ],

  /** What is sent stands above a signature that is still on its way, or was not taken. */
  signed: (parts) => {
    const { device, tab, other, pack, how } = parts;
    return [
      { do: 'edit', device, tab, pack },
      befalls({ ...parts, passing: 0 }),
      { do: 'sign', device, tab },
      { do: 'send', device, tab: other, pack, how, isSigned: true },
      { do: 'held calls go on', device },
      { do: 'push', device, tab },
      { do: 'sign', device, tab: other },
    ];
  },

  /** Two devices make a signature each, and something waits for one of them. */
  signedTwice: ({ device, tab, other, pack, how }) => [
    { do: 'edit', device, tab, pack },
    { do: 'faults', device, faults: ['refuse'] },
    { do: 'sign', device, tab },
    { do: 'send', device, tab, pack, how, isSigned: true },
    { do: 'sign', device: elsewhere(device), tab: other },
    { do: 'sync', device, tab },
    { do: 'sign', device, tab: other },
    { do: 'push', device, tab },
  ],

  /** A signature is changed, which the host does not take, and those that it has are read. */
  signedAnew: ({ device, tab, other }) => [
    { do: 'line', device, state: 'up' },
    { do: 'sign', device, tab },
    { do: 'records are refused', device, count: 1 },
    { do: 'sign', device, tab },
    { do: 'sync', device, tab: other },
  ],

  /** The log of one pack is looked at, and that of another one half a year later, by whatever clock. */
  halfAYear: ({ device, tab, other, how, isOffline }) => [
    { do: 'edit', device, tab, pack: 0 },
    { do: 'send', device, tab, pack: 0, how },
    { do: 'look at pack log', device, tab, pack: 0 },
    isOffline ? { do: 'clock', device, off: 10 * yearMs } : { do: 'time', ms: 25 * weekMs },
    { do: 'edit', device, tab: other, pack: 1 },
    { do: 'send', device, tab: other, pack: 1, how },
    { do: 'look at pack log', device, tab: other, pack: 1 },
    { do: 'look at pack log', device, tab: other, pack: 1 },
    { do: 'clock', device, off: 0 },
  ],
};
