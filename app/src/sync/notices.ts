import { newId } from '@satchel/core/pack/new-id.ts';

interface Notice {
  id: string;
  tone: 'done' | 'waiting' | 'problem' | 'neutral';
  text: string;
  action?: { label: string; to: string };
}

type Listener = (notice: Notice) => void;

/** Short words for the person, from anywhere to the shell. What is said before the shell listens is not lost. */
export function createNotices() {
  const listeners = new Set<Listener>();
  const unheard: Notice[] = [];
  return {
    show(words: Omit<Notice, 'id'>) {
      const notice = { ...words, id: newId() };
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
