import { contentCacheName, contentKey } from '../content-address.ts';
import type { NotKept, PrecacheAnswer } from '../messages.ts';
import { createFileParts } from './file-parts.ts';
import { keepFile } from './keep-file.ts';

interface PrecacheOptions {
  renew: boolean;
  signal: AbortSignal;
  /** Called with every part of a file, and now and then while nothing of it comes. */
  onProgress(url: string, bytes: number): void;
}

export interface ContentFiles {
  /** Keeps complete files only; what is kept already costs nothing. */
  precache(urls: readonly string[], options: PrecacheOptions): Promise<PrecacheAnswer>;
  decache(urls: readonly string[]): Promise<void>;
  find(url: string): Promise<Response | undefined>;
}

// Pages take a silence of thirty seconds for the end of this worker: two signs may come late.
const signOfLifeEveryMs = 10_000;

// One address that never answers holds up the others for a while; so many in a row mean that the host is gone.
const mostUnreachable = 3;

/** Files of bundles and packs that somebody asked to have offline. Nothing gets in otherwise. */
export function createContentFiles({ caches, base }: { caches: CacheStorage; base: string }): ContentFiles {
  const parts = createFileParts(caches);

  async function keep(
    address: string,
    { renew, signal, onProgress }: PrecacheOptions,
  ): Promise<NotKept | null> {
    const key = contentKey(address, base);
    if (key === null) return 'not-content';
    let received = 0;
    async function bring(key: string) {
      const cache = await caches.open(contentCacheName);
      const kept = await cache.match(key);
      if (kept && (!renew || isImmutable(kept))) return null;
      const failure = await keepFile({ cache, parts }, key, new URL(address, base).href, {
        signal,
        fresh: kept !== undefined,
        onBytes(bytes) {
          received = bytes;
          onProgress(address, bytes);
        },
      });
      return kept && failure !== null && hasAnswered.has(failure) ? null : failure;
    }
    const signs = setInterval(() => onProgress(address, received), signOfLifeEveryMs);
    try {
      // Two windows may ask for the same file at once: the second finds it kept.
      return await navigator.locks.request(`${contentCacheName} ${key}`, { signal }, () => bring(key));
    } catch (error) {
      if (signal.aborted) return 'stopped';
      throw error;
    } finally {
      clearInterval(signs);
    }
  }

  return {
    async precache(urls, options) {
      const failed: PrecacheAnswer['failed'] = [];
      let isFull = false;
      let unreachable = 0;
      const next = async (url: string): Promise<NotKept | null> => {
        if (isFull) return 'storage-full';
        return unreachable >= mostUnreachable ? 'unreachable' : keep(url, options);
      };
      for (const url of urls) {
        const reason = await next(url);
        if (reason) failed.push({ url, reason });
        isFull ||= reason === 'storage-full';
        unreachable = reason === 'unreachable' ? unreachable + 1 : 0;
      }
      const cached = urls.length - failed.length;
      if (failed.length === 0) return { ok: true, cached, failed };
      return { ok: false, cached, failed, error: `${failed.length} of ${urls.length} files are not kept` };
    },

    async decache(urls) {
      const cache = await caches.open(contentCacheName);
      for (const url of urls) {
        const key = contentKey(url, base);
        if (key === null) continue;
        await cache.delete(key);
        await parts.drop(key);
      }
    },

    async find(url) {
      const key = contentKey(url, base);
      return key === null ? undefined : caches.match(key, { cacheName: contentCacheName });
    },
  };
}

/** The host was reached and has no newer copy to give: an older one is still a copy. */
const hasAnswered: ReadonlySet<NotKept> = new Set(['refused', 'not-the-file', 'cut-off']);

const isImmutable = ({ headers }: Response) => /\bimmutable\b/i.test(headers.get('cache-control') ?? '');
