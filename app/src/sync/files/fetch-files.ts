import type { NotKept } from '#service-worker/messages.ts';
import type { AskWorker } from '#service-worker/page-side.ts';
import type { KeepProblem } from '#storage/device-rows.ts';
import type { CacheContents } from './cache-contents.ts';
import type { ContentFile } from './list-files.ts';

interface FetchParts {
  ask: AskWorker;
  contents: CacheContents;
  logFailure: (error: unknown) => void;
}

const atOnce = 2;
// One address that never answers must not hold the others back; several mean that the host is gone.
const mostUnreachable = 3;

const problemOf = {
  unreachable: 'unreachable',
  'cut-off': 'unreachable',
  refused: 'refused',
  'not-the-file': 'refused',
  'not-content': 'refused',
  'storage-full': 'storage-full',
} satisfies Record<Exclude<NotKept, 'stopped'>, KeepProblem>;

/** What stands in the way for all files comes before what concerns one of them. */
const gravity: KeepProblem[] = ['refused', 'unreachable', 'storage-full', 'not-possible'];
const graver = (a: KeepProblem | null, b: KeepProblem) =>
  a !== null && gravity.indexOf(a) > gravity.indexOf(b) ? a : b;

/**
 * Has the worker fetch files, two at a time, one per question so that every byte can be told. Resolves with what stood
 * in the way, null when nothing did or it was called off; never rejects (CACHE-12).
 */
export async function fetchFiles(
  files: readonly ContentFile[],
  signal: AbortSignal,
  { ask, contents, logFailure }: FetchParts,
): Promise<KeepProblem | null> {
  let problem: KeepProblem | null = null;
  let unreachable = 0;
  const isOver = () =>
    signal.aborted ||
    problem === 'storage-full' ||
    problem === 'not-possible' ||
    unreachable >= mostUnreachable;

  async function fetchOne({ url, key }: ContentFile): Promise<NotKept | null> {
    const onProgress = ({ bytes }: { bytes: number }) => contents.comes(key, bytes);
    const { failed } = await ask({ type: 'st-precache', urls: [url] }, { signal, onProgress });
    return failed[0]?.reason ?? null;
  }

  const waiting = files.values();
  async function fetchSome() {
    for (const file of waiting) {
      if (isOver()) return;
      try {
        const reason = await fetchOne(file);
        if (reason === 'unreachable') unreachable += 1;
        else unreachable = 0;
        if (reason !== null && reason !== 'stopped') problem = graver(problem, problemOf[reason]);
      } catch (error) {
        // Nobody keeps files here, or the worker fell silent. Who called it off knows that nothing comes.
        if (!signal.aborted) {
          logFailure(error);
          problem = 'not-possible';
        }
      }
      await contents.came([file.key]);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, fetchSome));
  return problem;
}
