import { createDrafts } from '#collections/drafts.ts';
import { openDatabase } from '#storage/database.ts';
import { createPreferences } from '#storage/preferences.ts';
import { createSessionStore, type StoredUser } from '#storage/session-store.ts';
import { memoryStorage } from './device.ts';

const person = (uuid: string): StoredUser => ({
  ...{ uuid, id: 1, name: uuid, mail: `${uuid}@velden.example` },
  ...{ roles: [], channels: [] },
});

/** Drafts on a device of their own; `restart` is the app opened anew on it, after all of its windows were closed. */
export function draftsDevice(storage = memoryStorage()) {
  const database = openDatabase(`drafts-${crypto.randomUUID()}`);
  const session = createSessionStore(storage);
  const told: unknown[] = [];
  let clock = 1_795_000_000_000;
  const tick = () => {
    clock += 1;
    return clock;
  };
  const held = new Map<string, number>();
  let windows = 0;
  const openWindow = () => {
    windows += 1;
    const window = windows;
    const claim = async (name: string) => {
      if (held.has(name)) return false;
      held.set(name, window);
      return true;
    };
    const leaving: (() => void)[] = [];
    const drafts = createDrafts({
      database,
      session,
      preferences: createPreferences(storage),
      claim,
      now: tick,
      beforePageGoes: (task) => leaving.push(task),
      onNotKept: (error) => told.push(error),
    });
    const leave = () => {
      for (const task of leaving) task();
    };
    const close = () => {
      for (const [name, holder] of held) if (holder === window) held.delete(name);
    };
    return { ...drafts, close, leave };
  };
  const restart = () => {
    held.clear();
    return openWindow();
  };
  const signIn = (uuid: string) => session.change({ user: person(uuid) });
  signIn('nora');
  return { storage, database, session, told, openWindow, restart, signIn, drafts: restart() };
}
