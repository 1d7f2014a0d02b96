import { contentCacheName, contentKey } from '../content-address.ts';
import type { NotKept, PrecacheAnswer } from '../messages.ts';
import { keepFile } from './keep-file.ts';

interface PrecacheOptions {
  renew: boolean;
  signal: AbortSignal;
  onProgress(url: string, bytes: number): void;
}

export interface ContentFiles {
  /** Keeps complete files only; what is kept already costs nothing. */
  precache(urls: readonly string[], options: PrecacheOptions): Promise<PrecacheAnswer>;
  decache(urls: readonly string[]): Promise<void>;
  find(url: string): Promise<Response | undefined>;
}

/** Files of bundles and packs that somebody asked to have offline. Nothing gets in otherwise. */
export function createContentFiles({ caches, base }: { caches: CacheStorage; base: string }): ContentFiles {
  async function keep(
    address: string,
    { renew, signal, onProgress }: PrecacheOptions,
  ): Promise<NotKept | null> {
    const key = contentKey(address, base);
    if (key === null) return 'not-content';
    if (signal.aborted) return 'stopped';
    // Two windows may ask for the same file at once: the second finds it kept.
    return navigator.locks.request(`${contentCacheName} ${key}`, async () => {
      const cache = await caches.open(contentCacheName);
      const kept = await cache.match(key);
      if (kept && (!renew || isImmutable(kept))) return null;
      const failure = await keepFile(cache, key, new URL(address, base).href, {
        signal,
        fresh: kept !== undefined,
        onBytes: (bytes) => onProgress(address, bytes),
      });
      // An older copy is still a copy.
      return kept && failure !== 'storage-full' ? null : failure;
    });
  }

  return {
    async precache(urls, options) {
      const failed: PrecacheAnswer['failed'] = [];
      let isFull = false;
      for (const url of urls) {
        const reason: NotKept | null = isFull ? 'storage-full' : await keep(url, options);
        if (reason) failed.push({ url, reason });
        isFull ||= reason === 'storage-full';
      }
      const cached = urls.length - failed.length;
      if (failed.length === 0) return { ok: true, cached, failed };
      return { ok: false, cached, failed, error: `${failed.length} of ${urls.length} files are not kept` };
    },

    async decache(urls) {
      const cache = await caches.open(contentCacheName);
      for (const url of urls) {
        const key = contentKey(url, base);
        if (key) await cache.delete(key);
      }
    },

    async find(url) {
      const key = contentKey(url, base);
      return key === null ? undefined : caches.match(key, { cacheName: contentCacheName });
    },
  };
}

const isImmutable = ({ headers }: Response) => /\bimmutable\b/i.test(headers.get('cache-control') ?? '');
