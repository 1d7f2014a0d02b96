// A process of its own, started by pdf-renderer.ts.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PdfAnswer, PdfQuestion } from './pdf-renderer.ts';

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

async function renderFirstPage({ path, longestSide }: PdfQuestion): Promise<PdfAnswer> {
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    cMapUrl: join(library, 'cmaps/'),
    standardFontDataUrl: join(library, 'standard_fonts/'),
    wasmUrl: join(library, 'wasm/'),
    useSystemFonts: false,
    maxImageSize: 50_000_000,
    verbosity: 0,
  });
  try {
    const page = await (await task.promise).getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: longestSide / Math.max(width, height, 1) });
    const canvas = createCanvas(
      Math.max(1, Math.round(viewport.width)),
      Math.max(1, Math.round(viewport.height)),
    );
    const context = canvas.getContext('2d');
    await page.render({
      canvas: null,
      canvasContext: context as unknown as CanvasRenderingContext2D,
      viewport,
      background: '#ffffff',
    }).promise;
    return { png: await canvas.encode('png') };
  } finally {
    await task.destroy();
  }
}

process.on('message', (question: PdfQuestion) => {
  renderFirstPage(question)
    .catch((error: unknown): PdfAnswer => ({ failure: error instanceof Error ? error.message : 'unknown' }))
    .then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit(0));
