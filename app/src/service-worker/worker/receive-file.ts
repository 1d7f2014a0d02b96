import type { NotKept } from '../messages.ts';
import { type BegunFile, type FileParts, partBytes } from './file-parts.ts';

export interface Stores {
  /** Where whole files lie. */
  cache: Cache;
  /** What came of files that are not whole. */
  parts: FileParts;
}

/** @param bytes how many are here so far */
type OnBytes = (bytes: number) => void;

/** Straight into the cache, where it is not there before all of it came. */
export async function receiveWhole(
  { cache }: Stores,
  key: string,
  response: Response,
  onBytes: OnBytes,
): Promise<NotKept | null> {
  const announced = announcedBytes(response);
  let received = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.byteLength;
      onBytes(received);
      controller.enqueue(chunk);
    },
    // A body that ends early must fail the put: nothing is stored then.
    flush() {
      if (announced !== null && received !== announced) throw new TypeError('The file was cut off');
    },
  });
  try {
    await cache.put(key, new Response(response.body?.pipeThrough(count), { headers: keptHeaders(response) }));
    return null;
  } catch (error) {
    return isStorageFull(error) ? 'storage-full' : 'cut-off';
  }
}

/** Keeps each part as it comes, and what came of the last one when the line is cut. */
export async function receiveInParts(
  stores: Stores,
  key: string,
  response: Response,
  { bytes, total, headers }: BegunFile,
  onBytes: OnBytes,
): Promise<NotKept | null> {
  const body = response.body?.getReader();
  let from = bytes;
  let received = bytes;
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let storing: Promise<void> = Promise.resolve();
  /** One at a time, while the next one comes: what waits to be read when the line is cut is lost. */
  async function keepPart() {
    const part = { bytes: new Blob(chunks), place: { from, total } };
    from = received;
    chunks = [];
    await storing;
    if (part.bytes.size > 0) storing = stores.parts.add(key, part.bytes, part.place, headers);
    storing.catch(() => undefined);
  }
  /** Null when the line is cut. */
  const next = async () => (await body?.read().catch(() => null)) ?? null;

  onBytes(received);
  let read = await next();
  try {
    for (; read?.value; read = await next()) {
      chunks.push(read.value);
      received += read.value.byteLength;
      onBytes(received);
      if (received - from >= partBytes) await keepPart();
    }
    await keepPart();
    await storing;
  } catch (error) {
    // There is nothing to cancel when the line was cut meanwhile.
    await body?.cancel().catch(() => undefined);
    if (!isStorageFull(error)) return 'cut-off';
    // Parts of a file that finds no room take it from all others.
    await stores.parts.drop(key);
    return 'storage-full';
  }
  return read === null || received !== total ? 'cut-off' : putTogether(stores, key, { total, headers });
}

/** The file becomes one, which is all that anybody ever sees of it. */
export async function putTogether(
  { cache, parts }: Stores,
  key: string,
  { total, headers }: Pick<BegunFile, 'total' | 'headers'>,
): Promise<NotKept | null> {
  try {
    await cache.put(key, new Response(await parts.take(key, total), { headers }));
    return null;
  } catch (error) {
    // What makes no file now makes none later: the next try begins anew.
    await parts.drop(key);
    return isStorageFull(error) ? 'storage-full' : 'cut-off';
  }
}

/**
 * How many bytes the body must have, null when that cannot be known: packed bodies are counted unpacked here, and
 * another origin does not tell whether its body was packed. The browser itself fails a body that ends early then.
 */
export function announcedBytes({ type, headers }: Pick<Response, 'type' | 'headers'>): number | null {
  const length = headers.get('content-length');
  if (type === 'cors' || length === null || headers.has('content-encoding')) return null;
  return Number(length);
}

/** The body is kept unpacked and for whoever asks; all else the host said about the file holds on. */
export function keptHeaders(response: Response): Headers {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'vary'])
    headers.delete(name);
  return headers;
}

const isStorageFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError';
