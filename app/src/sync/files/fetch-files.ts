import type { NotKept } from '#service-worker/messages.ts';
import type { AskWorker } from '#service-worker/page-side.ts';
import type { KeepProblem } from '#storage/device-rows.ts';
import type { CacheContents } from './cache-contents.ts';
import { createDownloadTally } from './download-tally.ts';
import type { ContentFile } from './list-files.ts';

interface FetchParts {
  ask: AskWorker;
  contents: CacheContents;
  /** Keys of files that gave no answer when they were asked for last; kept up here. */
  unanswered: Set<string>;
  logFailure: (error: unknown) => void;
}

const atOnce = 2;

/** Whoever did not answer before comes last, so that every try reaches the files behind them. */
const unansweredLast = (files: readonly ContentFile[], unanswered: ReadonlySet<string>) => [
  ...files.filter(({ key }) => !unanswered.has(key)),
  ...files.filter(({ key }) => unanswered.has(key)),
];

/**
 * Has the worker fetch files, two at a time, one per question so that every byte can be told. Resolves with what stood
 * in the way, null when nothing did or it was called off; never rejects (CACHE-12).
 */
export async function fetchFiles(
  files: readonly ContentFile[],
  signal: AbortSignal,
  { ask, contents, unanswered, logFailure }: FetchParts,
): Promise<KeepProblem | null> {
  const tally = createDownloadTally();

  async function fetchOne({ url, key }: ContentFile): Promise<NotKept | null> {
    const onProgress = ({ bytes }: { bytes: number }) => contents.comes(key, bytes);
    const { failed } = await ask({ type: 'st-precache', urls: [url] }, { signal, onProgress });
    return failed[0]?.reason ?? null;
  }

  const waiting = unansweredLast(files, unanswered).values();
  async function fetchSome() {
    for (const file of waiting) {
      if (signal.aborted || tally.isOver()) return;
      try {
        const reason = await fetchOne(file);
        tally.count(reason);
        if (reason === 'unreachable') unanswered.add(file.key);
        else unanswered.delete(file.key);
      } catch (error) {
        // Nobody keeps files here, or the worker is gone. Who called it off knows that nothing comes.
        if (!signal.aborted) {
          logFailure(error);
          tally.giveUp();
        }
      }
      await contents.came([file.key]);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, fetchSome));
  return tally.problem();
}
