import type { Fault } from './line.ts';
import type { PersonName } from './world.ts';

export type Index = 0 | 1;

/** Where somebody does something: on which device, in which window. */
interface Place {
  device: Index;
  tab: Index;
}

/** What a person does. */
export type Deed = Place &
  (
    | { do: 'open editor'; pack: number }
    | { do: 'save editor'; pack: number }
    | { do: 'edit'; pack: number }
    | { do: 'send'; pack: number; how: 'send' | 'link'; isSigned?: boolean }
    | { do: 'begin a form'; pack: number }
    | { do: 'send form'; pack: number; how: 'send' | 'link' }
    | { do: 'sign' }
    | { do: 'look at pack log'; pack: number }
    | { do: 'cancel'; pack: number }
    | { do: 'correct'; pack: number }
    | { do: 'sync' }
    | { do: 'push' }
    | { do: 'delete'; pack: number }
    | { do: 'archive'; pack: number }
    | { do: 'retry'; item: number }
    | { do: 'discard'; item: number }
    | { do: 'sign out' }
    | { do: 'sign in'; person: PersonName }
    | { do: 'ask' }
    | { do: 'log' }
    | { do: 'log much' }
    | { do: 'push log' }
  );

export type Step =
  | Deed
  | { do: 'at once'; deeds: [Deed, Deed]; pace: [number, number] }
  | { do: 'line'; device: Index; state: 'up' | 'down' | 'portal' }
  | { do: 'faults'; device: Index; faults: Fault[] }
  | { do: 'records are refused'; device: Index; count: number }
  | { do: 'keep state'; device: Index }
  | { do: 'put back'; device: Index }
  | { do: 'late calls arrive'; device: Index }
  | { do: 'held calls go on'; device: Index }
  | ({ do: 'trap'; kind: 'kill' | 'freeze'; after: number } & Place)
  | ({ do: 'close' } & Place)
  | { do: 'thaw'; device: Index }
  | { do: 'full'; device: Index; passing: number; writes: number }
  | { do: 'clock'; device: Index; off: number }
  | { do: 'time'; ms: number }
  | { do: 'tokens end' }
  | { do: 'sessions end' }
  | { do: 'mail' }
  | { do: 'back up' }
  | { do: 'restore' }
  | { do: 'publish' }
  | { do: 'events are refused'; count: number };
