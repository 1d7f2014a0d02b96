import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { texts } from '../texts.ts';
import type { RichTextEditorProps } from './rich-text-editor.tsx';

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'));

/** A text with formats. The editor comes when the first field is shown. */
export const RichTextField = (props: RichTextEditorProps) => (
  <Suspense
    fallback={
      <div role="status" aria-label={texts.editor.loading}>
        <Skeleton height={160} radius="md" />
      </div>
    }
  >
    <RichTextEditor {...props} />
  </Suspense>
);
