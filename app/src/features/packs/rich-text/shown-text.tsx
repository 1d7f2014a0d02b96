import { prefixRelativeAddresses } from '@satchel/core/html/host-addresses.ts';
import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import classes from './rich-text-editor.module.css';
import type { Tapped } from './tapped.ts';
import { markersToNames } from './token-markers.ts';

interface Props {
  /** HTML with {{markers}}; from outside, it is sanitised here. */
  html: string;
  /** Origin of the content host, '' where it is the page's own. */
  host: string;
  label: string;
  /** What stands there without any words. */
  empty: string;
  /** It was tapped, and its editor is on the way. */
  isOpening: boolean;
  /** @param at null by keyboard */
  onOpen: (at: Tapped | null) => void;
}

/** A text as it is read, without an editor. All of it is one button that opens one. */
export default function ShownText({ html, host, label, empty, isOpening, onOpen }: Props) {
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!words.current) return;
    const read = prefixRelativeAddresses(sanitiseInBrowser(html, 'rich'), host);
    words.current.innerHTML = markersToNames(read);
  }, [html, host]);
  const open = ({ detail, clientX, clientY }: MouseEvent) => {
    const box = words.current?.getBoundingClientRect();
    const isByHand = box && detail > 0;
    onOpen(
      isByHand ? { left: clientX - box.left, top: clientY - box.top, wordsAt: box.top + scrollY } : null,
    );
  };
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
        aria-busy={isOpening}
        onClick={open}
      />
    </div>
  );
}
