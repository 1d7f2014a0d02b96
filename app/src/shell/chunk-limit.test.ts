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

test('a piece that comes in time is handed on, and its own failure too', async () => {
  expect(await withinChunkLimit(Promise.resolve('screen'))).toBe('screen');
  await expect(withinChunkLimit(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
