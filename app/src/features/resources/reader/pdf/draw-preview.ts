import type { PDFDocumentProxy } from 'pdfjs-dist';

/** px; a page fits into this. */
const width = 84;
const height = 112;

let queue: Promise<unknown> = Promise.resolve();

/**
 * Draws a page small, one after the other, so that the pages somebody reads are not held up. What is left before its
 * turn is never drawn.
 */
export function drawPreview(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<unknown> {
  const draw = async () => {
    if (signal.aborted) return;
    const page = await pdf.getPage(number);
    const whole = page.getViewport({ scale: 1 });
    const shown = Math.min(width / whole.width, height / whole.height);
    const viewport = page.getViewport({ scale: shown * Math.min(2, window.devicePixelRatio || 1) });
    if (signal.aborted) return;
    canvas.width = Math.max(1, Math.round(viewport.width));
    canvas.height = Math.max(1, Math.round(viewport.height));
    canvas.style.width = `${Math.round(whole.width * shown)}px`;
    canvas.style.height = `${Math.round(whole.height * shown)}px`;
    const task = page.render({ canvas, viewport, background: '#ffffff' });
    const stop = () => task.cancel();
    signal.addEventListener('abort', stop, { once: true });
    await task.promise.finally(() => signal.removeEventListener('abort', stop));
  };
  // What is left holds up no other one, whatever it waits for.
  const left = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // A page that cannot be drawn leaves its place empty; the page itself says what is wrong.
  queue = queue.then(() => Promise.race([draw(), left])).catch(() => {});
  return queue;
}
