import { withLock } from '#remote/with-lock.ts';
import { contentPartsCacheName, isContentCache, type WorkerLink } from '#service-worker/page-side.ts';
import type { Database } from '#storage/database.ts';
import type { Pause } from './files/fetch-files.ts';
import { resetLock } from './restart-when-reset.ts';

interface DeviceParts {
  database: Pick<Database, 'dexie'>;
  worker: Pick<WorkerLink, 'ask'>;
  /** Key in local storage of who is signed in. */
  sessionKey: string;
  browser?: DeviceBrowser;
  pause?: Pause;
}

export interface DeviceBrowser {
  estimate(): Promise<{ usage?: number; quota?: number }>;
  localStorage: Pick<Storage, 'length' | 'key' | 'removeItem'>;
  sessionStorage: Pick<Storage, 'clear'>;
  /** Undefined where the browser has none, as on an address without HTTPS. */
  caches: Pick<CacheStorage, 'delete' | 'keys'> | undefined;
  /** Starts the app anew at this address behind its path, without leaving a way back to the one before. */
  restart(hash: string): void;
  hash(): string;
}

// The worker has half a minute for its answer. What a browser does not empty in this time is emptied later, as spare files are.
const longestEmptyingMs = 35_000;

const pauseInRealTime: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const logOnly = (what: string) => (error: unknown) =>
  console.warn(`${what}:`, error instanceof Error ? error.message : error);

/** This device: how much it keeps, its caches, and how to empty it. */
export function createDevice(parts: DeviceParts) {
  const { database, worker, sessionKey, browser = thisBrowser(), pause = pauseInRealTime } = parts;

  async function emptyCaches() {
    try {
      await worker.ask({ type: 'st-reset' });
    } catch {
      // The shell stays in any case: without it the app would not start offline.
      const names = (await browser.caches?.keys()) ?? [];
      const spare = names.filter((name) => isContentCache(name) || name === contentPartsCacheName);
      await Promise.all(spare.map((name) => browser.caches?.delete(name)));
    }
  }

  function emptyLocalStorage(keepSignIn: boolean) {
    const { localStorage, sessionStorage } = browser;
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
    for (const key of keys) {
      if (key !== null && !(keepSignIn && key === sessionKey)) localStorage.removeItem(key);
    }
    sessionStorage.clear();
  }

  return {
    /** SET-05; null for what the browser does not tell, as some refuse to. */
    async storage() {
      const told = await browser.estimate().catch(logOnly('Storage'));
      return { usage: told?.usage ?? null, quota: told?.quota ?? null };
    },

    /**
     * SET-12. The database goes first: when that fails nothing else is lost. The sign-in goes before anything that takes time,
     * and once more for what came back meanwhile.
     * @throws the database's error
     */
    factoryReset: ({ keepSignIn }: { keepSignIn: boolean }) =>
      withLock(resetLock, async () => {
        // Live queries must not open it again meanwhile.
        await database.dexie.delete({ disableAutoOpen: true });
        emptyLocalStorage(keepSignIn);
        await Promise.race([emptyCaches().catch(logOnly('Caches')), pause(longestEmptyingMs)]);
        emptyLocalStorage(keepSignIn);
        browser.restart('');
      }),

    async restart() {
      browser.restart(withoutReset(browser.hash()));
    },

    /** @throws Error 'No service worker running' or 'No caches found' */
    caches: async () => (await worker.ask({ type: 'st-get-caches' })).caches,
    cacheContents: async (cacheName: string) =>
      (await worker.ask({ type: 'st-get-cache-contents', cacheName })).keys,
  };
}

/** The page of a hash, without the query that asks for a reset. */
function withoutReset(hash: string): string {
  const [path = '', query = ''] = hash.split('?');
  const rest = query.split('&').filter((part) => part !== '' && part.split('=')[0] !== 'reset');
  return rest.length > 0 ? `${path}?${rest.join('&')}` : path;
}

function thisBrowser(): DeviceBrowser {
  return {
    estimate: async () => (await (navigator as { storage?: StorageManager }).storage?.estimate?.()) ?? {},
    localStorage,
    sessionStorage,
    caches: (globalThis as { caches?: CacheStorage }).caches,
    restart(hash) {
      history.replaceState(null, '', `${location.pathname}${hash}`);
      location.reload();
    },
    hash: () => location.hash,
  };
}
