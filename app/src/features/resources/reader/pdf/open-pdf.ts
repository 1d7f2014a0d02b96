import characterMaps from 'virtual:pdf-character-maps';
import fonts from 'virtual:pdf-fonts';
import { unzipSync } from 'fflate';
import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentLoadingTask,
  ResponseException,
  VerbosityLevel,
} from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { ReadingProblem } from '../reading-problem.ts';

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

/** Begins to load a document; only the parts that are looked at travel, and no script of it ever runs. */
export const loadPdf = (address: string): PDFDocumentLoadingTask =>
  getDocument({
    url: address,
    rangeChunkSize: rangeBytes,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    maxImageSize: mostPixelsOfPicture,
    useWorkerFetch: false,
    BinaryDataFactory: PackedData,
    // Only that they are there matters: PackedData knows where.
    ...{ cMapUrl: './', standardFontDataUrl: './', wasmUrl: './' },
    verbosity: VerbosityLevel.ERRORS,
  });

/** Why a document is not shown. */
export async function problemOf(error: unknown, address: string): Promise<ReadingProblem> {
  if (error instanceof PasswordException) return 'password';
  if (error instanceof InvalidPDFException) return 'broken';
  if (error instanceof ResponseException) return error.missing ? 'missing' : 'unreachable';
  // PDF.js has one kind of error for a line that is down and for what it did not expect in a document.
  const answers = await fetch(address, { headers: { range: 'bytes=0-0' } }).catch(() => null);
  return answers ? 'broken' : 'unreachable';
}
