import { useEffect, useId, useRef, useState } from 'react';
import classes from './clamped-text.module.css';

interface Props {
  text: string;
  more: string;
  less: string;
}

/** Long words in two lines, and a third that shows the rest: by finger and by keyboard, not by pointing alone. */
export function ClampedText({ text, more, less }: Props) {
  const words = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  useEffect(() => {
    const element = words.current;
    // All of them are there to be seen: that says nothing of how much fits.
    if (!element || isOpen) return;
    const watch = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    watch.observe(element);
    return () => watch.disconnect();
  }, [isOpen]);
  return (
    <span className={classes.box}>
      <span ref={words} id={id} className={classes.words} data-clamped={!isOpen || undefined}>
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
