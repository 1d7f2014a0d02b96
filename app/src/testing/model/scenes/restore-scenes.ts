import type { Step } from '../steps.ts';
import { befalls, elsewhere, type Scenes } from './scene-parts.ts';

/** Hosts and devices that are put back to an earlier state. */
export const restoreScenes: Scenes = {
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
};
