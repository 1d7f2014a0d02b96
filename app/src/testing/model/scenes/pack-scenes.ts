import type { Step } from '../steps.ts';
import { befalls, elsewhere, lastPack, type Scenes } from './scene-parts.ts';

/** What befalls packs that are saved, archived or deleted. */
export const packScenes: Scenes = {
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

  /** A pack is archived while it is worked on elsewhere. */
  archivedMeanwhile: ({ device, tab, other, pack }) => [
    { do: 'edit', device, tab, pack },
    { do: 'sync', device: elsewhere(device), tab: other },
    { do: 'faults', device, faults: ['stall'] },
    { do: 'archive', device, tab, pack },
    { do: 'edit', device: elsewhere(device), tab: other, pack },
    { do: 'held calls go on', device },
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
};
