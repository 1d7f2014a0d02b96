import { closeWhenReset } from '#storage/close-when-reset.ts';
import { openDatabase } from '#storage/database.ts';
import { asStorageFailure, StorageFailure } from '#storage/storage-failure.ts';
import { type ChannelIntake, createChannelIntake, type IntakeAnswer } from './channel-intake.ts';
import type { Order, Reply } from './worker-intake.ts';

const reply = (words: Reply) => postMessage(words);

let intake: ChannelIntake | null = null;
let running: AbortController | null = null;

async function obey(order: Order): Promise<IntakeAnswer | boolean | null> {
  switch (order.do) {
    case 'open': {
      const database = openDatabase(order.databaseName);
      closeWhenReset(database);
      intake = createChannelIntake(database);
      // Whoever writes is told what is wrong with it.
      database.dexie.open().catch(() => {});
      return null;
    }
    case 'warmUp':
      intake?.warmUp();
      return null;
    case 'take': {
      if (intake === null) throw new Error('Nothing was opened');
      running = new AbortController();
      return intake.take(order.address, { ...order.init, signal: running.signal }, order.pulled, (share) =>
        reply({ share }),
      );
    }
    case 'abort':
      running?.abort();
      return null;
    case 'store':
      if (intake === null) throw new Error('Nothing was opened');
      return intake.store(order.options);
    case 'drop':
      await intake?.drop();
      return null;
    case 'unpack':
      await intake?.unpack();
      return null;
  }
}

/** Nobody waits for these. What is called off says so by itself. */
const unheard: ReadonlySet<Order['do']> = new Set(['open', 'warmUp', 'abort']);

function failed(error: unknown): Reply {
  const failure = asStorageFailure(error);
  return {
    ok: false,
    storage: failure instanceof StorageFailure ? failure.kind : null,
    message: error instanceof Error ? error.message : String(error),
  };
}

addEventListener('message', async ({ data }: MessageEvent<Order>) => {
  const outcome = await obey(data).then((answer): Reply => ({ ok: true, answer }), failed);
  if (!unheard.has(data.do)) reply(outcome);
});
