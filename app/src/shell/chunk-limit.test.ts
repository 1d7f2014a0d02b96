import { afterEach, expect, test, vi } from 'vitest';
import { isChunkFailure, withinChunkLimit, wordsOf } from './chunk-limit.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('[ERR-16, CONST-16] a piece of the app that has not come after 120 seconds fails', async () => {
  vi.useFakeTimers();
  const loading = withinChunkLimit(new Promise(() => {}));
  const outcome = expect(loading).rejects.toThrow('120 seconds');
  await vi.advanceTimersByTimeAsync(119_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
});

test('a piece that comes in time is handed on, and one that is gone is told in words', async () => {
  expect(await withinChunkLimit(Promise.resolve('screen'))).toBe('screen');
  const gone = new TypeError('Failed to fetch dynamically imported module: /assets/gone.js');
  const failure = await withinChunkLimit(Promise.reject(gone)).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: 'This page could not be loaded', cause: gone });
});

const words = [
  'Failed to fetch dynamically imported module: https://host.example/assets/gone.js',
  'error loading dynamically imported module: https://host.example/assets/gone.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/gone.css',
];
test.each(words)('[ERR-16] a dialog whose part is gone is known by what the browser says: %s', (said) => {
  const error = new TypeError(said);
  expect(isChunkFailure(error)).toBe(true);
  expect(wordsOf(error)).toBe('This page could not be loaded');
  expect(isChunkFailure(new TypeError('x is not a function'))).toBe(false);
});
