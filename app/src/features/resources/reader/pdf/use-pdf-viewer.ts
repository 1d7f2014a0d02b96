import { AnnotationEditorType, AnnotationMode, type PDFDocumentProxy, TouchManager } from 'pdfjs-dist';
// Stands on what the import above leaves behind.
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type MediaView, useServices, useWatched } from '#services.ts';
import { isSameFile, webAddress } from '../../file-address.ts';
import type { NotHad } from '../fetch-document.ts';
import type { ReadingProblem } from '../reading-problem.ts';
import { useHeldAddress } from '../use-held-address.ts';
import { loadPdf, type PdfLoading, problemOf } from './open-pdf.ts';

/** A canvas of more pixels is more than tablets have room for; the visible part is drawn sharp beyond it. */
const mostCanvasPixels = 8_000_000;

/** How large pages are shown: by the window, or a factor of their printed size. */
export type Zoom = 'auto' | 'page-width' | 'page-fit' | number;

export interface Found {
  /** The match that is in view, from 1; 0 while none is. */
  current: number;
  total: number;
  isSearching: boolean;
}

export interface PdfControls {
  toPage(page: number): void;
  zoomTo(zoom: Zoom): void;
  zoomBy(steps: 1 | -1): void;
  zoom(): Zoom;
  /** Marks all matches and shows the next one, or the one before; empty words clear the marks. */
  find(words: string, direction?: 'next' | 'previous'): void;
}

export interface PdfState {
  pdf: PDFDocumentProxy | null;
  page: number;
  /** Share of the printed size, 1 for as large as it is printed. */
  scale: number;
  found: Found;
  problem: ReadingProblem | null;
  /** Why pages of it are still to come; null while none is waited for. */
  waitsFor: NotHad | null;
  /** What is open stays while another attempt is on its way. */
  isTrying: boolean;
}

const nothingFound: Found = { current: 0, total: 0, isSearching: false };
const atFirst: PdfState = {
  pdf: null,
  page: 1,
  scale: 1,
  found: nothingFound,
  problem: null,
  waitsFor: null,
  isTrying: false,
};

/**
 * PDF.js's own viewer inside an element, and what the bar around it shows. A new `attempt` loads anew; what is open is set
 * aside once the new one is. For one file: another one has another hook.
 */
export function usePdfViewer(frame: RefObject<HTMLDivElement | null>, file: MediaView, attempt: number) {
  const [state, setState] = useState(atFirst);
  const change = useEffectEvent((changes: Partial<PdfState>) =>
    setState((state) => ({ ...state, ...changes })),
  );
  const viewer = useRef<Viewer | null>(null);
  const controls = useRef<PdfControls | null>(null);
  const opened = useRef<PdfLoading | null>(null);
  const coming = useRef<PdfLoading | null>(null);
  useEffect(() => {
    const container = frame.current;
    if (!container) return;
    const leaving = new AbortController();
    const own = viewerIn(container, leaving.signal, (changes) => {
      if (!leaving.signal.aborted) change(changes);
    });
    viewer.current = own;
    controls.current = own.controls;
    return () => {
      leaving.abort();
      viewer.current = null;
      controls.current = null;
      own.show(null);
      opened.current?.leave();
      opened.current = null;
    };
  }, [frame]);

  const asked = useHeldAddress(file, attempt);
  const newest = webAddress(file.url);
  // A token that ran out since a document was asked for brings no further part of it.
  const addressNow = useEffectEvent((asked: string) =>
    newest && isSameFile(newest, asked) ? newest : asked,
  );
  useEffect(() => {
    const { address } = asked;
    const leaving = new AbortController();
    const { signal } = leaving;
    // What is there may get its pages before that.
    opened.current?.askNow();
    change({ problem: null, isTrying: opened.current !== null });
    const task = loadPdf({
      address: () => addressNow(address),
      onWait(waitsFor) {
        if (opened.current === task) change({ waitsFor });
      },
    });
    coming.current = task;
    task.promise.then(
      (pdf) => {
        if (signal.aborted) return;
        coming.current = null;
        change({ isTrying: false });
        if (opened.current && !opened.current.isWaiting()) return task.leave();
        viewer.current?.show(pdf);
        opened.current?.leave();
        opened.current = task;
        change({ pdf, waitsFor: null });
      },
      async (error: unknown) => {
        if (signal.aborted) return;
        coming.current = null;
        change({ isTrying: false });
        // What is open can be read on, and tells by itself what it waits for.
        if (opened.current) return;
        const problem = await problemOf(error, address, signal);
        if (!signal.aborted) change({ problem });
      },
    );
    return () => {
      leaving.abort();
      coming.current = null;
      if (opened.current !== task) task.leave();
    };
  }, [asked]);

  const { connection } = useServices();
  const { online } = useWatched(connection);
  useEffect(() => {
    // A new token may bring what the one before did not.
    if (online && newest) for (const task of [opened, coming]) task.current?.askNow();
  }, [online, newest]);
  return { state, controls };
}

interface Viewer {
  /** In place of what is shown, at the same page and as large. */
  show(pdf: PDFDocumentProxy | null): void;
  controls: PdfControls;
}

function viewerIn(
  container: HTMLDivElement,
  signal: AbortSignal,
  change: (changes: Partial<PdfState>) => void,
): Viewer {
  const eventBus = new EventBus();
  const links = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  });
  const findController = new PDFFindController({ eventBus, linkService: links });
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService: links,
    findController,
    // Links work; forms are shown as they were filled in. Without a scripting manager no script runs.
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: AnnotationEditorType.DISABLE,
    maxCanvasPixels: mostCanvasPixels,
    removePageBorders: true,
    imagesRightClickMinSize: -1,
    ...{ abortSignal: signal },
  });
  links.setViewer(viewer);

  let before: { page: number; scale: string } | null = null;
  const on = (name: string, listen: (event: never) => void) => eventBus.on(name, listen, { signal });
  on('pagesinit', () => {
    // As printed where there is room, else the whole width.
    viewer.currentScaleValue = before?.scale ?? 'page-width';
    if (!before && viewer.currentScale > 1) viewer.currentScaleValue = '1';
    if (before) viewer.currentPageNumber = Math.min(before.page, viewer.pagesCount);
  });
  // Who comes by Tab passes the document in one step; otherwise each page it scrolls to brings the next ones up.
  on('textlayerrendered', ({ source }: { source: { textLayer?: { div: HTMLElement } } }) =>
    source.textLayer?.div.removeAttribute('tabindex'),
  );
  on('pagechanging', ({ pageNumber }: { pageNumber: number }) => change({ page: pageNumber }));
  on('scalechanging', ({ scale }: { scale: number }) => change({ scale }));
  on('updatefindmatchescount', ({ matchesCount }: { matchesCount: Found }) =>
    change({ found: { ...matchesCount, isSearching: false } }),
  );
  on('updatefindcontrolstate', ({ state, matchesCount }: { state: number; matchesCount: Found }) =>
    change({ found: { ...matchesCount, isSearching: state === pending } }),
  );

  // What follows the window's size follows it when that changes, too.
  let width = container.clientWidth;
  let height = container.clientHeight;
  const sizes = new ResizeObserver(() => {
    const isSame = width === container.clientWidth && height === container.clientHeight;
    width = container.clientWidth;
    height = container.clientHeight;
    if (isSame || !viewer.pdfDocument) return;
    const followed = viewer.currentScaleValue;
    if (Number.isNaN(Number(followed))) viewer.currentScaleValue = followed;
    viewer.update();
    // A page that fills the window stays in it.
    if (followed === 'page-fit') alignPage(viewer);
  });
  sizes.observe(container);
  signal.addEventListener('abort', () => sizes.disconnect(), { once: true });
  zoomByHand(viewer, container, signal);
  const search = searchBy(eventBus);
  const show = (pdf: PDFDocumentProxy | null) => {
    before =
      viewer.pagesCount > 0 ? { page: viewer.currentPageNumber, scale: viewer.currentScaleValue } : null;
    viewer.setDocument(pdf as never);
    links.setDocument(pdf);
    // With the document before it PDF.js forgot what was sought, and told nobody.
    if (pdf) search.findAnew();
  };
  return { show, controls: { ...zoomAndTurn(viewer), find: search.find } };
}

function alignPage(viewer: PDFViewer) {
  const { currentPageNumber } = viewer;
  viewer.currentPageNumber = currentPageNumber;
}

/** Two fingers, or the wheel with Ctrl, zoom the pages and not the app around them. */
function zoomByHand(viewer: PDFViewer, container: HTMLDivElement, signal: AbortSignal) {
  const zoom = (scaleFactor: number, origin: number[]) => {
    if (viewer.pdfDocument && scaleFactor > 0) viewer.updateScale({ scaleFactor, origin, drawingDelay: 400 });
  };
  new TouchManager({
    container,
    onPinching: (origin: number[], before: number, now: number) => zoom(now / before, origin),
    signal,
  });
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 300), [event.clientX, event.clientY]);
  };
  container.addEventListener('wheel', onWheel, { passive: false, signal });
}

/** FindState of PDF.js. */
const pending = 3;

function searchBy(eventBus: EventBus) {
  let sought = '';
  const seek = (type: '' | 'again', findPrevious = false) =>
    eventBus.dispatch('find', {
      source: null,
      type,
      query: sought,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious,
      matchDiacritics: false,
    });
  const find: PdfControls['find'] = (words, direction = 'next') => {
    const query = words.trim();
    const isAgain = query === sought && query !== '';
    sought = query;
    seek(isAgain ? 'again' : '', direction === 'previous');
  };
  /** In a document that has come, from the page on that is shown. */
  const findAnew = () => {
    if (sought) seek('');
  };
  return { find, findAnew };
}

function zoomAndTurn(viewer: PDFViewer): Omit<PdfControls, 'find'> {
  return {
    toPage(page) {
      const pages = viewer.pagesCount;
      if (pages > 0) viewer.currentPageNumber = Math.min(pages, Math.max(1, page));
    },
    zoomTo(zoom) {
      viewer.currentScaleValue = String(zoom);
      if (zoom === 'page-fit') alignPage(viewer);
    },
    zoomBy(steps) {
      viewer.updateScale({ steps });
    },
    zoom() {
      const value = viewer.currentScaleValue;
      return Number.isNaN(Number(value)) ? (value as Zoom) : Number(value);
    },
  };
}
