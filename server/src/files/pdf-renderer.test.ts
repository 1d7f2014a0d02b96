import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPdfRenderer } from './pdf-renderer.ts';

const standIn = join(import.meta.dirname, '../testing/pdf-stand-in.ts');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a document that ends the renderer takes nothing from the one that comes after', async () => {
  const render = createPdfRenderer(standIn);
  await expect(render('ends', 100)).rejects.toThrow('The renderer ended');
  await vi.advanceTimersByTimeAsync(15_000);
  const next = render('is fine', 100);
  // The time of the first one is up, that of the second is not.
  await vi.advanceTimersByTimeAsync(10_000);
  expect([...(await next)]).toEqual([1]);
});

test('a document that takes too long ends with its time, and the next one is rendered', async () => {
  const render = createPdfRenderer(standIn);
  const late = expect(render('slow', 100)).rejects.toThrow('took too long');
  await vi.advanceTimersByTimeAsync(20_000);
  await late;
  expect([...(await render('is fine', 100))]).toEqual([1]);
});

test('a renderer that cannot be started fails what it was asked, and the next one is asked again', async () => {
  const render = createPdfRenderer(standIn);
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  await expect(render('is fine', 100))
    .rejects.toMatchObject({ code: 'ENOENT' })
    .finally(() => {
      process.execPath = execPath;
    });
  expect([...(await render('is fine', 100))]).toEqual([1]);
});

test('a host that has no file handles left renders no page, and goes on', async () => {
  const program = join(import.meta.dirname, '../testing/starved-renderer.ts');
  const fewHandles = ['-c', 'ulimit -n 64 && exec "$@"', 'sh', process.execPath, program];
  const { stdout } = await promisify(execFile)('sh', fewHandles);
  expect(JSON.parse(stdout)).toEqual({ starved: 'EMFILE', after: [1], unhandled: [] });
});
