import { type Answer, type Question, readAnswer, readProgress, stopSignal } from './messages.ts';
import type { AskOptions } from './page-side.ts';
import { texts } from './texts.ts';

const answerLimitMs = 30_000;
const takeOverLimitMs = 30_000;
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

/** Asks the worker that runs; rejects with a sentence when there is none, and as `exchange` does. */
export async function askWorker<Q extends Question>(
  container: ServiceWorkerContainer | undefined,
  question: Q,
  options: AskOptions,
): Promise<Answer<Q['type']>> {
  const worker = await workerFor(container, question, options.signal);
  if (!worker) throw new Error(readsCaches(question) ? texts.notRunning : texts.notActive);
  const answer = await exchange(worker, question, options);
  if ('caches' in answer && answer.caches.length === 0) throw new Error(texts.noCaches);
  return answer;
}

/** Puts a question to a worker; rejects with the words of a refusal, and when the answer does not come in time. */
function exchange<Q extends Question>(
  worker: ServiceWorker,
  question: Q,
  { timeoutMs = answerLimitMs, signal, onProgress }: AskOptions,
): Promise<Answer<Q['type']>> {
  const { port1: port, port2 } = new MessageChannel();
  const stop = () => port.postMessage(stopSignal);
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<Answer<Q['type']>>((resolve, reject) => {
    const giveUp = () => {
      stop();
      reject(new Error(texts.noAnswer));
    };
    timer = setTimeout(giveUp, timeoutMs);
    port.onmessage = ({ data }) => {
      const progress = readProgress(data);
      if (progress) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, timeoutMs);
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

/** Resolves when another worker has taken this page over. */
function changeOfController(container: ServiceWorkerContainer): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(texts.updateStuck)), takeOverLimitMs);
    container.addEventListener(
      'controllerchange',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
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
 * Lets the worker that waits take this page over, if one does. It is asked again until it has: a browser that finds the
 * worker before it at work just then looks again only when that one has had nothing to do for half a minute.
 */
export async function takeOver(container: ServiceWorkerContainer): Promise<void> {
  const waiting = (await container.getRegistration())?.waiting;
  if (!waiting) return;
  const tookOver = changeOfController(container);
  const ask = () => exchange(waiting, { type: 'skip-waiting' }, {});
  const again = setInterval(() => void ask().catch(() => {}), askAgainMs);
  try {
    await Promise.all([ask(), tookOver]);
  } finally {
    clearInterval(again);
  }
}
