import { limitSilence } from '@satchel/core/contract/limit-silence.ts';

// As long as the worker waits for a file that is kept: a proxy that looks through it holds its first byte back.
const longestSilenceMs = 90_000;

/** A captive portal answers every address with a page. */
const isPage = (response: Response, address: string) =>
  /^\s*text\/html\b/i.test(response.headers.get('content-type') ?? '') &&
  !/\.html?$/i.test(new URL(address).pathname);

/** All of an answer. @param onBytes called with every part of it */
export function received({ body, headers }: Response, onBytes: () => void): Promise<Blob> {
  const hear = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes();
      controller.enqueue(chunk);
    },
  });
  return new Response(body?.pipeThrough(hear), { headers }).blob();
}

/** The host answered, and did not give it. */
export class MissingFile extends Error {
  /** The host says that there is no such file. */
  readonly isGone: boolean;

  constructor(address: string, status: number) {
    super(`A file of the app is missing: ${new URL(address).pathname.split('/').at(-1)}`);
    this.isGone = status === 404 || status === 410;
  }
}

/**
 * A file of an embed app from the host, however long it takes, as long as some of it comes now and then.
 * @throws MissingFile
 * @throws Error in words when the host cannot be reached
 */
export async function fetchAppFile(
  address: string,
  fetch: typeof globalThis.fetch,
  calledOff?: AbortSignal,
): Promise<Blob> {
  const { signal: silent, breakOff, end } = limitSilence(longestSilenceMs);
  const signal = calledOff ? AbortSignal.any([silent, calledOff]) : silent;
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
