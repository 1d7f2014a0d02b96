import { readContentRange } from '@satchel/core/contract/content-range.ts';
import { limitSilence } from '@satchel/core/contract/limit-silence.ts';
import type { NotKept } from '../messages.ts';
import { type BegunFile, partBytes, strongEtag } from './file-parts.ts';
import {
  announcedBytes,
  keptHeaders,
  putTogether,
  receiveInParts,
  receiveWhole,
  type Stores,
} from './receive-file.ts';

export interface KeepOptions {
  signal: AbortSignal;
  /** Asks the host even when the browser's own cache holds the file. */
  fresh: boolean;
  /** Of a copy that is here already: the host need not send those bytes again. */
  knownEtag: string | null;
  onBytes(bytes: number): void;
}

interface FileToBring extends KeepOptions {
  stores: Stores;
  /** Under what it is kept. */
  key: string;
  address: string;
}

// A proxy that looks through a film holds its first byte back until it has seen all of it. Three files in a row that stay
// silent for so long still end within the five minutes that a worker has whose page does not hold it.
const longestSilenceMs = 90_000;

/**
 * Fetches one file and keeps it under the key when all of it came. Null when that worked, or the known copy is the newest.
 * Of a large file that did not come whole the next try brings the rest only.
 */
export async function keepFile(
  stores: Stores,
  key: string,
  address: string,
  { signal, fresh, knownEtag, onBytes }: KeepOptions,
): Promise<NotKept | null> {
  const silence = limitSilence(longestSilenceMs);
  try {
    const failure = await bring({
      stores,
      key,
      address,
      signal: AbortSignal.any([signal, silence.signal]),
      fresh,
      knownEtag,
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

async function bring(file: FileToBring): Promise<NotKept | null> {
  const { stores, key, fresh } = file;
  // A newer copy comes whole or not at all: what came of it would only lie beside the one that is here.
  const begun = fresh ? null : await stores.parts.begun(key);
  if (begun === null) return beginAnew(file);
  return begun.bytes === begun.total ? putTogether(stores, key, begun) : goOn(file, begun);
}

async function beginAnew(file: FileToBring): Promise<NotKept | null> {
  const { stores, key, fresh, knownEtag, onBytes } = file;
  const response = knownEtag === null ? await request(file) : await requestUnless(file, knownEtag);
  if (response === null) return 'unreachable';
  if (response.status === 304 && knownEtag !== null) return null;
  const unfit = whyUnfit(response, key);
  if (unfit) {
    await response.body?.cancel();
    return unfit;
  }
  const total = announcedBytes(response);
  const etag = strongEtag(response);
  if (fresh || total === null || total <= partBytes || etag === null) {
    return receiveWhole(stores, key, response, onBytes);
  }
  const nothing = { bytes: 0, total, etag, headers: keptHeaders(response) };
  return receiveInParts(stores, key, response, nothing, onBytes);
}

async function goOn(file: FileToBring, begun: BegunFile): Promise<NotKept | null> {
  const { stores, key, onBytes } = file;
  const response = await request(file, begun.bytes);
  if (response === null) return 'unreachable';
  if (isRestOf(begun, response)) return receiveInParts(stores, key, response, begun, onBytes);
  const hasOthers = response.status === 206 || response.status === 416;
  const unfit = hasOthers ? null : whyUnfit(response, key);
  await response.body?.cancel();
  if (unfit) return unfit;
  // Other bytes than those that are here, or a host that gives whole files only.
  await stores.parts.drop(key);
  return beginAnew(file);
}

/** @param from the byte with which it is to begin */
const request = (file: FileToBring, from = 0) =>
  send(file, {
    cache: file.fresh ? 'no-cache' : 'default',
    // No If-Range: its answer to another version would be a whole file, and the ETag of a part tells as much.
    ...(from > 0 && { headers: { range: `bytes=${from}-` }, cache: 'no-store' }),
  });

/**
 * Asks for other bytes than those of this ETag; 304 says that there are none. The browser's own cache would ask so by itself,
 * and holds no large files.
 */
async function requestUnless(file: FileToBring, etag: string): Promise<Response | null> {
  const response = await send(file, {
    cache: 'no-store',
    // Before another origin this header would need a leave that hosts of files do not give.
    redirect: 'manual',
    // Where a page says nothing, a browser adds `no-cache`, to which some hosts send the whole file.
    headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
  });
  return response?.type === 'opaqueredirect' ? request(file) : response;
}

/** Null when the host cannot be reached. */
async function send({ address, signal }: FileToBring, init: RequestInit): Promise<Response | null> {
  try {
    return await fetch(address, { mode: 'cors', credentials: 'omit', signal, ...init });
  } catch {
    return null;
  }
}

function isRestOf({ bytes, total, etag }: BegunFile, response: Response): boolean {
  if (response.status !== 206 || response.headers.has('content-encoding')) return false;
  const range = readContentRange(response);
  return range?.from === bytes && range.total === total && strongEtag(response) === etag;
}

/** A host that is on its way back, or has too much to do, or the proxy before it: the file itself is not refused. */
const notNow: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** Only a whole file that its host gave openly is worth keeping; a captive portal gives HTML for everything. */
export function whyUnfit(
  response: Pick<Response, 'type' | 'status' | 'headers'>,
  key: string,
): NotKept | null {
  if (response.type === 'opaque' || response.type === 'opaqueredirect') return 'not-the-file';
  if (notNow.has(response.status)) return 'unreachable';
  if (response.status !== 200) return 'refused';
  const isHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(
    response.headers.get('content-type') ?? '',
  );
  return isHtml && !/\.x?html?$/i.test(new URL(key).pathname) ? 'not-the-file' : null;
}
