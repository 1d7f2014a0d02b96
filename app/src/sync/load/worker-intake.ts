import { StorageFailure } from '#storage/storage-failure.ts';
import type { ChannelIntake, IntakeAnswer } from './channel-intake.ts';
import type { SwapOptions } from './swap-channel.ts';

/** What the page orders; one at a time. */
export type Order =
  | { do: 'take'; databaseName: string; address: string; init: RequestInit; pulled: number }
  | { do: 'abort' }
  | { do: 'store'; options: SwapOptions }
  | { do: 'drop' };

export type Reply =
  | { ok: true; answer: IntakeAnswer | null }
  | { ok: false; storage: StorageFailure['kind'] | null; message: string };

const startWorker = () => new Worker(new URL('./channel-worker.ts', import.meta.url), { type: 'module' });

/** In a thread of its own, which ends when the channel is stored or dropped and gives back all it held. */
export function createWorkerIntake(databaseName: string, start: () => Worker = startWorker): ChannelIntake {
  let worker: Worker | null = null;

  function order(order: Order): Promise<IntakeAnswer | null> {
    worker ??= start();
    const at = worker;
    return new Promise((resolve, reject) => {
      at.onmessage = ({ data }: MessageEvent<Reply>) => {
        if (data.ok) resolve(data.answer);
        else if (data.storage) reject(new StorageFailure(data.storage, data.message));
        else reject(new TypeError(data.message));
      };
      at.onerror = (event) => reject(new TypeError(event.message));
      at.postMessage(order);
    });
  }

  return {
    async take(address, { signal, ...init }, pulled) {
      signal?.throwIfAborted();
      const abort = () => worker?.postMessage({ do: 'abort' } satisfies Order);
      signal?.addEventListener('abort', abort, { once: true });
      try {
        const answer = await order({ do: 'take', databaseName, address, init, pulled });
        if (answer === null) throw new TypeError('The worker answered nothing');
        return answer;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
    store: async (options) => void (await order({ do: 'store', options })),
    async drop() {
      if (worker === null) return;
      try {
        await order({ do: 'drop' });
      } finally {
        worker.terminate();
        worker = null;
      }
    },
  };
}
