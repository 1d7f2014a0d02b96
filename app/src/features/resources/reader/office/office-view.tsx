import { Loader } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { texts } from '../../texts.ts';
import { ProblemPanel } from '../problem-panel.tsx';
import { ReaderFrame, type Reading } from '../reader-frame.tsx';
import type { OfficeQuestion, WordContent } from './office-content.ts';
import classes from './office-view.module.css';
import { SheetsView } from './sheets-view.tsx';
import { useOffice } from './use-office.ts';
import { wordPage } from './word-page.ts';

/** A Word or Excel file as far as it can be shown honestly, and in words what is left out. */
export default function OfficeView({ kind, ...reading }: Reading & { kind: OfficeQuestion['kind'] }) {
  const { file } = reading;
  const [attempt, setAttempt] = useState(0);
  const answer = useOffice(kind, file, attempt);
  const content = answer && 'content' in answer ? answer.content : null;
  return (
    <ReaderFrame {...reading}>
      <div className={classes.room}>
        {content && <p className={classes.note}>{texts.reader.simplified[content.kind]}</p>}
        {answer === null && (
          <div role="status" aria-label={texts.reader.loading} className={classes.waiting}>
            <Loader aria-hidden />
          </div>
        )}
        {answer && 'problem' in answer && (
          <div className={classes.waiting}>
            <ProblemPanel file={file} problem={answer.problem} onTryAgain={() => setAttempt(attempt + 1)} />
          </div>
        )}
        {content?.kind === 'word' && <WordText word={content.word} name={file.name} />}
        {content?.kind === 'excel' && <SheetsView sheets={content.sheets} name={file.name} />}
      </div>
    </ReaderFrame>
  );
}

/**
 * In a frame without scripts, whose page loads nothing. It has the app's origin only so that Escape is heard in it too:
 * nothing that runs there could use it.
 */
function WordText({ word, name }: { word: WordContent; name: string }) {
  const page = useMemo(() => wordPage(word), [word]);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    const { contentDocument: text } = (isHere && frame.current) || { contentDocument: null };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape')
        frame.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    };
    text?.addEventListener('keydown', onKeyDown);
    return () => text?.removeEventListener('keydown', onKeyDown);
  }, [isHere]);
  return (
    <iframe
      ref={frame}
      title={name}
      className={classes.paper}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={page}
      onLoad={() => setHere(true)}
    />
  );
}
