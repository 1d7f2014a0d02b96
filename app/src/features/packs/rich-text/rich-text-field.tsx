import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { texts } from '../texts.ts';
import type { RichTextEditorProps } from './rich-text-editor.tsx';

let isFetched = false;

/** Whether an editor can be drawn at once, and has not to be fetched first. */
export const isEditorHere = () => isFetched;

/** The editor alone, for who says what stands there until it comes. */
export const RichTextEditor = lazy(async () => {
  const editor = await import('./rich-text-editor.tsx');
  isFetched = true;
  return editor;
});

export const EditorToCome = () => (
  <div role="status" aria-label={texts.editor.loading}>
    <Skeleton height={160} radius="md" />
  </div>
);

/** A text with formats. The editor comes when the first field is shown. */
export const RichTextField = (props: RichTextEditorProps) => (
  <Suspense fallback={<EditorToCome />}>
    <RichTextEditor {...props} />
  </Suspense>
);
