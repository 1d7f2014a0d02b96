import { contentCacheName, type WorkerLink } from '#service-worker/page-side.ts';
import type { Database } from '#storage/database.ts';

interface DeviceParts {
  database: Pick<Database, 'dexie'>;
  worker: Pick<WorkerLink, 'ask'>;
  /** Key in local storage of who is signed in. */
  sessionKey: string;
  browser?: DeviceBrowser;
}

export interface DeviceBrowser {
  estimate(): Promise<{ usage?: number; quota?: number }>;
  localStorage: Pick<Storage, 'length' | 'key' | 'removeItem'>;
  sessionStorage: Pick<Storage, 'clear'>;
  /** Undefined where the browser has none, as on an address without HTTPS. */
  caches: Pick<CacheStorage, 'delete'> | undefined;
  /** Starts the app anew at its first page, without what the address asked for. */
  restart(): void;
}

/** This device: how much it keeps, its caches, and how to empty it. */
export function createDevice({ database, worker, sessionKey, browser = thisBrowser() }: DeviceParts) {
  async function emptyCaches() {
    try {
      await worker.ask({ type: 'st-reset' });
    } catch {
      // The shell stays in any case: without it the app would not start offline.
      await browser.caches?.delete(contentCacheName);
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
    /** SET-05; null for what the browser does not tell. */
    async storage() {
      const { usage = null, quota = null } = await browser.estimate();
      return { usage, quota };
    },

    /**
     * SET-12. The database goes first: when that fails nothing else is lost.
     * @throws the database's error
     */
    async factoryReset({ keepSignIn }: { keepSignIn: boolean }) {
      // Live queries must not open it again meanwhile.
      await database.dexie.delete({ disableAutoOpen: true });
      await emptyCaches();
      emptyLocalStorage(keepSignIn);
      browser.restart();
    },

    /** @throws Error 'No service worker running' or 'No caches found' */
    caches: async () => (await worker.ask({ type: 'st-get-caches' })).caches,
    cacheContents: async (cacheName: string) =>
      (await worker.ask({ type: 'st-get-cache-contents', cacheName })).keys,
  };
}

function thisBrowser(): DeviceBrowser {
  return {
    estimate: async () => (await (navigator as { storage?: StorageManager }).storage?.estimate?.()) ?? {},
    localStorage,
    sessionStorage,
    caches: (globalThis as { caches?: CacheStorage }).caches,
    restart() {
      // A 'reset' in the address would ask again, and the page shown may be gone.
      history.replaceState(null, '', location.pathname);
      location.reload();
    },
  };
}
