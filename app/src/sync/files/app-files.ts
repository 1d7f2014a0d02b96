import { limitSilence } from '@satchel/core/contract/limit-silence.ts';
import { contentCacheOf, contentKey } from '#service-worker/page-side.ts';
import type { BundleRecord } from '#storage/records.ts';
import { type AppFolder, appFileName, appFolder, readManifest } from './manifest.ts';

interface AppFilesParts {
  /** Origin of the content host. */
  origin: () => string;
  /** Undefined where the browser has none, as on an address without HTTPS. */
  caches?: Pick<CacheStorage, 'match'> | undefined;
  fetch?: typeof fetch;
}

const mostBytesOfManifest = 1_000_000;
const mostBytes = 100_000_000;
const atOnce = 4;

// As long as the worker waits for a file that is kept: a proxy that looks through it holds its first byte back.
const longestSilenceMs = 90_000;

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

/** A captive portal answers every address with a page. */
const isPage = (response: Response, address: string) =>
  /^\s*text\/html\b/i.test(response.headers.get('content-type') ?? '') &&
  !/\.html?$/i.test(new URL(address).pathname);

/** All of an answer. @param onBytes called with every part of it */
function received({ body, headers }: Response, onBytes: () => void): Promise<Blob> {
  const hear = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes();
      controller.enqueue(chunk);
    },
  });
  return new Response(body?.pipeThrough(hear), { headers }).blob();
}

/**
 * Files of an embed app by name, from this device or else from the host (APP-07).
 * @throws Error in words when the app is not whole
 */
export function createAppFiles({
  origin,
  caches = (globalThis as { caches?: CacheStorage }).caches,
  fetch = globalThis.fetch,
}: AppFilesParts) {
  async function kept(address: string): Promise<Response | undefined> {
    const key = contentKey(address, origin());
    return key === null ? undefined : caches?.match(key, { cacheName: contentCacheOf(key) });
  }

  /** However long it takes, as long as some of it comes now and then. */
  async function fetchFile(address: string): Promise<Blob> {
    const { signal, breakOff, end } = limitSilence(longestSilenceMs);
    try {
      const response = await fetch(address, { credentials: 'omit', redirect: 'error', signal });
      breakOff();
      if (response.status === 200 && !isPage(response, address)) return await received(response, breakOff);
      await response.body?.cancel();
      throw new MissingFile(address, response.status);
    } catch (error) {
      if (error instanceof MissingFile) throw error;
      throw new Error('The app is not on this device, and the server cannot be reached', { cause: error });
    } finally {
      end();
    }
  }

  async function read(address: string): Promise<Blob> {
    const file = await kept(address);
    // To its end: a blob would hold the kept file open for as long as the app runs.
    return file ? received(file, () => undefined) : fetchFile(address);
  }

  async function listed(app: AppFolder): Promise<string[]> {
    try {
      const blob = await read(app.manifest);
      if (blob.size > mostBytesOfManifest) throw new Error("The app's list of files is too long");
      return readManifest(await blob.text(), app);
    } catch (error) {
      // An app may consist of its scripts and styles alone.
      if (error instanceof MissingFile && error.status === 404) return [];
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

class MissingFile extends Error {
  readonly status: number;

  constructor(address: string, status: number) {
    super(`A file of the app is missing: ${new URL(address).pathname.split('/').at(-1)}`);
    this.status = status;
  }
}
