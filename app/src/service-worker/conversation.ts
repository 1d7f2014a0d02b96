import {
  type Answer,
  holdSignal,
  type PrecacheAnswer,
  type Question,
  type QuestionType,
  readAnswer,
  readProgress,
  stopSignal,
} from './messages.ts';
import type { AskOptions } from './page-side.ts';
import { remindBrowser } from './remind-browser.ts';
import { texts } from './texts.ts';

const answerLimitMs = 30_000;
const lifeLimitMs = 5000;
// The worker stays at work for four and a half minutes after each of these: one may get lost.
const holdEveryMs = 2 * 60_000;
const takeOverLimitMs = 45_000;
const askAgainMs = 500;

const readsCaches = (question: Question) =>
  question.type === 'st-get-caches' || question.type === 'st-get-cache-contents';

/** The worker of the very first visit is installed while its page is used already: files wait for it. */
async function workerFor(
  container: ServiceWorkerContainer | undefined,
  question: Question,
  signal: AbortSignal | undefined,
) {
  const registration = await container?.getRegistration();
  if (!registration || registration.active || question.type !== 'st-precache') return registration?.active;
  const coming = registration.installing ?? registration.waiting;
  return coming && activation(coming, signal);
}

/** Whoever asked did not call it off: the worker let it go, for another version that takes over. */
const wasLetGo = (answer: Answer<QuestionType>, signal: AbortSignal | undefined) =>
  'failed' in answer && !signal?.aborted && answer.failed.some(({ reason }) => reason === 'stopped');

/** Asks the worker that runs; rejects with a sentence when there is none, and as `exchange` does. */
export async function askWorker<Q extends Question>(
  container: ServiceWorkerContainer | undefined,
  question: Q,
  options: AskOptions,
): Promise<Answer<Q['type']>> {
  for (;;) {
    const worker = await workerFor(container, question, options.signal);
    if (!container || !worker) throw new Error(readsCaches(question) ? texts.notRunning : texts.notActive);
    const answer = await exchange(worker, question, options).catch(async (error) => {
      if (!(error instanceof NoAnswer) || question.type !== 'st-precache') throw error;
      if (!(await isAlive(worker))) throw error;
      return noneReached(question.urls) as Answer<Q['type']>;
    });
    if ('caches' in answer && answer.caches.length === 0) throw new Error(texts.noCaches);
    if (!wasLetGo(answer, options.signal)) return answer;
    // The one after it is asked for the rest; if none takes over in time, the same one again.
    await changeOfController(container, options.signal).catch(() => {});
  }
}

class NoAnswer extends Error {
  constructor() {
    super(texts.noAnswer);
  }
}

/**
 * Whether a worker that kept silent over a file is there at all. One of an earlier version gives no sign of life while it
 * waits for a host, and one that the browser has ended starts anew: then the file is what does not come.
 */
const isAlive = (worker: ServiceWorker) =>
  exchange(worker, { type: 'st-get-caches' }, { timeoutMs: lifeLimitMs }).then(
    () => true,
    () => false,
  );

const noneReached = (urls: readonly string[]): PrecacheAnswer => ({
  ok: false,
  cached: 0,
  failed: urls.map((url) => ({ url, reason: 'unreachable' })),
});

/** Puts a question to a worker; rejects with the words of a refusal, and when the answer does not come in time. */
function exchange<Q extends Question>(
  worker: ServiceWorker,
  question: Q,
  { timeoutMs = answerLimitMs, signal, onProgress }: AskOptions,
): Promise<Answer<Q['type']>> {
  const { port1: port, port2 } = new MessageChannel();
  const stop = () => port.postMessage(stopSignal);
  let timer: ReturnType<typeof setTimeout>;
  let heldAt = Date.now();
  const hold = () => {
    if (Date.now() - heldAt < holdEveryMs) return;
    heldAt = Date.now();
    worker.postMessage(holdSignal);
  };
  return new Promise<Answer<Q['type']>>((resolve, reject) => {
    const giveUp = () => {
      stop();
      reject(new NoAnswer());
    };
    timer = setTimeout(giveUp, timeoutMs);
    port.onmessage = ({ data }) => {
      const progress = readProgress(data);
      if (progress) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, timeoutMs);
        hold();
        onProgress?.(progress);
        return;
      }
      const answer = readAnswer<Q['type']>(question.type, data);
      if (!answer) reject(new Error(texts.strangeAnswer));
      else if ('error' in answer && !('failed' in answer)) reject(new Error(answer.error));
      else resolve(answer as Answer<Q['type']>);
    };
    worker.postMessage(question, [port2]);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    port.close();
  });
}

/** Resolves when another worker has taken this page over; rejects when none does in time, or nobody waits for it. */
function changeOfController(container: ServiceWorkerContainer, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = () => reject(new Error(texts.updateStuck));
  const timer = setTimeout(giveUp, takeOverLimitMs);
  container.addEventListener('controllerchange', () => resolve(), { once: true });
  signal?.addEventListener('abort', giveUp);
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  });
}

/** The worker once it is active, null when its installation failed. Rejects when it is not waited for any more. */
function activation(worker: ServiceWorker, signal?: AbortSignal): Promise<ServiceWorker | null> {
  const { promise, resolve, reject } = Promise.withResolvers<ServiceWorker | null>();
  const follow = () => {
    if (worker.state === 'activating' || worker.state === 'activated') resolve(worker);
    else if (worker.state === 'redundant') resolve(null);
  };
  const giveUp = () => reject(signal?.reason);
  worker.addEventListener('statechange', follow);
  signal?.addEventListener('abort', giveUp);
  follow();
  if (signal?.aborted) giveUp();
  return promise.finally(() => {
    worker.removeEventListener('statechange', follow);
    signal?.removeEventListener('abort', giveUp);
  });
}

/**
 * A film that is read as it plays keeps its worker at work for as long as it is open.
 * @returns what gives the films back
 */
function closeFilms(): () => void {
  const films = [...document.querySelectorAll<HTMLMediaElement>('video, audio')].map((film) => {
    const { currentTime } = film;
    const src = film.getAttribute('src');
    // Before any source inside of it.
    film.src = 'data:,';
    return () => {
      if (src === null) film.removeAttribute('src');
      else film.src = src;
      film.load();
      film.currentTime = currentTime;
    };
  });
  return () => {
    for (const reopen of films) reopen();
  };
}

/** Has the worker that runs serve this page; rejects when it does not answer. */
export const claimPage = (worker: ServiceWorker) =>
  exchange(worker, { type: 'claim' }, { timeoutMs: lifeLimitMs });

/**
 * Lets the worker that waits take this page over, if one does. The browser does that only while the worker before it
 * has nothing to do, so that one lets go of what it brings, once more of what it got to do meanwhile.
 */
export async function takeOver(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.getRegistration();
  const waiting = registration?.waiting;
  if (!waiting) return;
  const { active } = registration;
  const tookOver = changeOfController(container);
  const letGo = async () => {
    // One of an earlier version may not know the question.
    if (active) await exchange(active, { type: 'let-go' }, { timeoutMs: askAgainMs }).catch(() => {});
  };
  const ask = () => exchange(waiting, { type: 'skip-waiting' }, { timeoutMs: takeOverLimitMs });
  const askAgain = async () => {
    await letGo();
    await ask().catch(() => {});
  };
  const repeatedly = setInterval(() => {
    void askAgain();
    remindBrowser();
  }, askAgainMs);
  const reopenFilms = closeFilms();
  try {
    await Promise.all([letGo().then(ask), tookOver]);
  } catch (error) {
    reopenFilms();
    throw error;
  } finally {
    clearInterval(repeatedly);
  }
}
