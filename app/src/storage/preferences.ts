import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

const preferencesKey = 'satchel-preferences';

/** Small choices by name. */
export function createPreferences(storage: StateStorage = localStorage) {
  const store = createStore<Record<string, unknown>>()(
    persist(() => ({}), {
      name: preferencesKey,
      version: 1,
      storage: createJSONStorage(() => storage),
      // A name that another window removed is gone here too.
      merge: (stored) => ({ ...(stored as object) }),
    }),
  );
  return {
    key: preferencesKey,
    subscribe: store.subscribe,
    read: <T>(name: string, fallback: T): T =>
      Object.hasOwn(store.getState(), name) ? (store.getState()[name] as T) : fallback,
    /** A choice holds in this window even when the device has no room for it. */
    write(name: string, value: unknown) {
      try {
        store.setState({ [name]: value });
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
      }
    },
    names: () => Object.keys(store.getState()),
    remove(names: readonly string[]) {
      const left = Object.entries(store.getState()).filter(([name]) => !names.includes(name));
      store.setState(Object.fromEntries(left), true);
    },
    reread: () => void store.persist.rehydrate(),
  };
}
