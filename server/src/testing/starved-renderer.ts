// A process of its own, to be started with few handles for files: asks for a page when none is left, and once more.
// Prints as JSON how each turned out, and what nobody caught.
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { createPdfRenderer } from '#files/pdf-renderer.ts';

const unhandled: string[] = [];
process.on('uncaughtException', ({ message }) => unhandled.push(message));

const render = createPdfRenderer(join(import.meta.dirname, 'pdf-stand-in.ts'));
const outcome = () =>
  render('is fine', 100).then(
    (png) => [...png],
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
const handles: number[] = [];
try {
  for (;;) handles.push(openSync('/dev/null', 'r'));
} catch {
  // That was the last one.
}
const starved = await outcome();
for (const handle of handles) closeSync(handle);
console.log(JSON.stringify({ starved, after: await outcome(), unhandled }));
