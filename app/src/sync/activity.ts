import { newId } from '@satchel/core/pack/new-id.ts';
import { createStore } from 'zustand/vanilla';

/** What a push came to. */
export interface PushReport {
  /** ms */
  at: number;
  /** [total, succeeded] per kind (SYNC-37). */
  signatures: readonly [number, number];
  packs: readonly [number, number];
  messages: readonly [number, number];
}

/** The last one on this device. Whoever signs in after that person is not told what became of their work. */
export interface LastPush extends PushReport {
  /** UUID of whoever pushed. */
  ownerId: string | null;
}

interface ActivityState {
  downloads: number;
  uploads: number;
  /** 0 to 1; null while no share is known. */
  share: number | null;
  lastPush: LastPush | null;
}

type Running = Pick<ActivityState, 'downloads' | 'uploads'>;

/** What one window tells the others. */
interface Said extends Running {
  /** Of the window. */
  id: string;
  lastPush: LastPush | null;
}

type Windows = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

/** What comes in sooner is there before anybody looks for a sign of it, and the screens it is for are not drawn twice. */
const saidAfterMs = 300;
const beatMs = 1_000;
/**
 * So long without a word a window that said it was busy is closed or frozen. With the beat in which that is noticed the icon is wrong
 * for less than 5 s.
 */
const silentMs = 3_000;

/**
 * What runs right now on this device, for the connection icon: what this window does and what the others say they do.
 * @param windows without it this window is alone
 */
export function createActivity(windows?: Windows) {
  const id = newId();
  const own: Running = { downloads: 0, uploads: 0 };
  const others = new Map<string, Running & { at: number }>();
  const store = createStore<ActivityState>(() => ({ ...own, share: null, lastPush: null }));
  let beating: ReturnType<typeof setInterval> | null = null;

  const isBusy = ({ downloads, uploads }: Running) => downloads + uploads > 0;

  function addUp() {
    let [downloads, uploads] = [own.downloads, own.uploads];
    for (const other of others.values()) {
      downloads += other.downloads;
      uploads += other.uploads;
    }
    store.setState({ downloads, uploads, ...(downloads === 0 && { share: null }) });
  }

  function say() {
    windows?.postMessage({ ...own, id, lastPush: store.getState().lastPush } satisfies Said);
  }

  function beat() {
    for (const [other, { at }] of others) if (Date.now() - at > silentMs) others.delete(other);
    if (isBusy(own)) say();
    addUp();
    keepBeating();
  }

  /** As long as anything runs anywhere. */
  function keepBeating() {
    const isNeeded = windows !== undefined && (isBusy(own) || others.size > 0);
    if (isNeeded) beating ??= setInterval(beat, beatMs);
    else if (beating !== null) {
      clearInterval(beating);
      beating = null;
    }
  }

  function hear({ id: other, lastPush, ...running }: Said) {
    if (isBusy(running)) others.set(other, { ...running, at: Date.now() });
    else others.delete(other);
    if ((lastPush?.at ?? 0) > (store.getState().lastPush?.at ?? 0)) store.setState({ lastPush });
    addUp();
    keepBeating();
  }

  windows?.addEventListener('message', ({ data }) => {
    if (typeof data?.id === 'string' && typeof data.downloads === 'number') hear(data);
  });

  function add(kind: keyof Running, count: number) {
    own[kind] += count;
    say();
    addUp();
    keepBeating();
  }

  async function during<T>(kind: keyof Running, afterMs: number, task: () => Promise<T>): Promise<T> {
    let isSaid = false;
    const begin = () => {
      isSaid = true;
      add(kind, 1);
    };
    let late: ReturnType<typeof setTimeout> | undefined;
    if (afterMs > 0) late = setTimeout(begin, afterMs);
    else begin();
    try {
      return await task();
    } finally {
      clearTimeout(late);
      if (isSaid) add(kind, -1);
    }
  }

  return {
    current: store.getState,
    subscribe: store.subscribe,
    downloading: <T>(task: () => Promise<T>) => during('downloads', saidAfterMs, task),
    /** Of what this window downloads. */
    showShare: (share: number | null) => store.setState({ share }),
    uploading: <T>(task: () => Promise<T>) => during('uploads', 0, task),
    pushed(lastPush: LastPush) {
      store.setState({ lastPush });
      say();
    },
  };
}

export type Activity = ReturnType<typeof createActivity>;
