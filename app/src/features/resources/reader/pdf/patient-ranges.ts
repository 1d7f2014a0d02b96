import { PDFDataRangeTransport } from 'pdfjs-dist';
import { fetchDocument, NoDocument, type NotHad } from '../fetch-document.ts';

/** Until a part is asked for again, ms; the last pause is that of all further tries. */
const pausesMs = [1000, 3000, 10_000, 30_000];
/** Whoever looks at an empty page for so long is told why, ms. */
const lateMs = 5000;

interface Source {
  /** Bytes of the whole document. */
  length: number;
  /** Where it lies by now. */
  address(): string;
  /** Called with what was met last, `late` as long as that is nothing, and with null once nothing is waited for. */
  onWait(why: NotHad | 'late' | null): void;
  /** How long the host may say nothing to one question. */
  silenceMs: number | undefined;
}

/**
 * Brings PDF.js the parts of a document that it asks for. It asks for each once, and what fails is lost to it for as long
 * as the document is open: a part that does not come is asked for again here until it does.
 */
export class PatientRanges extends PDFDataRangeTransport {
  readonly #source: Source;
  readonly #left = new AbortController();
  /** Parts that are waited for, by their first byte. */
  readonly #waiting = new Set<number>();
  #round = new AbortController();

  constructor(source: Source) {
    super(source.length, null);
    this.#source = source;
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#bring(begin, end);
  }

  override abort(): void {
    this.#left.abort();
  }

  /** What is waited for is asked for at once, and what hangs once more. */
  askNow(): void {
    this.#round.abort();
    this.#round = new AbortController();
  }

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  async #bring(begin: number, end: number) {
    for (let tries = 0; !this.#left.signal.aborted; tries++) {
      const signal = AbortSignal.any([this.#left.signal, this.#round.signal]);
      const late = setTimeout(() => this.#wait(begin, 'late'), lateMs);
      const part = await this.#part(begin, end, signal);
      clearTimeout(late);
      if (this.#left.signal.aborted) return;
      if (part instanceof Uint8Array) {
        this.onDataRange(begin, part);
        if (this.#waiting.delete(begin) && this.#waiting.size === 0) this.#source.onWait(null);
        return;
      }
      // Asked anew before its time.
      if (signal.aborted) continue;
      this.#wait(begin, part);
      await pause(pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 0, signal);
    }
  }

  #wait(begin: number, why: NotHad | 'late') {
    this.#waiting.add(begin);
    this.#source.onWait(why);
  }

  async #part(begin: number, end: number, signal: AbortSignal): Promise<Uint8Array | NotHad> {
    try {
      const answer = await fetchDocument(this.#source.address(), {
        signal,
        range: `bytes=${begin}-${end - 1}`,
        silenceMs: this.#source.silenceMs,
      });
      const bytes = new Uint8Array(await answer.bytes());
      if (bytes.length === end - begin) return bytes;
      // A host may answer with all of it. Of any other length it is not the document any more that was opened.
      return bytes.length === this.length ? bytes.slice(begin, end) : 'missing';
    } catch (error) {
      if (error instanceof NoDocument) return error.why;
      throw error;
    }
  }
}

/** Ends early with the signal. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
