import { fetchDocument, NoDocument } from '../fetch-document.ts';
import type { ReadingProblem } from '../reading-problem.ts';
import type { OfficeAnswer, OfficeQuestion } from './office-content.ts';

const mostBytes = 40_000_000;
/** Nothing that a rep shows takes so long, even on an old tablet; what is made to take for ever ends here. */
const longestMs = 30_000;

const startWorker = () =>
  new Worker(new URL('./office-worker.ts', import.meta.url), { type: 'module', name: 'office' });

/**
 * Reads a Word or Excel file in a worker of its own, which ends with it: off the page, and without its objects.
 * @param signal ends the reading
 * @param silenceMs how long the host may say nothing
 */
export async function openOffice(
  kind: OfficeQuestion['kind'],
  address: string,
  signal: AbortSignal,
  silenceMs?: number,
): Promise<OfficeAnswer> {
  const bytes = await bytesAt(address, signal, silenceMs);
  if (typeof bytes === 'string') return { problem: bytes };
  const worker = startWorker();
  const tooLong = AbortSignal.timeout(longestMs);
  try {
    return await new Promise<OfficeAnswer>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<OfficeAnswer>) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        resolve({ problem: 'broken' });
      };
      for (const end of [tooLong, signal])
        end.addEventListener('abort', () => resolve({ problem: 'too-large' }), { once: true });
      worker.postMessage({ kind, bytes } satisfies OfficeQuestion, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}

async function bytesAt(
  address: string,
  signal: AbortSignal,
  silenceMs: number | undefined,
): Promise<ArrayBuffer | ReadingProblem> {
  try {
    const document = await fetchDocument(address, { signal, silenceMs });
    if (Number(document.headers.get('content-length')) > mostBytes) {
      document.leave();
      return 'too-large';
    }
    const bytes = await document.bytes();
    return bytes.byteLength > mostBytes ? 'too-large' : bytes;
  } catch (error) {
    if (error instanceof NoDocument) return error.why;
    throw error;
  }
}
