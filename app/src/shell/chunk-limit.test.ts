import { afterEach, expect, test, vi } from 'vitest';
import { withinChunkLimit } from './chunk-limit.ts';

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
