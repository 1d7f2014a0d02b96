import type { SearchHit } from './search-hit.ts';
import type { Question, Reply } from './search-worker.ts';

type SearchWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

interface SearchParts {
  origin: string;
  start?: () => SearchWorker;
}

interface Waiting {
  resolve: (hits: SearchHit[]) => void;
  reject: (error: Error) => void;
}

const startWorker = (): SearchWorker =>
  new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module', name: 'search' });

/** Searches a channel in a worker of its own, so that neither indexing nor searching ever holds up the page. */
export function createChannelSearch({ origin, start = startWorker }: SearchParts) {
  const waiting = new Map<number, Waiting>();
  let worker: SearchWorker | null = null;
  let asked = 0;

  function awake(): SearchWorker {
    if (worker) return worker;
    const started = start();
    started.onmessage = ({ data }: MessageEvent<Reply>) => {
      const answered = waiting.get(data.number);
      waiting.delete(data.number);
      if ('hits' in data) answered?.resolve(data.hits);
      else answered?.reject(new Error(data.failure));
    };
    started.onerror = (event) => {
      started.terminate();
      worker = null;
      for (const { reject } of waiting.values()) reject(new Error(event.message || 'Search did not start'));
      waiting.clear();
    };
    worker = started;
    return started;
  }

  function ask(question: { ask: 'prepare' } | { ask: 'find'; words: string }, channelId: string) {
    return new Promise<SearchHit[]>((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      awake().postMessage({ ...question, channelId, origin, number: asked } satisfies Question);
    });
  }

  return {
    /**
     * Indexes the channel as it is now, unless that has been done.
     * @throws Error in words, when the worker or the database fails
     */
    async prepare(channelId: string): Promise<void> {
      await ask({ ask: 'prepare' }, channelId);
    },
    /**
     * The best matches, best first; at most 50.
     * @throws Error in words, as above
     */
    find: (channelId: string, words: string): Promise<SearchHit[]> => ask({ ask: 'find', words }, channelId),
  };
}
