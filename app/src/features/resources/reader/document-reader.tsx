import { Loader, Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useGivenBackFocus } from '#ui/use-given-back-focus.ts';
import { texts } from '../texts.ts';
import classes from './document-reader.module.css';
import { ProblemPanel } from './problem-panel.tsx';
import { readableKind } from './readable.ts';
import { ReaderFrame, type Reading } from './reader-frame.tsx';

const PdfView = lazy(() => import('./pdf/pdf-view.tsx'));
const OfficeView = lazy(() => import('./office/office-view.tsx'));

/** A document over the whole window, so that nobody has to leave Satchel for it. */
export default function DocumentReader(reading: Reading) {
  useGivenBackFocus();
  const { file, onClose } = reading;
  const kind = readableKind(file);
  return (
    // The frame inside closes by Escape, which means something else in full screen and in the search.
    <Modal.Root opened fullScreen onClose={onClose} closeOnEscape={false} transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label={file.name} radius={0} classNames={{ content: classes.content }}>
        <Suspense
          fallback={
            <ReaderFrame {...reading} isComing={kind === 'pdf'}>
              <div role="status" aria-label={texts.reader.loading} className={classes.waiting}>
                <Loader aria-hidden />
              </div>
            </ReaderFrame>
          }
        >
          {kind === 'pdf' ? (
            <PdfView key={file.id} {...reading} />
          ) : kind ? (
            <OfficeView {...reading} kind={kind} />
          ) : (
            <ReaderFrame {...reading}>
              <ProblemPanel file={file} problem="unknown-kind" />
            </ReaderFrame>
          )}
        </Suspense>
      </Modal.Content>
    </Modal.Root>
  );
}
