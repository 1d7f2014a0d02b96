// How the page talks to the worker. start-services.ts makes one link: `const worker = createWorkerLink()`, calls
// `worker.register()` in built apps (`import.meta.env.PROD`), and hands `worker.ask` to what keeps files and `updateReady`
// and `update` to `services.device`, which the shell's dialog asks. sync/files keeps them with
// `await worker.ask({ type: 'st-precache', urls }, { signal, onProgress })` — one file or a few at a time, so that it
// can count files and bytes; asking again for what is kept costs no bytes. A partial result resolves with `failed`
// and a reason each ('storage-full' means that the rest was not tried); a refused question rejects with its words.
import type { Answer, Progress, Question } from './messages.ts';
import { presenceQuestion } from './presence.ts';

export { contentCacheOf, contentKey, contentPartsCacheName, isContentCache } from './content-address.ts';

export interface AskOptions {
  /** Longest silence: each sign of progress starts it anew. */
  timeoutMs?: number;
  /** Calls a precaching off: files that are complete stay, the rest fails with 'stopped'. */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export type AskWorker = <Q extends Question>(question: Q, options?: AskOptions) => Promise<Answer<Q['type']>>;

interface Watchable {
  current(): boolean;
  subscribe(listener: () => void): () => void;
}

export interface WorkerLink {
  /** Starts the worker (CACHE-01) and looks for newer versions from now on. Never rejects: without it the app works online. */
  register(): Promise<void>;
  /**
   * Rejects with the texts of CACHE-09 and CACHE-10 when nobody is there to ask, and when the answer does not come in
   * time. Files are asked for as soon as a worker that is being installed is active.
   */
  ask: AskWorker;
  /** True when a newer version waits or runs already (NAV-59). */
  updateReady: Watchable;
  /** True when the last newer version did not arrive whole. The next start fetches it again, and so does every hour. */
  updateFailed: Watchable;
  /** Lets the newer version take over and loads the page anew, once. */
  update(): Promise<void>;
}

export interface WorkerSurroundings {
  /** Undefined where the browser has none, as on an address without HTTPS. */
  container: ServiceWorkerContainer | undefined;
  script: string;
  reload(): void;
  /** Calls back now and then, when it is worth asking for a newer version. */
  whenDue(check: () => void): void;
}

const updateCheckMs = 60 * 60_000;
/** How often a window in front looks whether that is over: a device that slept counts no time. */
const updateLookMs = 5 * 60_000;

/** Questions come after the first paint, and so does the code that puts them. */
const conversation = () => import('./conversation.ts');

export function createWorkerLink(surroundings: WorkerSurroundings = ofTheBrowser()): WorkerLink {
  const { container } = surroundings;
  const ready = watchable();
  const failed = watchable();
  let updating: Promise<void> | null = null;
  let registering: Promise<void> = Promise.resolve();

  /** A worker that waits beside a running one is an update; the first one of all is not. */
  function follow(registration: ServiceWorkerRegistration) {
    if (registration.waiting && registration.active) ready.set(true);
    const watch = () => {
      const { installing } = registration;
      if (!installing) return;
      failed.set(false);
      const follow = () => {
        if (installing.state === 'installed' && registration.active) ready.set(true);
        // Only an installation can fail: what was installed goes when the next one comes.
        if (installing.state === 'redundant' && registration.active) failed.set(true);
        if (installing.state !== 'installing') installing.removeEventListener('statechange', follow);
      };
      installing.addEventListener('statechange', follow);
    };
    // One may be on its way already, for another window or for the page that was here before.
    watch();
    registration.addEventListener('updatefound', watch);
  }

  async function startWorker() {
    if (!container) return;
    container.addEventListener('message', ({ data, ports: [port] }) => {
      if (data === presenceQuestion) port?.postMessage(true);
    });
    // Another window may let the new version take over: this one runs on and is told. The first worker of all is none.
    let controlled = container.controller !== null;
    container.addEventListener('controllerchange', () => {
      if (controlled) ready.set(true);
      controlled = true;
    });
    try {
      const registration = await container.register(surroundings.script, { updateViaCache: 'none' });
      follow(registration);
      const { active } = registration;
      // Loaded anew just as the first worker became active, or past every copy with the shift key, a page has none.
      if (active && !container.controller)
        void conversation()
          .then(({ claimPage }) => claimPage(active))
          .catch(logOnly);
      surroundings.whenDue(() => registration.update().catch(logOnly));
    } catch (error) {
      logOnly(error);
    }
  }

  const ask: AskWorker = async (question, options = {}) => {
    const [{ askWorker }] = await Promise.all([conversation(), registering]);
    return askWorker(container, question, options);
  };

  async function takeOver() {
    if (container) await (await conversation()).takeOver(container);
    surroundings.reload();
  }

  /** Asked for twice, it still reloads once; after a failure it can be asked for again. */
  function update() {
    updating ??= takeOver().catch((error) => {
      updating = null;
      throw error;
    });
    return updating;
  }

  return {
    register() {
      registering = startWorker();
      return registering;
    },
    ask,
    updateReady: ready,
    updateFailed: failed,
    update,
  };
}

function watchable() {
  const listeners = new Set<() => void>();
  let value = false;
  return {
    current: () => value,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next: boolean) {
      value = next;
      for (const listener of listeners) listener();
    },
  };
}

/** CACHE-12: the app works on without a cache. */
function logOnly(error: unknown) {
  console.warn('Service worker:', error instanceof Error ? error.message : error);
}

function ofTheBrowser(): WorkerSurroundings {
  return {
    container: navigator.serviceWorker,
    script: '/service-worker.js',
    reload: () => location.reload(),
    // An installed app may stay open for weeks, in front or not, and hash routes are no navigations that would make the browser look.
    whenDue(check) {
      let checked = Date.now();
      const look = () => {
        // A clock may be put back.
        const isDue = Math.abs(Date.now() - checked) >= updateCheckMs;
        if (document.visibilityState !== 'visible' || !isDue) return;
        checked = Date.now();
        check();
      };
      document.addEventListener('visibilitychange', look);
      setInterval(look, updateLookMs);
    },
  };
}
