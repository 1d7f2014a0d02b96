import { contentCacheName, contentCacheOf, contentKey } from '../content-address.ts';
import { isKept, matchHead } from '../look-at-kept.ts';
import type { NotKept, PrecacheAnswer } from '../messages.ts';
import { createFileParts, strongEtag } from './file-parts.ts';
import { type KeepOptions, keepFile } from './keep-file.ts';

interface PrecacheOptions {
  renew: boolean;
  signal: AbortSignal;
  /** Called with every part of a file, and now and then while nothing of it comes. */
  onProgress(url: string, bytes: number): void;
}

export interface ContentFiles {
  /** Keeps complete files only; what is kept already costs nothing. */
  precache(urls: readonly string[], options: PrecacheOptions): Promise<PrecacheAnswer>;
  /** What was asked for before does not come after it either. */
  decache(urls: readonly string[]): Promise<void>;
  find(url: string): Promise<Response | undefined>;
}

/** A file that somebody asked for and has no answer to yet. */
interface AskedFile {
  address: string;
  /** Null for what is no content. */
  key: string | null;
  /** Somebody does not want it on this device any more, whoever asked for it. */
  removed: AbortController;
}

// Pages take a silence of thirty seconds for the end of this worker: two signs may come late.
const signOfLifeEveryMs = 10_000;

// One address that never answers holds up the others for a while; so many in a row mean that the host is gone.
const mostUnreachable = 3;

/** Files of bundles and packs that somebody asked to have offline. Nothing gets in otherwise. */
export function createContentFiles({ caches, base }: { caches: CacheStorage; base: string }): ContentFiles {
  const parts = createFileParts(caches);
  const { origin } = new URL(base);
  const underway = new Set<AskedFile>();

  /** Two windows may ask for the same file at once: the second finds it kept. */
  const inTurn = <T>(key: string, task: () => Promise<T>, options: LockOptions = {}) =>
    navigator.locks.request(`${contentCacheName} ${key}`, options, task) as Promise<T>;

  async function bring(
    { key, address, renew }: { key: string; address: string; renew: boolean },
    options: Pick<KeepOptions, 'signal' | 'onBytes'>,
  ): Promise<NotKept | null> {
    const cache = await caches.open(contentCacheOf(key));
    const kept = await matchHead(cache, key);
    if (kept && (!renew || isImmutable(kept))) return null;
    const failure = await keepFile({ cache, parts }, key, new URL(address, base).href, {
      ...options,
      fresh: kept !== undefined,
      // Another origin would have to allow the header that carries it.
      knownEtag: kept && key.startsWith(`${origin}/`) ? strongEtag(kept) : null,
    });
    const isOlderEnough = kept && failure !== null && leavesOlder.has(failure);
    // A browser may drop the older copy before the newer one finds no room.
    return isOlderEnough && (await isKept(cache, key)) ? null : failure;
  }

  async function keep(
    { address, key, removed }: AskedFile,
    { renew, signal, onProgress }: PrecacheOptions,
  ): Promise<NotKept | null> {
    if (key === null) return 'not-content';
    let received = 0;
    const onBytes = (bytes: number) => {
      received = bytes;
      onProgress(address, bytes);
    };
    const calledOff = AbortSignal.any([signal, removed.signal]);
    const signs = setInterval(() => onProgress(address, received), signOfLifeEveryMs);
    try {
      const task = () => bring({ key, address, renew }, { signal: calledOff, onBytes });
      const failure = await inTurn(key, task, { signal: calledOff });
      // Not as 'stopped': a page that did not call it off would ask for it again.
      return removed.signal.aborted ? 'cut-off' : failure;
    } catch (error) {
      if (!calledOff.aborted) throw error;
      return removed.signal.aborted ? 'cut-off' : 'stopped';
    } finally {
      clearInterval(signs);
    }
  }

  return {
    async precache(urls, options) {
      const files = urls.map((address) => ({
        address,
        key: contentKey(address, base),
        removed: new AbortController(),
      }));
      const failed: PrecacheAnswer['failed'] = [];
      let isFull = false;
      let unreachable = 0;
      const next = async (file: AskedFile): Promise<NotKept | null> => {
        if (isFull) return 'storage-full';
        return unreachable >= mostUnreachable ? 'unreachable' : keep(file, options);
      };
      for (const file of files) underway.add(file);
      try {
        for (const file of files) {
          const reason = await next(file);
          if (reason) failed.push({ url: file.address, reason });
          isFull ||= reason === 'storage-full';
          unreachable = reason === 'unreachable' ? unreachable + 1 : 0;
        }
      } finally {
        for (const file of files) underway.delete(file);
      }
      const cached = urls.length - failed.length;
      if (failed.length === 0) return { ok: true, cached, failed };
      return { ok: false, cached, failed, error: `${failed.length} of ${urls.length} files are not kept` };
    },

    async decache(urls) {
      const keys = new Set(urls.map((url) => contentKey(url, base)).filter((key) => key !== null));
      for (const { key, removed } of underway) if (key !== null && keys.has(key)) removed.abort();
      const drop = async (key: string) => {
        await (await caches.open(contentCacheOf(key))).delete(key);
        await parts.drop(key);
      };
      // All get in line at once: what somebody asks for from now on comes after its removal.
      await Promise.all([...keys].map((key) => inTurn(key, () => drop(key))));
    },

    async find(url) {
      const key = contentKey(url, base);
      if (key === null) return undefined;
      // A store that fails keeps nobody from the host (CACHE-12).
      return caches.match(key, { cacheName: contentCacheOf(key) }).catch(() => undefined);
    },
  };
}

/** The host was reached and has no newer copy to give, or none for which there is room: an older one is still a copy. */
const leavesOlder: ReadonlySet<NotKept> = new Set(['refused', 'not-the-file', 'cut-off', 'storage-full']);

const isImmutable = ({ headers }: Pick<Response, 'headers'>) =>
  /\bimmutable\b/i.test(headers.get('cache-control') ?? '');
