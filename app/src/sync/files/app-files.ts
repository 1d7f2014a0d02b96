import { contentCacheOf, contentKey } from '#service-worker/page-side.ts';
import type { BundleRecord } from '#storage/records.ts';
import { fetchAppFile, MissingFile, received } from './fetch-app-file.ts';
import { type AppFolder, appFileName, appFolder, readManifest } from './manifest.ts';

interface AppFilesParts {
  /** Origin of the content host. */
  origin: () => string;
  /** Undefined where the browser has none, as on an address without HTTPS. */
  caches?: Pick<CacheStorage, 'match'> | undefined;
  fetch?: typeof fetch;
  /** Whether the app's host has said that it has none. */
  hasNoManifest?: (app: AppFolder) => Promise<boolean>;
  /** Told that it has one by now. */
  forgetNoManifest?: (app: AppFolder) => Promise<void>;
}

const mostBytesOfManifest = 1_000_000;
const mostBytes = 100_000_000;
const atOnce = 4;
/** For a manifest that an app had not: all that is known of the app may lie here. */
const longestLookMs = 5_000;

// A host that never lets a browser run its files gives scripts another type, and a module script insists on its own.
const typeByExtension: Record<string, string> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  html: 'text/html',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

function typed(blob: Blob, name: string): Blob {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(typeByExtension, extension) ? typeByExtension[extension] : undefined;
  return type && blob.type !== type ? blob.slice(0, blob.size, type) : blob;
}

/**
 * Files of an embed app by name, from this device or else from the host (APP-07).
 * @throws Error in words when the app is not whole
 */
export function createAppFiles({
  origin,
  caches = (globalThis as { caches?: CacheStorage }).caches,
  fetch = globalThis.fetch,
  hasNoManifest = async () => false,
  forgetNoManifest = async () => {},
}: AppFilesParts) {
  async function kept(address: string): Promise<Response | undefined> {
    const key = contentKey(address, origin());
    return key === null ? undefined : caches?.match(key, { cacheName: contentCacheOf(key) });
  }

  async function read(address: string, calledOff?: AbortSignal): Promise<Blob> {
    const file = await kept(address);
    // To its end: a blob would hold the kept file open for as long as the app runs.
    return file ? received(file, () => undefined) : fetchAppFile(address, fetch, calledOff);
  }

  async function listed(app: AppFolder): Promise<string[]> {
    const hadNone = await hasNoManifest(app);
    try {
      const blob = await read(app.manifest, hadNone ? AbortSignal.timeout(longestLookMs) : undefined);
      if (blob.size > mostBytesOfManifest) throw new Error("The app's list of files is too long");
      const addresses = readManifest(await blob.text(), app);
      if (hadNone) await forgetNoManifest(app);
      return addresses;
    } catch (error) {
      // An app may consist of its scripts and styles alone. Where its host said so, nothing but a list tells otherwise: other
      // programs answer in its place, too.
      if (hadNone || (error instanceof MissingFile && error.isGone)) return [];
      throw error;
    }
  }

  return async (bundle: BundleRecord): Promise<Map<string, Blob>> => {
    const app = appFolder(bundle, origin());
    if (!app) throw new Error('The app names no script');
    const addresses = [...new Set([...app.entries, ...(await listed(app))])];
    const named = addresses.flatMap((address) => {
      const name = appFileName(address, app.folder);
      return name === null ? [] : [[name, address] as const];
    });
    const files = new Map<string, Blob>(named.map(([name]) => [name, new Blob()]));
    const waiting = named.values();
    let bytes = 0;
    const readSome = async () => {
      for (const [name, address] of waiting) {
        const blob = await read(address);
        bytes += blob.size;
        if (bytes > mostBytes) throw new Error('The app is too large to be started');
        files.set(name, typed(blob, name));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, readSome));
    return files;
  };
}
