import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import { useLayoutEffect, useRef } from 'react';
import classes from './rich-text-editor.module.css';
import { markersToNames } from './token-markers.ts';

interface Props {
  /** HTML with {{markers}}; from outside, it is sanitised here. */
  html: string;
  label: string;
  /** What stands there without any words. */
  empty: string;
  /** @param at where it was tapped, px of the window */
  onOpen: (at: { left: number; top: number }) => void;
}

/** A text as it is read, without an editor. All of it is one button that opens one. */
export default function ShownText({ html, label, empty, onOpen }: Props) {
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (words.current) words.current.innerHTML = markersToNames(sanitiseInBrowser(html, 'rich'));
  }, [html]);
  return (
    <div className={classes.shown}>
      <div className={classes.content} inert>
        <div ref={words} className={classes.shownWords} data-shown-text />
        {html === '' && <p className={classes.emptyWords}>{empty}</p>}
      </div>
      <button
        type="button"
        className={classes.opener}
        aria-label={label}
        onClick={({ clientX, clientY }) => onOpen({ left: clientX, top: clientY })}
      />
    </div>
  );
}
