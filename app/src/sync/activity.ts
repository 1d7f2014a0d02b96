import { createStore } from 'zustand/vanilla';

/** What the last push came to. */
export interface PushReport {
  /** ms */
  at: number;
  /** [total, succeeded] per kind (SYNC-37). */
  signatures: readonly [number, number];
  packs: readonly [number, number];
  messages: readonly [number, number];
}

interface ActivityState {
  downloads: number;
  uploads: number;
  /** 0 to 1; null while no share is known. */
  share: number | null;
  lastPush: PushReport | null;
}

/** What runs right now, for the connection icon. */
export function createActivity() {
  const store = createStore<ActivityState>(() => ({ downloads: 0, uploads: 0, share: null, lastPush: null }));
  const add = (kind: 'downloads' | 'uploads', count: number) =>
    store.setState((state) => ({
      [kind]: state[kind] + count,
      ...(kind === 'downloads' && state.downloads + count === 0 ? { share: null } : {}),
    }));

  async function during<T>(kind: 'downloads' | 'uploads', task: () => Promise<T>): Promise<T> {
    add(kind, 1);
    try {
      return await task();
    } finally {
      add(kind, -1);
    }
  }

  return {
    current: store.getState,
    subscribe: store.subscribe,
    downloading: <T>(task: () => Promise<T>) => during('downloads', task),
    uploading: <T>(task: () => Promise<T>) => during('uploads', task),
    pushed: (lastPush: PushReport) => store.setState({ lastPush }),
  };
}

export type Activity = ReturnType<typeof createActivity>;
