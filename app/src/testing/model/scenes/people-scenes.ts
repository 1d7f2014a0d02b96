import type { Step } from '../steps.ts';
import { befalls, elsewhere, type Scenes } from './scene-parts.ts';

/** Several people at one device. */
export const peopleScenes: Scenes = {
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

  /** A window sleeps before it notes down who has signed in there, until somebody else has in another one. */
  asleepWhileSigningIn: ({ device, tab, passing, person }) => [
    { do: 'line', device, state: 'up' },
    { do: 'sign out', device, tab: elsewhere(tab) },
    // The token and who that is are two calls, with a moment before and after each.
    { do: 'trap', device, tab, kind: 'freeze', after: 4 + (passing % 2) },
    { do: 'sign in', device, tab, person },
    { do: 'sign in', device, tab: elsewhere(tab), person: person === 'nora' ? 'henrik' : 'nora' },
    { do: 'thaw', device },
  ],
};
