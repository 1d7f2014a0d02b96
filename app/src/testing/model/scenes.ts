import fc from 'fast-check';
import type { Fault } from './line.ts';
import type { Deed, Index, Step } from './steps.ts';
import type { PersonName } from './world.ts';

export const index = fc.constantFrom<Index>(0, 1);
export const pack = fc.nat({ max: 2 });
/** One that nobody has begun, and whichever is listed last: that one, for as long as it is there. */
const [newPack, lastPack] = [9, -1];

const parts = fc.record({
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

const weekMs = 7 * 24 * 3_600_000;
const yearMs = 365 * 24 * 3_600_000;

const elsewhere = (device: Index): Index => (device === 0 ? 1 : 0);
const befalls = ({ device, passing, fault }: Parts): Step => ({
  do: 'faults',
  device,
  faults: [...Array.from({ length: passing }, () => 'pass' as const), fault],
});

/** What seldom comes about by itself, and is where work gets lost. */
const scenes: Record<string, (parts: Parts) => Step[]> = {
  /** An edit exactly while the answer to a push is on its way. */
  editedOnTheWay: (parts) => {
    const { device, tab, other, pack } = parts;
    return [
      befalls({ ...parts, fault: 'hold' }),
      { do: 'edit', device, tab, pack },
      { do: 'edit', device, tab: other, pack },
      { do: 'held calls go on', device },
    ];
  },

  /** The same, of a pack that the host knows, by a push that waits for nobody. */
  savedDuringPush: (parts) => {
    const { device, tab, other, pack } = parts;
    return [
      { do: 'edit', device, tab, pack },
      { do: 'line', device, state: 'down' },
      { do: 'edit', device, tab, pack },
      { do: 'line', device, state: 'up' },
      befalls({ ...parts, fault: 'hold' }),
      { do: 'ask', device, tab },
      { do: 'edit', device, tab: other, pack },
      { do: 'held calls go on', device },
    ];
  },

  /** A window that freezes somewhere between taking its turn and sending, and another that takes over. */
  frozenInItsTurn: ({ device, tab, pack, after, how }) => [
    { do: 'line', device, state: 'down' },
    { do: 'edit', device, tab, pack },
    { do: 'send', device, tab, pack, how },
    { do: 'line', device, state: 'up' },
    { do: 'trap', device, tab, kind: 'freeze', after },
    { do: 'push', device, tab },
    { do: 'faults', device, faults: ['hold'] },
    { do: 'push', device, tab: elsewhere(tab) },
    { do: 'thaw', device },
    { do: 'held calls go on', device },
  ],

  /** Somebody signs in where work of another one waits. */
  otherPerson: ({ device, tab, other, pack, how, person, isOffline }) => [
    { do: 'line', device, state: 'down' },
    { do: 'edit', device, tab, pack },
    { do: 'send', device, tab, pack, how },
    ...(isOffline ? [{ do: 'sign out', device, tab } satisfies Step] : []),
    { do: 'line', device, state: 'up' },
    { do: 'sign in', device, tab: other, person },
    { do: 'edit', device, tab: other, pack },
    { do: 'push', device, tab },
  ],

  /** One of several that wait meets something. */
  oneOfMany: (parts) => {
    const { device, tab, other, pack, how } = parts;
    return [
      { do: 'line', device, state: 'down' },
      { do: 'edit', device, tab, pack },
      { do: 'send', device, tab, pack, how },
      { do: 'edit', device, tab: other, pack: (pack + 1) % 3 },
      { do: 'send', device, tab: other, pack: (pack + 1) % 3, how },
      { do: 'line', device, state: 'up' },
      befalls(parts),
      { do: 'ask', device, tab },
      { do: 'held calls go on', device },
    ];
  },

  /** One of several that wait is turned down, and nothing else happens. */
  oneIsRefused: ({ device, tab, other, pack, how, passing }) => [
    { do: 'push', device, tab },
    { do: 'line', device, state: 'down' },
    { do: 'edit', device, tab, pack },
    { do: 'edit', device, tab: other, pack: (pack + 1) % 3 },
    { do: 'send', device, tab: other, pack: (pack + 1) % 3, how },
    { do: 'line', device, state: 'up' },
    { do: 'records are refused', device, count: 1 + (passing % 2) },
    { do: 'ask', device, tab },
  ],

  /** A device is put back to the time before something was sent from a form, and it is sent again from there. */
  putBack: ({ device, tab, other, pack, how, passing, isOffline }) => [
    { do: 'edit', device, tab, pack },
    { do: 'begin a form', device, tab, pack },
    { do: 'keep state', device },
    { do: 'send form', device, tab, pack, how },
    ...(passing % 2 === 0 ? [{ do: 'mail' } satisfies Step] : []),
    { do: 'put back', device },
    ...(passing > 1 ? [{ do: 'sync', device, tab: other } satisfies Step] : []),
    ...(isOffline ? [{ do: 'line', device, state: 'down' } satisfies Step] : []),
    { do: 'send form', device, tab: other, pack, how: passing % 2 === 0 ? how : 'link' },
    { do: 'line', device, state: 'up' },
    { do: 'ask', device, tab },
  ],

  /** So many wait that some are claimed before there is a place for them, and their window is stopped in the middle. */
  manyWait: (parts) => {
    const { device, tab, other, pack, after, how, isOffline } = parts;
    return [
      { do: 'edit', device, tab, pack },
      { do: 'back up' },
      { do: 'line', device, state: 'down' },
      ...Array.from({ length: 14 }, () => ({ do: 'send', device, tab, pack, how }) satisfies Step),
      { do: 'line', device, state: 'up' },
      befalls({ ...parts, passing: parts.passing + 4 }),
      { do: 'trap', device, tab, kind: isOffline ? 'kill' : 'freeze', after: after + 6 },
      { do: 'push', device, tab },
      { do: 'cancel', device, tab: other, pack },
      ...(how === 'link' ? ([{ do: 'mail' }, { do: 'restore' }] satisfies Step[]) : []),
      { do: 'push', device, tab: elsewhere(tab) },
      { do: 'thaw', device },
      { do: 'held calls go on', device },
    ];
  },

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

  /** A pack is taken away on one device while it is worked on and sent on the other. */
  goneElsewhere: ({ device, tab, other, pack, how, isOffline }) => [
    { do: 'edit', device, tab, pack },
    { do: 'sync', device: elsewhere(device), tab },
    { do: 'line', device, state: 'down' },
    { do: 'edit', device, tab: other, pack },
    { do: 'send', device, tab, pack, how },
    { do: isOffline ? 'archive' : 'delete', device: elsewhere(device), tab, pack },
    { do: 'line', device, state: 'up' },
    { do: 'ask', device, tab },
    { do: 'sync', device, tab: other },
  ],

  /** Somebody signs out while their work goes. */
  signedOutOnTheWay: (parts) => {
    const { device, tab, other, pack, how, person } = parts;
    return [
      { do: 'line', device, state: 'down' },
      { do: 'edit', device, tab, pack },
      { do: 'send', device, tab, pack, how },
      { do: 'line', device, state: 'up' },
      befalls({ ...parts, fault: 'hold' }),
      { do: 'ask', device, tab },
      { do: 'sign out', device, tab: other },
      { do: 'sign in', device, tab: other, person },
      { do: 'held calls go on', device },
    ];
  },

  /** A window that sleeps in the middle of a push until the host is another one. */
  asleep: ({ device, tab, pack, after, how, isOffline }) => [
    { do: 'edit', device, tab, pack },
    { do: 'back up' },
    { do: 'line', device, state: 'down' },
    { do: 'edit', device, tab, pack: (pack + 1) % 3 },
    { do: 'send', device, tab, pack, how },
    { do: 'line', device, state: 'up' },
    { do: 'trap', device, tab, kind: 'freeze', after },
    { do: 'push', device, tab },
    { do: 'time', ms: 3_600_000 },
    { do: 'tokens end' },
    ...(isOffline ? ([{ do: 'mail' }, { do: 'restore' } satisfies Step] as Step[]) : []),
    { do: 'edit', device, tab: elsewhere(tab), pack },
    { do: 'thaw', device },
  ],

  /** A list of packs is asked for, and what is edited meanwhile is not in it yet. */
  editedDuringSync: (parts) => {
    const { device, tab, other, pack, passing, isOffline } = parts;
    return [
      { do: 'edit', device, tab, pack },
      { do: 'edit', device: elsewhere(device), tab, pack: (pack + 1) % 3 },
      // The lists of packs come after the entry, the configuration and the channel; one's own is the last of three.
      befalls({ ...parts, passing: isOffline ? 5 : passing + 3, fault: 'hold' }),
      { do: 'sync', device, tab },
      ...(isOffline ? [{ do: 'line', device, state: 'down' } satisfies Step] : []),
      { do: 'edit', device, tab: other, pack },
      { do: 'held calls go on', device },
      { do: 'line', device, state: 'up' },
    ];
  },

  /** The same pack on two devices, one of them without a signal. */
  crossed: ({ device, tab, other, pack, isOffline }) => [
    { do: 'edit', device, tab, pack },
    { do: 'sync', device: elsewhere(device), tab },
    ...(isOffline ? [{ do: 'line', device, state: 'down' } satisfies Step] : []),
    { do: 'open editor', device, tab, pack },
    { do: 'edit', device: elsewhere(device), tab: other, pack },
    { do: 'sync', device, tab: other },
    { do: 'save editor', device, tab, pack },
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

  /** A device is full in the middle of something, and has space again. */
  full: (parts) => {
    const { device, tab, other, pack, how, passing } = parts;
    return [
      { do: 'edit', device, tab, pack },
      { do: 'full', device, passing: passing * 2, writes: 1 },
      { do: 'edit', device, tab, pack },
      { do: 'send', device, tab: other, pack, how },
      { do: 'push', device, tab },
    ];
  },

  /** A host goes back to yesterday. */
  restored: (parts) => {
    const { device, tab, pack, how, passing, isOffline } = parts;
    const [fault = 'lose'] = (['lose', 'gateway', 'too-late', 'cut'] as const).slice(passing);
    return [
      { do: 'edit', device, tab, pack },
      { do: 'back up' },
      befalls({ ...parts, passing: 0, fault: isOffline ? parts.fault : fault }),
      { do: 'send', device, tab, pack, how },
      { do: 'mail' },
      { do: 'restore' },
    ];
  },

  /** The same while the answer is on its way, and a window that is opened hears of it. */
  restoredMeanwhile: ({ device, tab, pack, how }) => [
    { do: 'edit', device, tab, pack },
    { do: 'close', device, tab: elsewhere(tab) },
    { do: 'back up' },
    { do: 'faults', device, faults: ['hold'] },
    { do: 'send', device, tab, pack, how },
    { do: 'mail' },
    { do: 'restore' },
    { do: 'ask', device, tab: elsewhere(tab) },
    { do: 'held calls go on', device },
  ],

  /** Both devices bring back a pack that a restored host has lost, each in the state that it knows. */
  broughtBack: ({ device, tab, other, pack, isOffline }) => [
    { do: 'back up' },
    { do: 'edit', device, tab, pack },
    { do: 'sync', device: elsewhere(device), tab: other },
    { do: 'edit', device, tab, pack },
    ...(isOffline ? [{ do: 'edit', device: elsewhere(device), tab: other, pack } satisfies Step] : []),
    { do: 'restore' },
  ],

  /** A link whose arrival nobody knows of is taken back. */
  linkTakenBack: ({ device, tab, other, pack }) => [
    { do: 'edit', device, tab, pack },
    { do: 'faults', device, faults: ['lose'] },
    { do: 'send', device, tab, pack, how: 'link' },
    { do: 'line', device, state: 'up' },
    { do: 'cancel', device, tab: other, pack },
  ],

  /** A pack is archived while it is worked on elsewhere. */
  archivedMeanwhile: ({ device, tab, other, pack }) => [
    { do: 'edit', device, tab, pack },
    { do: 'sync', device: elsewhere(device), tab: other },
    { do: 'faults', device, faults: ['stall'] },
    { do: 'archive', device, tab, pack },
    { do: 'edit', device: elsewhere(device), tab: other, pack },
    { do: 'held calls go on', device },
  ],

  /** A window sleeps before it sends a new pack, which another one goes on with. */
  asleepBeforeItSends: ({ device, tab, passing }) => [
    { do: 'sync', device, tab },
    { do: 'line', device, state: 'down' },
    { do: 'edit', device, tab, pack: newPack },
    { do: 'line', device, state: 'up' },
    { do: 'trap', device, tab, kind: 'freeze', after: 6 + passing },
    { do: 'push', device, tab },
    { do: 'edit', device, tab: elsewhere(tab), pack: lastPack },
    { do: 'thaw', device },
  ],

  /** Two pages of one pack are saved after another window has saved it. */
  overtaken: ({ device, tab, pack }) => [
    { do: 'edit', device, tab, pack },
    { do: 'open editor', device, tab, pack },
    { do: 'open editor', device, tab, pack: lastPack },
    { do: 'edit', device, tab: elsewhere(tab), pack },
    { do: 'save editor', device, tab, pack },
    { do: 'save editor', device, tab, pack: lastPack },
  ],

  /** A window ends in the middle of a save. */
  cutWhileSaving: ({ device, tab, other, pack, passing, isOffline }) => [
    { do: 'edit', device, tab, pack },
    { do: 'trap', device, tab, kind: isOffline ? 'kill' : 'freeze', after: passing },
    { do: 'edit', device, tab, pack },
    { do: 'edit', device, tab: other, pack: (pack + 1) % 3 },
  ],

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

  /** A channel changes at the host while it is being taken in. */
  published: (parts) => {
    const { device, tab, other, after, passing, isOffline } = parts;
    return [
      { do: 'sync', device, tab },
      { do: 'publish' },
      // It is written down after three calls, with a moment before and after each.
      { do: 'trap', device, tab, kind: 'kill', after: isOffline ? after : 5 + passing },
      { do: 'sync', device, tab },
      { do: 'publish' },
      { do: 'sync', device, tab: other },
    ];
  },

  /** Somebody does a lot, with or without a host that takes note of it. */
  logged: (parts) => {
    const { device, tab, other, after, isOffline } = parts;
    return [
      { do: 'log', device, tab },
      ...(isOffline ? [{ do: 'log much', device, tab: other } satisfies Step] : [befalls(parts)]),
      { do: 'push log', device, tab },
      { do: 'log', device, tab: other },
      { do: 'events are refused', count: after },
      { do: 'push log', device, tab },
      { do: 'ask', device, tab },
      { do: 'events are refused', count: 0 },
    ];
  },

  /** A host that takes no note of something, ever. */
  neverLogged: ({ device, tab, after }) => [
    { do: 'log', device, tab },
    { do: 'events are refused', count: 100 },
    ...Array.from({ length: after }, (): Deed => ({ do: 'push log', device, tab })),
    { do: 'events are refused', count: 0 },
  ],

  /** The log goes out, and the host or the way there does not let it. */
  loggedInTrouble: (parts) => {
    const { device, tab } = parts;
    return [
      { do: 'log', device, tab },
      befalls(parts),
      { do: 'sign in', device, tab, person: parts.person },
      { do: 'line', device, state: 'down' },
      { do: 'log', device, tab },
      { do: 'ask', device, tab },
      { do: 'line', device, state: 'up' },
      { do: 'ask', device, tab },
    ];
  },
};

export const scene: fc.Arbitrary<Step[]> = fc
  .tuple(fc.constantFrom(...Object.values(scenes)), parts)
  .map(([play, given]) => play(given));
