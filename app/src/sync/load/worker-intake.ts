import { StorageFailure } from '#storage/storage-failure.ts';
import type { ChannelIntake, IntakeAnswer } from './channel-intake.ts';
import type { SwapOptions } from './swap-channel.ts';

/** What the page orders; one at a time. Of `open`, `warmUp` and `abort` nothing is heard. */
export type Order =
  | { do: 'open'; databaseName: string }
  | { do: 'warmUp' }
  | { do: 'take'; address: string; init: RequestInit; pulled: number }
  | { do: 'abort' }
  | { do: 'store'; options: SwapOptions }
  | { do: 'drop' }
  | { do: 'unpack' };

export type Reply =
  /** On the way to an answer: how much of the channel has come. */
  | { share: number }
  | { ok: true; answer: IntakeAnswer | boolean | null }
  | { ok: false; storage: StorageFailure['kind'] | null; message: string };

const startWorker = () => new Worker(new URL('./channel-worker.ts', import.meta.url), { type: 'module' });

/** In a thread of its own, which starts at once, so that it is there when it is needed, and lasts until it is closed. */
export function openWorkerIntake(databaseName: string, start: () => Worker = startWorker): ChannelIntake {
  const worker = start();
  let broken: TypeError | null = null;
  let giveUp: (reason: TypeError) => void = () => {};
  worker.onerror = (event) => {
    broken = new TypeError(event.message || 'The part that takes a channel in could not be loaded');
    giveUp(broken);
  };
  const post = (order: Order) => worker.postMessage(order);
  post({ do: 'open', databaseName });

  function order(order: Order, onShare?: (share: number) => void): Promise<IntakeAnswer | boolean | null> {
    return new Promise((resolve, reject) => {
      giveUp = reject;
      if (broken) throw broken;
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if ('share' in data) onShare?.(data.share);
        else if (data.ok) resolve(data.answer);
        else if (data.storage) reject(new StorageFailure(data.storage, data.message));
        else reject(new TypeError(data.message));
      };
      post(order);
    });
  }

  return {
    async take(address, { signal, ...init }, pulled, onShare) {
      signal?.throwIfAborted();
      const abort = () => post({ do: 'abort' });
      signal?.addEventListener('abort', abort, { once: true });
      try {
        const answer = await order({ do: 'take', address, init, pulled }, onShare);
        if (answer === null || typeof answer === 'boolean')
          throw new TypeError('The worker answered nothing');
        return answer;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
    store: async (options) => (await order({ do: 'store', options })) === true,
    async drop() {
      // A thread that never ran has put nothing, and one that failed answers no more.
      if (broken === null) await order({ do: 'drop' });
    },
    async unpack() {
      if (broken === null) await order({ do: 'unpack' });
    },
    warmUp: () => post({ do: 'warmUp' }),
    isBroken: () => broken !== null,
    close: () => worker.terminate(),
  };
}
