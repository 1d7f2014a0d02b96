import type { Step } from '../steps.ts';
import { befalls, elsewhere, lastPack, newPack, type Scenes } from './scene-parts.ts';

/** Windows that sleep or end in the middle of something. */
export const windowScenes: Scenes = {
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

  /** So many wait that some are claimed ahead, and their window sleeps just after that until another one has taken over. */
  asleepWithClaimsAhead: ({ device, tab, how }) => [
    { do: 'edit', device, tab, pack: lastPack },
    { do: 'push', device, tab },
    { do: 'line', device, state: 'down' },
    ...Array.from({ length: 14 }, () => ({ do: 'send', device, tab, pack: lastPack, how }) satisfies Step),
    { do: 'line', device, state: 'up' },
    // Ahead only after the first ones are answered; before a mail it is asked which host that is.
    { do: 'trap', device, tab, kind: 'freeze', after: how === 'send' ? 17 : 15 },
    { do: 'push', device, tab },
    { do: 'push', device, tab: elsewhere(tab) },
    { do: 'thaw', device },
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
};
