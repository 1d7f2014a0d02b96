import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

const channelKey = 'satchel-channel';
const preferencesKey = 'satchel-preferences';

/** The active channel, persisted under its own key. */
export function createChannelStore(storage: StateStorage = localStorage) {
  const store = createStore<{ activeChannelId: string | null }>()(
    persist(() => ({ activeChannelId: null as string | null }), {
      name: channelKey,
      version: 1,
      storage: createJSONStorage(() => storage),
    }),
  );
  return {
    key: channelKey,
    current: () => store.getState().activeChannelId,
    subscribe: store.subscribe,
    select: (activeChannelId: string | null) => store.setState({ activeChannelId }),
    reread: () => void store.persist.rehydrate(),
  };
}

export type ChannelStore = ReturnType<typeof createChannelStore>;

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
