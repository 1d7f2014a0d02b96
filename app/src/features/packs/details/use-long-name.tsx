import { useId, useState } from 'react';
import { useIsCut } from '#ui/use-is-cut.ts';
import classes from './long-name.module.css';
import { texts } from './texts.ts';

/** A pack's name in three lines, and beside it what shows the rest of a longer one. */
export function useLongName(name: string | null) {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState<HTMLElement | null>(null);
  const isCut = useIsCut(words, isOpen);
  const id = useId();
  return {
    words: (
      <span ref={setWords} id={id} className={classes.words} data-clamped={!isOpen || undefined}>
        {name}
      </span>
    ),
    more: (isCut || isOpen) && (
      <button
        type="button"
        className={classes.more}
        aria-expanded={isOpen}
        aria-describedby={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? texts.showLess : texts.showAll}
      </button>
    ),
  };
}
