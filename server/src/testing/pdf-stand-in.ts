// Stands in for pdf-first-page.ts, in a process of its own: ends at once, or answers after a while.
import type { PdfAnswer, PdfQuestion } from '#files/pdf-renderer.ts';

const answer: PdfAnswer = { png: new Uint8Array([1]) };

process.on('message', ({ path }: PdfQuestion) => {
  if (path === 'ends') process.exit(1);
  setTimeout(() => process.send?.(answer), 300);
});
process.on('disconnect', () => process.exit(0));
