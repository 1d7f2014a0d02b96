import characterMaps from 'virtual:pdf-character-maps';
import fonts from 'virtual:pdf-fonts';
import { unzipSync } from 'fflate';
import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { fetchDocument, NoDocument, type NotHad } from '../fetch-document.ts';
import type { ReadingProblem } from '../reading-problem.ts';
import { PatientRanges } from './patient-ranges.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

/** Bytes asked for at once: a page's worth of most documents. */
const rangeBytes = 131_072;
/** Larger pictures are left out instead of taking the memory of a tablet. */
const mostPixelsOfPicture = 50_000_000;

const packs = new Map<string, Promise<Uint8Array>>();

function packAt(address: string) {
  const known = packs.get(address);
  if (known) return known;
  const asked = fetch(address).then(async (answer) => new Uint8Array(await answer.arrayBuffer()));
  asked.catch(() => packs.delete(address));
  packs.set(address, asked);
  return asked;
}

/** Hands PDF.js its character maps, fonts and decoders out of the app's own two files. */
class PackedData {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const pack = await packAt(kind === 'cMapUrl' ? characterMaps : fonts);
    const bytes = unzipSync(pack, { filter: ({ name }) => name === filename })[filename];
    if (!bytes) throw new Error(`PDF.js asks for ${filename}, which the app does not have`);
    return bytes;
  }
}

const asSatchelReads = {
  rangeChunkSize: rangeBytes,
  disableAutoFetch: true,
  disableStream: true,
  enableXfa: false,
  maxImageSize: mostPixelsOfPicture,
  useWorkerFetch: false,
  BinaryDataFactory: PackedData,
  // Only that they are there matters: PackedData knows where.
  cMapUrl: './',
  standardFontDataUrl: './',
  wasmUrl: './',
  verbosity: VerbosityLevel.ERRORS,
};

interface Wanted {
  /** Where the document lies by now. */
  address(): string;
  /** Called while parts of the open document are waited for, and with null once all are here. */
  onWait(why: NotHad | null): void;
  /** How long the host may say nothing. */
  silenceMs?: number;
}

export interface PdfLoading {
  promise: Promise<PDFDocumentProxy>;
  /** Asks at once for parts that are waited for. */
  askNow(): void;
  /** Parts of the open document are still to come. */
  isWaiting(): boolean;
  leave(): void;
}

/**
 * Begins to load a document; only the parts that are looked at travel, and no script of it ever runs. What fails before
 * it is open is the problem of it; afterwards parts are waited for.
 */
export function loadPdf({ address, onWait, silenceMs }: Wanted): PdfLoading {
  const leaving = new AbortController();
  let task: PDFDocumentLoadingTask | null = null;
  let ranges: PatientRanges | null = null;
  const leave = () => {
    leaving.abort();
    // Before PDF.js ends its side, which takes nothing that comes meanwhile.
    ranges?.abort();
    void task?.destroy();
  };

  async function open() {
    const { signal } = leaving;
    const document = await fetchDocument(address(), { signal, silenceMs });
    if (!comesInParts(document.headers)) {
      const data = await document.bytes();
      signal.throwIfAborted();
      task = getDocument({ ...asSatchelReads, data });
      return task.promise;
    }
    document.leave();
    const failed = Promise.withResolvers<never>();
    let isOpen = false;
    ranges = new PatientRanges({
      length: lengthOf(document.headers),
      address,
      silenceMs,
      onWait(why) {
        if (isOpen) onWait(why === 'late' ? 'unreachable' : why);
        else if (why && why !== 'late') failed.reject(new NoDocument(why));
      },
    });
    task = getDocument({ ...asSatchelReads, range: ranges });
    const pdf = await Promise.race([task.promise, failed.promise]);
    isOpen = true;
    return pdf;
  }

  const promise = open();
  promise.catch(leave);
  return {
    promise,
    askNow: () => ranges?.askNow(),
    isWaiting: () => ranges?.isWaiting ?? false,
    leave,
  };
}

const lengthOf = (headers: Headers) => Number(headers.get('content-length'));

/** Whether it is worth it, and the host says that it can. */
const comesInParts = (headers: Headers) =>
  lengthOf(headers) > 2 * rangeBytes &&
  headers.get('accept-ranges') === 'bytes' &&
  (headers.get('content-encoding') ?? 'identity') === 'identity';

/** Why a document is not shown. `signal` ends the asking. */
export async function problemOf(
  error: unknown,
  address: string,
  signal: AbortSignal,
): Promise<ReadingProblem> {
  if (error instanceof NoDocument) return error.why;
  if (error instanceof PasswordException) return 'password';
  if (error instanceof InvalidPDFException) return 'broken';
  // PDF.js has one kind of error for a worker that it could not get and for what it did not expect in a document.
  return fetchDocument(address, { signal, range: 'bytes=0-0' }).then(
    (document) => {
      document.leave();
      return 'broken' as const;
    },
    (error: unknown) => problemOf(error, address, signal),
  );
}
