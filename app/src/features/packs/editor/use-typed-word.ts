import { useCallback, useRef } from 'react';

// As long as the browsers' own lists wait for the next letter.
const pauseMs = 1000;

/** Letters typed one after another as the word they make. */
export function useTypedWord(): (letter: string) => string {
  const typed = useRef({ word: '', at: 0 });
  return useCallback((letter) => {
    const now = performance.now();
    const { word, at } = typed.current;
    typed.current = { word: now - at < pauseMs ? word + letter : letter, at: now };
    return typed.current.word;
  }, []);
}
