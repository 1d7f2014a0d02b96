import { newId } from '@satchel/core/pack/new-id.ts';
import type { Notice } from './notice.ts';

const outcomes = { done: 'Action was successful', failed: 'Action failed' };

type Listener = (notice: Notice) => void;

/** Short words for the person, from anywhere to the shell. What is said before the shell listens is not lost. */
export function createNotices() {
  const listeners = new Set<Listener>();
  const unheard: Notice[] = [];
  return {
    /** Words for the outcome stand in where none are given (ERR-17, ERR-18). */
    show({ text, ...words }: Omit<Notice, 'id' | 'text'> & { text?: string }) {
      const notice = {
        ...words,
        text: text || outcomes[words.tone === 'problem' ? 'failed' : 'done'],
        id: newId(),
      };
      if (listeners.size === 0) unheard.push(notice);
      for (const listener of listeners) listener(notice);
    },
    listen(listener: Listener) {
      listeners.add(listener);
      for (const notice of unheard.splice(0)) listener(notice);
      return () => void listeners.delete(listener);
    },
  };
}

export type Notices = ReturnType<typeof createNotices>;
