import { type CSSProperties, useEffect, useId, useState } from 'react';
import classes from './use-clamped.module.css';

interface Options {
  text: string | null;
  /** How many lines show at first. */
  lines: number;
  more: string;
  less: string;
  /** Of the words and of the button, whose size and what a finger finds of it are the place's. */
  classNames: { words?: string | undefined; button: string | undefined };
}

/** Long words in a few lines, and a button that shows the rest: by finger and by keyboard, not by pointing alone. */
export function useClamped({ text, lines, more, less, classNames }: Options) {
  const [words, setWords] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  const id = useId();
  useEffect(() => {
    // While all of them are there to be seen, what was said last of how much fits stays.
    if (!words || isOpen) return;
    const watch = new ResizeObserver(() => setCut(words.scrollHeight > words.clientHeight + 1));
    watch.observe(words);
    return () => watch.disconnect();
  }, [words, isOpen]);
  return {
    words: (
      <span
        ref={setWords}
        id={id}
        className={`${classes.words} ${classNames.words ?? ''}`}
        style={{ '--lines': lines } as CSSProperties}
        data-clamped={!isOpen || undefined}
      >
        {text}
      </span>
    ),
    button: (isCut || isOpen) && (
      <button
        type="button"
        className={`${classes.button} ${classNames.button ?? ''}`}
        aria-expanded={isOpen}
        aria-describedby={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? less : more}
      </button>
    ),
  };
}
