// Runs in a worker of its own: see channel-search.ts.
import { closeWhenReset } from '#storage/close-when-reset.ts';
import { openDatabase } from '#storage/database.ts';
import { channelDocuments, channelStamp } from './channel-documents.ts';
import type { SearchHit } from './search-hit.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';

export type Question = { number: number; channelId: string; origin: string } & (
  | { ask: 'prepare' }
  | { ask: 'find'; words: string }
);

export type Reply = { number: number } & ({ hits: SearchHit[] } | { failure: string });

const database = openDatabase();
closeWhenReset(database);
let indexed: { channelId: string; stamp: string; index: Promise<SearchIndex> } | null = null;

/** The index of a channel as it is now; while a newer one is made, who searches waits for it. */
async function present({ channelId, origin }: Question): Promise<SearchIndex> {
  const stamp = await channelStamp(database, channelId);
  if (indexed?.stamp === stamp) return indexed.index;
  const index = channelDocuments(database, channelId, origin).then(createSearchIndex);
  const mine = { channelId, stamp, index };
  indexed = mine;
  index.catch(() => {
    if (indexed === mine) indexed = null;
  });
  return index;
}

async function answer(question: Question): Promise<Reply> {
  const { number } = question;
  try {
    if (question.ask === 'prepare') {
      await present(question);
      return { number, hits: [] };
    }
    // While somebody types nothing is looked at but the index.
    const index = await (indexed?.channelId === question.channelId ? indexed.index : present(question));
    return { number, hits: index.search(question.words) };
  } catch (error) {
    return { number, failure: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = async ({ data }: MessageEvent<Question>) => self.postMessage(await answer(data));
