import { type BytesRange, readContentRange } from '@satchel/core/contract/content-range.ts';
import { contentPartsCacheName } from '../content-address.ts';
import { matchHead } from '../look-at-kept.ts';

/** Bytes; no more than that is lost of a file when the device goes off in the middle of it. */
export const partBytes = 4 * 1024 * 1024;

interface Part {
  range: BytesRange;
  etag: string | null;
  headers: Headers;
}

/** What came of a large file so far: everything from its first byte on. */
export interface BegunFile {
  bytes: number;
  total: number;
  /** A strong one: other bytes have another. */
  etag: string;
  /** Said of the whole file when its first bytes came. */
  headers: Headers;
}

/** The ETag of an answer; null for a weak one, whose bytes may differ (RFC 9110, 8.8.1). */
export function strongEtag({ headers }: Pick<Response, 'headers'>): string | null {
  const etag = headers.get('etag');
  return etag === null || etag.startsWith('W/') ? null : etag;
}

/** How many bytes of a file these are, from its first one on; null when they do not fit together. */
function joinedBytes(parts: readonly Part[]): number | null {
  let bytes = 0;
  for (const { range, etag } of parts) {
    const isNext = range.from === bytes && range.total === parts[0]?.range.total && etag === parts[0].etag;
    if (!isNext) return null;
    bytes = range.to;
  }
  return bytes;
}

/**
 * Parts of large files that are not all here, each an entry of its own in Cache Storage: a download that was cut off, called
 * off or killed goes on with the byte that comes next. Nothing of them is ever shown as a file.
 */
export function createFileParts(caches: CacheStorage) {
  const open = () => caches.open(contentPartsCacheName);
  const openKnown = async () => ((await caches.has(contentPartsCacheName)) ? open() : null);
  const addressOf = (key: string, from: number) => `${key}?from=${from}`;

  /** In their order; what cannot be read is left out. */
  async function read(key: string) {
    const cache = await openKnown();
    const parts: Part[] = [];
    for (const request of (await cache?.keys(key, { ignoreSearch: true })) ?? []) {
      const part = cache && (await matchHead(cache, request));
      const range = part ? readContentRange(part) : null;
      if (part && range) parts.push({ range, etag: strongEtag(part), headers: part.headers });
    }
    return parts.sort((a, b) => a.range.from - b.range.from);
  }

  async function drop(key: string): Promise<void> {
    await (await openKnown())?.delete(key, { ignoreSearch: true });
  }

  return {
    drop,

    /** Null when nothing is here; what does not fit together goes. */
    async begun(key: string): Promise<BegunFile | null> {
      const parts = await read(key);
      const [first] = parts;
      if (!first) return null;
      const { etag, range } = first;
      const bytes = joinedBytes(parts);
      if (etag !== null && bytes !== null) {
        const headers = new Headers(first.headers);
        headers.delete('content-range');
        return { bytes, total: range.total, etag, headers };
      }
      await drop(key);
      return null;
    },

    /** @param headers what the host says of the file, its strong ETag among it */
    async add(key: string, bytes: Blob, { from, total }: { from: number; total: number }, headers: Headers) {
      const said = new Headers(headers);
      said.set('content-range', `bytes ${from}-${from + bytes.size - 1}/${total}`);
      await (await open()).put(addressOf(key, from), new Response(bytes, { headers: said }));
    },

    /**
     * All bytes in their order. Each part goes as soon as it is read: a device on which the file just finds room would not
     * hold it twice. Fails, at the latest where it is read, unless the parts are all of the file: some may have been removed
     * meanwhile, and nobody would ever fetch again what is kept without its beginning.
     */
    async take(key: string, total: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
      const cache = await open();
      const parts = await read(key);
      if (joinedBytes(parts) !== total) throw new TypeError('Parts of the file are gone');
      const waiting = parts.values();
      return new ReadableStream({
        async pull(controller) {
          const { value: part } = waiting.next();
          if (!part) return controller.close();
          const { from, to } = part.range;
          const kept = await cache.match(addressOf(key, from));
          const bytes = await kept?.arrayBuffer();
          if (bytes?.byteLength !== to - from) throw new TypeError('A part of the file is not whole');
          controller.enqueue(new Uint8Array(bytes));
          await cache.delete(addressOf(key, from));
        },
      });
    },
  };
}

export type FileParts = ReturnType<typeof createFileParts>;
