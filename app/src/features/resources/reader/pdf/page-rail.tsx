import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { texts } from '../../texts.ts';
import { drawPreview } from './draw-preview.ts';
import classes from './page-rail.module.css';

interface Props {
  pdf: PDFDocumentProxy;
  page: number;
  onTurn: (page: number) => void;
}

/** px from one preview to the next: 112 of picture, its number, and the room between. */
const step = 151;
/** Previews drawn above and below what can be seen. */
const beyond = 2;

/** Small pictures of the pages; of a thousand only those in view are there. */
export function PageRail({ pdf, page, onTurn }: Props) {
  const rail = useRef<HTMLElement>(null);
  const [window, setWindow] = useState({ first: 1, last: 8 });
  const look = () => {
    const { scrollTop = 0, clientHeight = 0 } = rail.current ?? {};
    const first = Math.max(1, Math.floor(scrollTop / step) + 1 - beyond);
    const last = Math.min(pdf.numPages, Math.ceil((scrollTop + clientHeight) / step) + beyond);
    setWindow((before) => (before.first === first && before.last === last ? before : { first, last }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each document, and whenever its own size changes.
  useEffect(() => {
    const element = rail.current;
    if (!element) return;
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [pdf]);
  useEffect(() => {
    const element = rail.current;
    if (!element) return;
    const top = (page - 1) * step;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + step > element.scrollTop + element.clientHeight)
      element.scrollTop = top + step - element.clientHeight;
  }, [page]);

  const shown = [];
  for (let number = window.first; number <= Math.min(window.last, pdf.numPages); number++) shown.push(number);
  return (
    <nav ref={rail} className={classes.rail} aria-label={texts.reader.pages} onScroll={look}>
      <ol className={classes.list} style={{ height: pdf.numPages * step }}>
        {shown.map((number) => (
          <li key={number} className={classes.place} style={{ top: (number - 1) * step }}>
            <button
              type="button"
              className={classes.page}
              aria-label={texts.reader.pageNumber(number)}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onTurn(number)}
            >
              <Preview pdf={pdf} number={number} />
              <span className={classes.number}>{number}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Preview({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const leaving = new AbortController();
    if (canvas.current) void drawPreview(pdf, number, canvas.current, leaving.signal);
    return () => leaving.abort();
  }, [pdf, number]);
  return (
    <span className={classes.picture}>
      <canvas ref={canvas} aria-hidden className={classes.canvas} />
    </span>
  );
}
