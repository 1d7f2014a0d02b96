import type { AskWorker } from '#service-worker/page-side.ts';

interface LetGoParts {
  ask: AskWorker;
  /** Called after each question with the keys that it named. */
  onAsked: (keys: readonly string[]) => Promise<void>;
  logFailure: (error: unknown) => void;
}

/** Keys. The worker answers once all of a question are gone, and is not waited for longer than thirty seconds. */
const goneAtOnce = 200;

/** Has the worker drop files, some at a time, for as long as it answers. What it dropped without an answer is gone as well. */
export async function letFilesGo(
  keys: readonly string[],
  { ask, onAsked, logFailure }: LetGoParts,
): Promise<void> {
  for (let at = 0, isAnswered = true; at < keys.length && isAnswered; at += goneAtOnce) {
    const urls = keys.slice(at, at + goneAtOnce);
    await ask({ type: 'st-decache', urls }).catch((error) => {
      logFailure(error);
      isAnswered = false;
    });
    await onAsked(urls);
  }
}
