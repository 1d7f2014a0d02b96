import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

const channelKey = 'satchel-channel';

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
