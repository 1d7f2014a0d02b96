import { contentCacheName, isContentCache } from '../content-address.ts';
import {
  type Answer,
  isHold,
  isStop,
  type Progress,
  type Question,
  type Refusal,
  readQuestion,
} from '../messages.ts';
import type { ContentFiles } from './content-files.ts';

interface Surroundings {
  content: ContentFiles;
  caches: CacheStorage;
  /** The cache of the app's own files. */
  shellCacheName: string;
  /** Lets this version take over from the running one. */
  skipWaiting(): Promise<void>;
  /** Has this version serve the pages that no worker serves. */
  claim(): Promise<void>;
}

interface Conversation extends Surroundings {
  /** Calls off what this worker does for anybody. Resolves when it has stopped. */
  letGo(): Promise<unknown>;
  /** Whoever asked called it off. */
  signal: AbortSignal;
  report(progress: Progress): void;
}

const progressEveryMs = 200;

// An event that takes five minutes is over for a browser, and Chromium ends the worker then unless another one is under way:
// in the middle of a file after 303 seconds. What is promised to it stays below; a page that waits sends the next event.
const longestEventMs = 4.5 * 60_000;

/** Keeps the worker at work until what it does is done, as far as one event can. */
function holdOn(event: ExtendableEvent, done: Promise<unknown>) {
  const { promise: timeIsUp, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longestEventMs);
  event.waitUntil(Promise.race([done, timeIsUp]).finally(() => clearTimeout(timer)));
}

/** Answers every message on the channel it came with (CACHE-05); what is no question gets an error too. */
export function answerMessages(scope: ServiceWorkerGlobalScope, surroundings: Surroundings) {
  const underway = new Map<AbortController, Promise<void>>();
  const letGo = () => {
    for (const stopped of underway.keys()) stopped.abort();
    return Promise.all(underway.values());
  };
  scope.addEventListener('message', (event) => {
    if (isHold(event.data)) return holdOn(event, Promise.all(underway.values()));
    const [port] = event.ports;
    const channel = port ?? event.source;
    if (!channel) return;
    const stopped = new AbortController();
    if (port) {
      port.onmessage = ({ data }) => {
        if (isStop(data)) stopped.abort();
      };
    }
    let reported = 0;
    const report = (progress: Progress) => {
      if (Date.now() - reported < progressEveryMs) return;
      reported = Date.now();
      channel.postMessage(progress);
    };
    const conversation = { ...surroundings, letGo, signal: stopped.signal, report };
    const answered = answerTo(event.data, conversation).then((answer) => {
      underway.delete(stopped);
      channel.postMessage(answer);
    });
    underway.set(stopped, answered);
    holdOn(event, answered);
  });
}

/** Never rejects: a failure is an answer with its words, and is logged (CACHE-12). */
export async function answerTo(
  message: unknown,
  conversation: Conversation,
): Promise<Answer<Question['type']> | Refusal> {
  const question = readQuestion(message);
  if (!question) return { error: 'This message is not understood' };
  try {
    const answer = await carryOut(question, conversation);
    if ('error' in answer) console.warn(question.type, answer.error);
    return answer;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    console.warn(question.type, words);
    return { error: words };
  }
}

/** Content files lie in many caches, which is nothing that anybody who looks into them has to know. */
const nameForPeople = (name: string) => (isContentCache(name) ? contentCacheName : name);

const addressesIn = (caches: CacheStorage) => async (name: string) =>
  (await (await caches.open(name)).keys()).map(({ url }) => url);

async function carryOut(
  question: Question,
  { content, caches, shellCacheName, skipWaiting, claim, letGo, signal, report }: Conversation,
) {
  switch (question.type) {
    case 'st-precache':
      return content.precache(question.urls, {
        renew: question.renew ?? false,
        signal,
        onProgress: (url, bytes) => report({ type: 'st-progress', url, bytes }),
      });
    case 'st-decache':
      await content.decache(question.urls);
      return { ok: true as const };
    case 'st-reset':
      // What is still coming in would open its cache anew.
      await letGo();
      for (const name of await caches.keys()) if (name !== shellCacheName) await caches.delete(name);
      return { ok: true as const };
    case 'st-get-caches':
      return { caches: [...new Set((await caches.keys()).map(nameForPeople))] };
    case 'st-get-cache-contents': {
      const names = (await caches.keys()).filter((name) => nameForPeople(name) === question.cacheName);
      if (names.length === 0) return { error: `There is no cache ${question.cacheName}` };
      return { keys: (await Promise.all(names.map(addressesIn(caches)))).flat().sort() };
    }
    case 'let-go':
      void letGo();
      return { ok: true as const };
    case 'skip-waiting':
      await skipWaiting();
      return { ok: true as const };
    case 'claim':
      await claim();
      return { ok: true as const };
  }
}
