import {
  type Answer,
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
}

interface Conversation extends Surroundings {
  /** Calls off what this worker does for anybody. */
  letGo(): void;
  /** Whoever asked called it off. */
  signal: AbortSignal;
  report(progress: Progress): void;
}

const progressEveryMs = 200;

/** Answers every message on the channel it came with (CACHE-05); what is no question gets an error too. */
export function answerMessages(scope: ServiceWorkerGlobalScope, surroundings: Surroundings) {
  const underway = new Set<AbortController>();
  const letGo = () => {
    for (const stopped of underway) stopped.abort();
  };
  scope.addEventListener('message', (event) => {
    const [port] = event.ports;
    const channel = port ?? event.source;
    if (!channel) return;
    const stopped = new AbortController();
    underway.add(stopped);
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
    const answering = answerTo(event.data, { ...surroundings, letGo, signal: stopped.signal, report });
    event.waitUntil(
      answering.then((answer) => {
        underway.delete(stopped);
        channel.postMessage(answer);
      }),
    );
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

async function carryOut(
  question: Question,
  { content, caches, shellCacheName, skipWaiting, letGo, signal, report }: Conversation,
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
      for (const name of await caches.keys()) if (name !== shellCacheName) await caches.delete(name);
      return { ok: true as const };
    case 'st-get-caches':
      return { caches: await caches.keys() };
    case 'st-get-cache-contents': {
      if (!(await caches.has(question.cacheName)))
        return { error: `There is no cache ${question.cacheName}` };
      const cache = await caches.open(question.cacheName);
      return { keys: (await cache.keys()).map(({ url }) => url) };
    }
    case 'let-go':
      letGo();
      return { ok: true as const };
    case 'skip-waiting':
      await skipWaiting();
      return { ok: true as const };
  }
}
