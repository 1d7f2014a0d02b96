import type { Deed, Step } from '../steps.ts';
import { befalls, type Scenes } from './scene-parts.ts';

/** What is written down of what people do. */
export const logScenes: Scenes = {
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
