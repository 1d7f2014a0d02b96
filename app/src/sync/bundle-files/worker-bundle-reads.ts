import type { BundleReads } from './bundle-reads.ts';
import type { Call, Question, Reply } from './bundle-reads-worker.ts';

type ReadsWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

const startWorker = (): ReadsWorker =>
  new Worker(new URL('./bundle-reads-worker.ts', import.meta.url), { type: 'module', name: 'bundles' });

/**
 * The same reads in a worker of its own, so that a bundle with many thousands of files never holds up the page.
 * Each throws Error in words when the worker or the database fails.
 */
export function createWorkerBundleReads(origin: string, start = startWorker): BundleReads {
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  let worker: ReadsWorker | null = null;
  let asked = 0;

  function awake(): ReadsWorker {
    if (worker) return worker;
    const started = start();
    started.onmessage = ({ data }: MessageEvent<Reply>) => {
      const answered = waiting.get(data.number);
      waiting.delete(data.number);
      if ('answer' in data) answered?.resolve(data.answer as never);
      else answered?.reject(new Error(data.failure));
    };
    started.onerror = (event) => {
      started.terminate();
      worker = null;
      for (const { reject } of waiting.values())
        reject(new Error(event.message || 'The reader did not start'));
      waiting.clear();
    };
    worker = started;
    return started;
  }

  const ask = <Answer>(call: Call) =>
    new Promise<Answer>((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      awake().postMessage({ ...call, origin, number: asked } satisfies Question);
    });

  return {
    head: (...given) => ask({ read: 'head', given }),
    summary: (...given) => ask({ read: 'summary', given }),
    inChannel: (...given) => ask({ read: 'inChannel', given }),
    contents: (...given) => ask({ read: 'contents', given }),
    medias: (...given) => ask({ read: 'medias', given }),
    mediasById: (...given) => ask({ read: 'mediasById', given }),
    mediaIdsHere: (...given) => ask({ read: 'mediaIdsHere', given }),
    placesOfFiles: (...given) => ask({ read: 'placesOfFiles', given }),
    filesInSight: (...given) => ask({ read: 'filesInSight', given }),
    showable: (...given) => ask({ read: 'showable', given }),
  };
}
