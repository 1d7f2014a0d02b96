import { readContentRange } from '@satchel/core/contract/content-range.ts';
import type { Patience } from '#remote/with-lock.ts';
import { isKept, matchHead, measureKept } from '#service-worker/look-at-kept.ts';
import {
  contentCacheOf,
  contentKey,
  contentPartsCacheName,
  isContentCache,
} from '#service-worker/page-side.ts';

export interface CacheContentsParts {
  /** Undefined where the browser has none, as on an address without HTTPS. */
  caches: Pick<CacheStorage, 'has' | 'keys' | 'open'> | undefined;
  /** Reaches the other windows of this device. */
  windows: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  /** Calls back when somebody looks at this window again: the browser may have been emptied meanwhile. */
  whenSeen(listener: () => void): void;
  logFailure(error: unknown): void;
  now?: () => number;
}

type Said =
  | { say: 'came' | 'went'; keys: string[] }
  | { say: 'coming'; key: string; bytes: number }
  | { say: 'stop'; subjectId: string };

/** ms. Whoever brings a file tells of it every ten seconds, and nobody waits longer for the record of one than this. */
const longestSilenceMs = 150_000;

/** The worker notes with each part which bytes of its file it holds; that costs less than to read them. */
function bytesOfPart(part: Pick<Response, 'headers'> | undefined): number {
  const range = part ? readContentRange(part) : null;
  return range ? range.to - range.from : 0;
}

/**
 * Which content files really lie in Cache Storage, read from there and never assumed, and how much of a file that comes
 * in now is there. The same in all windows.
 */
export function createCacheContents({
  caches,
  windows,
  whenSeen,
  logFailure,
  now = Date.now,
}: CacheContentsParts) {
  let keys = new Set<string>();
  const coming = new Map<string, number>();
  const listeners = new Set<() => void>();
  const stopListeners = new Set<(subjectId: string) => void>();
  let turn: Promise<unknown> = Promise.resolve();
  /** When another window last told of a file. */
  let heardAt = 0;

  const announce = () => {
    for (const listener of listeners) listener();
  };
  const say = (said: Said) => windows.postMessage(said);

  /** Undefined while there is none: to look for a file makes no cache for it. */
  const openKnown = async (name: string) => ((await caches?.has(name)) ? caches?.open(name) : undefined);

  const openCacheOf = (key: string) => openKnown(contentCacheOf(key));

  /** Those of content files. */
  async function openCaches(): Promise<Cache[]> {
    if (!caches) return [];
    const names = (await caches.keys()).filter(isContentCache);
    return Promise.all(names.map((name) => caches.open(name)));
  }

  /** One look at the cache after the other, so that an older one never undoes what a newer one saw. */
  function inTurn(look: () => Promise<void>): Promise<void> {
    const looked = turn.then(look);
    turn = looked.catch(() => undefined);
    return looked;
  }

  const reread = () => inTurn(readAll);
  const look = (some: readonly string[]) => inTurn(() => readSome(some));

  async function readAll() {
    const kept = new Set<string>();
    // Each as it comes: the addresses of tens of thousands in one go would hold the page up.
    const read = async (cache: Cache) => {
      for (const { url } of await cache.keys()) kept.add(url);
    };
    await Promise.all((await openCaches()).map(read));
    keys = kept;
    announce();
  }

  async function readSome(some: readonly string[]) {
    const names = [...new Set(some.map(contentCacheOf))];
    const opened = new Map(names.map((name) => [name, openKnown(name)]));
    const found = await Promise.all(
      some.map(async (key) => {
        const cache = await opened.get(contentCacheOf(key));
        return cache !== undefined && isKept(cache, key);
      }),
    );
    // In place: a copy with every file that comes would cost more than the file where there are many thousands.
    some.forEach((key, at) => {
      coming.delete(key);
      if (found[at]) keys.add(key);
      else keys.delete(key);
    });
    announce();
  }

  function setComing(key: string, bytes: number) {
    coming.set(key, bytes);
    announce();
  }

  windows.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    heardAt = now();
    if (data.say === 'coming') setComing(data.key, data.bytes);
    else if (data.say === 'stop') for (const listener of stopListeners) listener(data.subjectId);
    else look(data.keys).catch(logFailure);
  });
  whenSeen(() => void reread().catch(logFailure));

  /**
   * For a lock under which files are brought: one whose window froze is taken away. Whoever thaws brings its file to the end,
   * which does no harm, since the worker brings each file once.
   */
  const patience: Patience = {
    ms: longestSilenceMs,
    isHolderGone: async () => Math.abs(now() - heardAt) >= longestSilenceMs,
  };

  return {
    patience,
    has: (key: string) => keys.has(key),
    keys: (): ReadonlySet<string> => keys,
    /** Bytes of a file that is on its way. */
    coming: (key: string) => coming.get(key) ?? 0,
    reread,
    /** Bytes by key of what is here of large files that are not all here, so that their download goes on where it ended. */
    async begun(): Promise<ReadonlyMap<string, number>> {
      const isAny = await caches?.has(contentPartsCacheName);
      const parts = isAny ? await caches?.open(contentPartsCacheName) : undefined;
      const found = ((await parts?.keys()) ?? []).map(async ({ url }) => ({
        key: contentKey(url, url),
        bytes: bytesOfPart(parts && (await matchHead(parts, url))),
      }));
      const begun = new Map<string, number>();
      for (const { key, bytes } of await Promise.all(found))
        if (key !== null) begun.set(key, (begun.get(key) ?? 0) + bytes);
      return begun;
    },
    /** Reads one file's size where no record says it; null when it is not here. */
    async measure(key: string): Promise<number | null> {
      const cache = await openCacheOf(key);
      return cache ? measureKept(cache, key) : null;
    },
    async text(key: string): Promise<string | null> {
      return (await (await openCacheOf(key))?.match(key))?.text() ?? null;
    },
    async came(some: readonly string[]) {
      await look(some);
      say({ say: 'came', keys: [...some] });
    },
    async went(some: readonly string[]) {
      await look(some);
      say({ say: 'went', keys: [...some] });
    },
    comes(key: string, bytes: number) {
      setComing(key, bytes);
      say({ say: 'coming', key, bytes });
    },
    /** Tells every window, this one too, to end the download of a bundle or pack. */
    askToStop(subjectId: string) {
      for (const listener of stopListeners) listener(subjectId);
      say({ say: 'stop', subjectId });
    },
    whenAskedToStop: (listener: (subjectId: string) => void) => void stopListeners.add(listener),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type CacheContents = ReturnType<typeof createCacheContents>;
