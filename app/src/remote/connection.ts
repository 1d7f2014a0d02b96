import { createStore } from 'zustand/vanilla';

export interface ConnectionParts {
  /** Asks the host for something cheap and tells whether it gave a valid answer. */
  probe: () => Promise<boolean>;
  browser?: ConnectionBrowser;
  /** The other windows of this device; what one of them met counts for all. Without it this one is alone. */
  windows?: Windows;
  random?: () => number;
}

type Windows = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

export interface ConnectionBrowser {
  onLine(): boolean;
  /** Calls back when the window gets the focus or the browser says that its network came or went. */
  onChange(listener: (what: 'focus' | 'online' | 'offline') => void): void;
  setTimeout(task: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

const firstAskMs = 5_000;
const longestAskMs = 60_000;

/**
 * The truth about the connection: what the last call met. The browser's own word only says that a try is worthwhile.
 * While the host cannot be reached it is asked again after 5 s at the latest, doubling to 60 s, and on focus.
 */
export function createConnection({
  probe,
  browser = windowBrowser(),
  windows,
  random = Math.random,
}: ConnectionParts) {
  // 'unknown' until the first call: shown as the browser says.
  const store = createStore<{ host: 'unknown' | 'answers' | 'unreachable' }>(() => ({ host: 'unknown' }));
  const goingOnline = new Set<() => void>();
  let wait = firstAskMs;
  let timer: unknown = null;
  let asking: Promise<void> | null = null;
  let outages = 0;

  function askLater() {
    if (timer !== null) return;
    // Jitter, so that a whole sales floor does not knock at once; only downwards, so that nobody reads what is no longer
    // true for longer than the wait says.
    const ms = wait * (0.6 + random() * 0.4);
    wait = Math.min(wait * 2, longestAskMs);
    timer = browser.setTimeout(() => {
      timer = null;
      void ask();
    }, ms);
  }

  async function askNow() {
    if (timer !== null) browser.clearTimeout(timer);
    timer = null;
    if (await probe()) answered();
    else unreachable();
  }

  /** One question at a time; whoever asks meanwhile hears the same. */
  function ask(): Promise<void> {
    asking ??= askNow().finally(() => {
      asking = null;
    });
    return asking;
  }

  /** True when this was not known before. */
  function goOnline(): boolean {
    wait = firstAskMs;
    if (timer !== null) browser.clearTimeout(timer);
    timer = null;
    if (store.getState().host === 'answers') return false;
    store.setState({ host: 'answers' });
    for (const listener of goingOnline) listener();
    return true;
  }

  /** True when this was not known before. */
  function goOffline(): boolean {
    const isNews = store.getState().host !== 'unreachable';
    if (isNews) {
      outages += 1;
      store.setState({ host: 'unreachable' });
    }
    askLater();
    return isNews;
  }

  /** @param before how many outages there were when the call left that was answered */
  function answered(before = outages) {
    // What was on its way already when the line went says nothing about the line.
    if (before !== outages && store.getState().host === 'unreachable') void ask();
    else if (goOnline()) windows?.postMessage({ host: 'answers' });
  }

  function unreachable() {
    if (goOffline()) windows?.postMessage({ host: 'unreachable' });
  }

  windows?.addEventListener('message', ({ data }) => {
    if (data?.host === 'answers') goOnline();
    if (data?.host === 'unreachable') goOffline();
  });

  browser.onChange((what) => {
    if (what === 'offline' || store.getState().host !== 'answers') void ask();
  });

  return {
    isOnline: () => {
      const { host } = store.getState();
      return host === 'answers' || (host === 'unknown' && browser.onLine());
    },
    subscribe: store.subscribe,
    /** How often the host was lost. */
    outages: () => outages,
    answered,
    unreachable,
    ask,
    /** The first valid answer, and every first one after an outage. */
    whenGoingOnline: (listener: () => void) => void goingOnline.add(listener),
  };
}

export type Connection = ReturnType<typeof createConnection>;

function windowBrowser(): ConnectionBrowser {
  return {
    onLine: () => navigator.onLine,
    onChange(listener) {
      window.addEventListener('focus', () => listener('focus'));
      window.addEventListener('online', () => listener('online'));
      window.addEventListener('offline', () => listener('offline'));
    },
    setTimeout: (task, ms) => window.setTimeout(task, ms),
    clearTimeout: (handle) => window.clearTimeout(handle as number),
  };
}
