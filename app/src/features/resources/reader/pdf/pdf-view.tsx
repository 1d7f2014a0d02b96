import './pdf-view.css';
import { Button, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { texts } from '../../texts.ts';
import { ProblemPanel } from '../problem-panel.tsx';
import { ReaderFrame, type Reading } from '../reader-frame.tsx';
import { FindBar } from './find-bar.tsx';
import { PageRail } from './page-rail.tsx';
import { PageControl, PdfTools } from './pdf-tools.tsx';
import classes from './pdf-view.module.css';
import { usePdfViewer, type Zoom } from './use-pdf-viewer.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** A PDF: its pages below each other, beside them on wide screens a rail of previews. */
export default function PdfView(reading: Reading) {
  const { file } = reading;
  const stage = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const { state, controls } = usePdfViewer(stage, file, attempt);
  const { pdf, page, scale, found, problem, waitsFor, isTrying } = state;
  const isOpen = pdf !== null;
  const hasRail = useMediaQuery('(width >= 64em)', false, { getInitialValueInEffect: false });
  const [isSearching, setSearching] = useState(false);
  const [isPresenting, setPresenting] = useState(false);

  // Arrows and Space scroll at once, as in every reader of documents.
  useEffect(() => {
    if (isOpen) stage.current?.focus({ preventScroll: true });
  }, [isOpen]);
  // Who tried again stands in the document once the button for it has gone: no key is heard outside the frame.
  useEffect(() => {
    const isNowhere = document.activeElement === document.body;
    if (waitsFor !== 'missing' && isNowhere) stage.current?.focus({ preventScroll: true });
  }, [waitsFor]);

  // The pages begin below notice and search: they go up by as much as their frame comes down, and so stay under the eye.
  const top = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these move it.
  useLayoutEffect(() => {
    const is = stage.current;
    if (!is) return;
    const now = is.offsetTop + (is.parentElement?.offsetTop ?? 0);
    is.scrollTop += now - top.current;
    top.current = now;
  }, [isSearching, waitsFor]);

  const zoomBefore = useRef<Zoom>('auto');
  const onPresent = useCallback(
    (presents: boolean) => {
      const is = controls.current;
      if (presents) zoomBefore.current = is?.zoom() ?? 'auto';
      setPresenting(presents);
      is?.zoomTo(presents ? 'page-fit' : zoomBefore.current);
      stage.current?.focus({ preventScroll: true });
    },
    [controls],
  );

  const closeSearch = () => {
    setSearching(false);
    controls.current?.find('');
    stage.current?.focus({ preventScroll: true });
  };

  const onKey = (event: KeyboardEvent) => {
    const is = controls.current;
    const isTyping = event.target instanceof HTMLInputElement;
    const withCommand = event.ctrlKey || event.metaKey;
    if (!is || event.altKey || (isTyping && !withCommand)) return;
    const commands: Record<string, () => void> = {
      f: () => setSearching(true),
      '+': () => is.zoomBy(1),
      '=': () => is.zoomBy(1),
      '-': () => is.zoomBy(-1),
      0: () => is.zoomTo('auto'),
    };
    const { scrollWidth = 0, clientWidth = 0 } = stage.current ?? {};
    const keys: Record<string, () => void> = {
      ...commands,
      '/': () => setSearching(true),
      // A page that is wider than its room is moved by them.
      ...((isPresenting || scrollWidth <= clientWidth) && {
        ArrowLeft: () => is.toPage(page - 1),
        ArrowRight: () => is.toPage(page + 1),
      }),
      Home: () => is.toPage(1),
      End: () => is.toPage(pdf?.numPages ?? 1),
      // Whole pages are turned in full screen, where one fills it.
      ...(isPresenting && {
        PageUp: () => is.toPage(page - 1),
        PageDown: () => is.toPage(page + 1),
        ' ': () => is.toPage(page + (event.shiftKey ? -1 : 1)),
      }),
    };
    const act = (withCommand ? commands : keys)[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const isButton = event.target instanceof HTMLButtonElement && event.key === ' ';
    if (!act || isButton) return;
    event.preventDefault();
    act();
  };

  const pages = pdf?.numPages ?? 0;
  const turn = (to: number) => controls.current?.toPage(to);
  return (
    <ReaderFrame
      {...reading}
      isComing={!pdf && !problem}
      onPresent={onPresent}
      onKey={onKey}
      pageControl={<PageControl page={page} pages={pages} onTurn={turn} />}
      tools={
        pdf && (
          <PdfTools
            page={page}
            pages={pages}
            scale={scale}
            isSearching={isSearching}
            onTurn={turn}
            onZoomBy={(steps) => controls.current?.zoomBy(steps)}
            onZoomTo={(zoom) => controls.current?.zoomTo(zoom)}
            onSearch={() => (isSearching ? closeSearch() : setSearching(true))}
          />
        )
      }
    >
      {pdf && hasRail && !isPresenting && <PageRail pdf={pdf} page={page} onTurn={turn} />}
      <div className={classes.room}>
        <div role="status" className={classes.notice}>
          {waitsFor && texts.reader.waitsFor[waitsFor]}
          {waitsFor === 'missing' && (
            <Button
              variant="subtle"
              aria-busy={isTrying || undefined}
              leftSection={isTrying ? <Loader size={18} aria-hidden /> : <IconRefresh {...icon} />}
              onClick={() => setAttempt(attempt + 1)}
            >
              {texts.reader.tryAgain}
            </Button>
          )}
        </div>
        <div className={classes.pages}>
          {isSearching && (
            <FindBar
              found={found}
              onFind={(words, direction) => controls.current?.find(words, direction)}
              onClose={closeSearch}
            />
          )}
          {/* biome-ignore lint/a11y/useSemanticElements: PDF.js takes no other element than this one. */}
          <div
            ref={stage}
            className={classes.stage}
            data-searching={isSearching || undefined}
            role="region"
            aria-label={file.name}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys as well.
            tabIndex={0}
            hidden={problem !== null}
          >
            <div className="pdfViewer" />
          </div>
          {!pdf && !problem && (
            <div role="status" aria-label={texts.reader.loading} className={classes.waiting}>
              <Loader aria-hidden />
            </div>
          )}
          {problem && (
            <div className={classes.waiting}>
              <ProblemPanel file={file} problem={problem} onTryAgain={() => setAttempt(attempt + 1)} />
            </div>
          )}
        </div>
      </div>
    </ReaderFrame>
  );
}
