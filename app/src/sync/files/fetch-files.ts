import type { NotKept } from '#service-worker/messages.ts';
import type { AskWorker } from '#service-worker/page-side.ts';
import type { KeepProblem } from '#storage/device-rows.ts';
import { withJitter } from '../save/host-rest.ts';
import type { CacheContents } from './cache-contents.ts';
import { createDownloadTally } from './download-tally.ts';
import type { ContentFile } from './list-files.ts';

/** Waits so many ms. */
export type Pause = (ms: number) => Promise<void>;

interface FetchParts {
  ask: AskWorker;
  contents: CacheContents;
  pause: Pause;
  random: () => number;
  /** Keys of files that gave no answer when they were asked for last; kept up here. */
  unanswered: Set<string>;
  logFailure: (error: unknown) => void;
}

const atOnce = 2;

/** ms, as long as a host that was not heard is left alone for the first time. */
export const cutOffMs = 5_000;

// Where less comes with each try a film would be asked for hundreds of times.
const fewestBytesMore = 4 * 1024 * 1024;

/** Whoever did not answer before comes last, so that every try reaches the files behind them. */
const unansweredLast = (files: readonly ContentFile[], unanswered: ReadonlySet<string>) => [
  ...files.filter(({ key }) => !unanswered.has(key)),
  ...files.filter(({ key }) => unanswered.has(key)),
];

export async function unlessCalledOff(wait: Promise<void>, signal: AbortSignal): Promise<void> {
  const calledOff = Promise.withResolvers<void>();
  const end = () => calledOff.resolve();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  await Promise.race([wait, calledOff.promise]);
  signal.removeEventListener('abort', end);
}

/**
 * Has the worker fetch files, two at a time, one per question so that every byte can be told. Resolves with what stood
 * in the way, null when nothing did or it was called off (CACHE-12).
 */
export async function fetchFiles(
  files: readonly ContentFile[],
  signal: AbortSignal,
  { ask, contents, pause, random, unanswered, logFailure }: FetchParts,
): Promise<KeepProblem | null> {
  const tally = createDownloadTally();
  const begun = new Map(await contents.begun());

  async function tryOnce({ url, key }: ContentFile): Promise<NotKept | null> {
    const onProgress = ({ bytes }: { bytes: number }) => contents.comes(key, bytes);
    const { failed } = await ask({ type: 'st-precache', urls: [url] }, { signal, onProgress });
    return failed[0]?.reason ?? null;
  }

  async function hasGoneOn(key: string): Promise<boolean> {
    const before = begun.get(key) ?? 0;
    const here = (await contents.begun()).get(key) ?? 0;
    begun.set(key, here);
    return here - before >= fewestBytesMore;
  }

  /** A large file whose line is cut goes on where it is, as long as it gets further. */
  async function fetchOne(file: ContentFile): Promise<NotKept | null> {
    for (;;) {
      const reason = await tryOnce(file);
      if (reason !== 'cut-off' || !(await hasGoneOn(file.key))) return reason;
      await unlessCalledOff(pause(withJitter(cutOffMs, random)), signal);
      if (signal.aborted) return 'stopped';
      if (tally.isOver()) return reason;
    }
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
