import { limitSilence } from '@satchel/core/contract/limit-silence.ts';
import type { ReadingProblem } from './reading-problem.ts';

// As long as the worker waits for a file that is kept: a proxy that looks through it holds its first byte back.
const longestSilenceMs = 90_000;

/** Why a document, or a part of it, was not had. */
export type NotHad = Extract<ReadingProblem, 'missing' | 'unreachable'>;

export class NoDocument extends Error {
  readonly why: NotHad;

  constructor(why: NotHad, options?: ErrorOptions) {
    super(`The document is ${why}`, options);
    this.why = why;
  }
}

/** Answers that may be others in a moment. */
const isForNow = (status: number) => status >= 500 || status === 408 || status === 429;

interface Asked {
  /** Ends the asking, and the reading of what came. */
  signal: AbortSignal;
  /** As the header has it; without it the whole document. */
  range?: string;
  silenceMs?: number | undefined;
}

interface FetchedDocument {
  headers: Headers;
  /** However long it takes, as long as some of it comes now and then. Throws NoDocument. */
  bytes(): Promise<ArrayBuffer>;
  /** It is not read. */
  leave(): void;
}

/**
 * Asks for a document. Whoever does ends it with `bytes` or `leave`.
 * @throws NoDocument
 */
export async function fetchDocument(
  address: string,
  { signal, range, silenceMs = longestSilenceMs }: Asked,
): Promise<FetchedDocument> {
  const silence = limitSilence(silenceMs);
  const unreachable = (cause: unknown) => {
    silence.end();
    throw new NoDocument('unreachable', { cause });
  };
  const answer = await fetch(address, {
    signal: AbortSignal.any([signal, silence.signal]),
    ...(range && { headers: { range } }),
  }).catch(unreachable);
  silence.breakOff();
  const leave = () => {
    silence.end();
    // What was cut off meanwhile has nothing to give up.
    answer.body?.cancel().catch(() => {});
  };
  if (!answer.ok) {
    leave();
    throw new NoDocument(isForNow(answer.status) ? 'unreachable' : 'missing');
  }
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      silence.breakOff();
      controller.enqueue(chunk);
    },
  });
  return {
    headers: answer.headers,
    bytes: () =>
      new Response(answer.body?.pipeThrough(heard)).arrayBuffer().catch(unreachable).finally(silence.end),
    leave,
  };
}
