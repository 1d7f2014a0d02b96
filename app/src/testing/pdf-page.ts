import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { MediaView } from '#services.ts';
import { sampleMedias } from './sample-content.ts';
import { samplePdf } from './sample-pdf.ts';
import { showApp } from './show-app.tsx';

export const [guide] = sampleMedias as [MediaView];

/** The guide of the sample bundle with these bytes. */
export function documentOf(bytes: Blob): MediaView {
  const url = URL.createObjectURL(bytes);
  onTestFinished(() => URL.revokeObjectURL(url));
  return { ...guide, url };
}

export const words = [
  'The counter terminal',
  'What is in the box',
  'Counter and kitchen',
  'Prices',
  'Who to ask',
];
export const reader = () => page.getByRole('dialog', { name: guide.name });
export const number = () => reader().getByRole('textbox', { name: 'Page', exact: true });
/** The first document of a run brings PDF.js with it, unbundled. */
export const firstPage = () => expect.element(number(), { timeout: 40_000 }).toHaveValue('1');
export const button = (name: string) => reader().getByRole('button', { name, exact: true });
export const shown = () => document.querySelectorAll('.pdfViewer .page[data-loaded] canvas').length;

export async function read(bytes = samplePdf({ pages: words })) {
  const app = await showApp('/content/t3?read=guide', { medias: [documentOf(bytes)] });
  await firstPage();
  await expect.poll(shown).toBeGreaterThan(0);
  return app;
}
