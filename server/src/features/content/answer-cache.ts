import { LRUCache } from 'lru-cache';
import type { Encoding } from '#http/encoding.ts';
import type { AnswerTags } from './answer-tag.ts';

export interface KeptAnswer {
  body: Buffer;
  /** What the body is in. */
  encoding: Encoding | null;
  /** State of the record that the answer is about (see `etagOf`). */
  changed: number | undefined;
}

const memoryBytes = 32 * 1024 * 1024;
const largestBytes = memoryBytes / 4;
const overheadBytes = 600;

/**
 * Answers as they went out last, in bounded memory. Nothing here is ever out of date: the tags hold the revisions that
 * the database had when the request came, so what somebody changed, in whatever process, is asked for by other tags.
 */
export function createAnswerCache() {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: memoryBytes,
    maxEntrySize: largestBytes,
    sizeCalculation: ({ body }) => body.length + overheadBytes,
  });
  const keyOf = (tag: string, encoding: Encoding | null) => `${tag} ${encoding ?? ''}`;
  return {
    find: ({ own, shared }: AnswerTags, encoding: Encoding | null) =>
      kept.get(keyOf(shared, encoding)) ?? kept.get(keyOf(own, encoding)),

    /**
     * @param isPersonal whether the answer depends on who asked, besides roles and channels
     * @param asked what the caller takes; a short answer is not encoded all the same
     */
    keep({ own, shared }: AnswerTags, isPersonal: boolean, asked: Encoding | null, answer: KeptAnswer) {
      kept.set(keyOf(isPersonal ? own : shared, asked), answer);
    },
  };
}
