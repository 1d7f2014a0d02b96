import { useId, useState } from 'react';
import classes from './clamped-text.module.css';
import { useIsCut } from './use-is-cut.ts';

interface Props {
  text: string;
  more: string;
  less: string;
}

/** Long words in two lines, and a third that shows the rest: by finger and by keyboard, not by pointing alone. */
export function ClampedText({ text, more, less }: Props) {
  const [words, setWords] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isCut = useIsCut(words, isOpen);
  const id = useId();
  return (
    <span className={classes.box}>
      <span ref={setWords} id={id} className={classes.words} data-clamped={!isOpen || undefined}>
        {text}
      </span>
      {(isCut || isOpen) && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? less : more}
        </button>
      )}
    </span>
  );
}
