import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

const preferencesKey = 'satchel-preferences';

/** Small choices by name. */
export function createPreferences(storage: StateStorage = localStorage) {
  const store = createStore<Record<string, unknown>>()(
    persist(() => ({}), { name: preferencesKey, version: 1, storage: createJSONStorage(() => storage) }),
  );
  return {
    key: preferencesKey,
    read: <T>(name: string, fallback: T): T =>
      Object.hasOwn(store.getState(), name) ? (store.getState()[name] as T) : fallback,
    write: (name: string, value: unknown) => store.setState({ [name]: value }),
    reread: () => void store.persist.rehydrate(),
  };
}
