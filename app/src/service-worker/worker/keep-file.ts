import type { NotKept } from '../messages.ts';

interface KeepOptions {
  signal: AbortSignal;
  /** Asks the host even when the browser's own cache holds the file. */
  fresh: boolean;
  onBytes(bytes: number): void;
}

// A proxy that looks through a film holds its first byte back until it has seen all of it. Three files in a row that stay
// silent for so long still end within the five minutes that a worker has whose page does not hold it.
const longestSilenceMs = 90_000;

/** Fetches one file and keeps it under the key when all of it came. Null when that worked. */
export async function keepFile(
  cache: Cache,
  key: string,
  address: string,
  { signal, fresh, onBytes }: KeepOptions,
): Promise<NotKept | null> {
  const silence = limitSilence(longestSilenceMs);
  try {
    const failure = await fetchInto(cache, key, address, {
      signal: AbortSignal.any([signal, silence.signal]),
      fresh,
      onBytes(bytes) {
        silence.breakOff();
        onBytes(bytes);
      },
    });
    if (failure === null) return null;
    if (signal.aborted) return 'stopped';
    return silence.signal.aborted ? 'unreachable' : failure;
  } finally {
    silence.end();
  }
}

/** A signal that aborts when nothing has broken the silence for so long. */
function limitSilence(ms: number) {
  const silent = new AbortController();
  const wait = () => setTimeout(() => silent.abort(), ms);
  let timer = wait();
  return {
    signal: silent.signal,
    breakOff() {
      clearTimeout(timer);
      timer = wait();
    },
    end: () => clearTimeout(timer),
  };
}

async function fetchInto(
  cache: Cache,
  key: string,
  address: string,
  { signal, fresh, onBytes }: KeepOptions,
): Promise<NotKept | null> {
  let response: Response;
  try {
    response = await fetch(address, {
      mode: 'cors',
      credentials: 'omit',
      cache: fresh ? 'no-cache' : 'default',
      signal,
    });
  } catch {
    return 'unreachable';
  }
  const unfit = whyUnfit(response, key);
  if (unfit) {
    await response.body?.cancel();
    return unfit;
  }

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

/** Only a whole file that its host gave openly is worth keeping; a captive portal gives HTML for everything. */
export function whyUnfit(
  response: Pick<Response, 'type' | 'status' | 'headers'>,
  key: string,
): NotKept | null {
  if (response.type === 'opaque' || response.type === 'opaqueredirect') return 'not-the-file';
  if (response.status !== 200) return 'refused';
  const isHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(
    response.headers.get('content-type') ?? '',
  );
  return isHtml && !/\.x?html?$/i.test(new URL(key).pathname) ? 'not-the-file' : null;
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
function keptHeaders(response: Response): Headers {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'vary'])
    headers.delete(name);
  return headers;
}

const isStorageFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError';
