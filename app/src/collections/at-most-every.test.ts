import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the first and the last of many wishes are answered, and few in between', async () => {
  let [runs, last] = [0, 0];
  let wish = 0;
  const ask = atMostEvery(100, async () => {
    runs += 1;
    last = wish;
  });
  for (wish = 1; wish <= 50; wish += 1) {
    ask();
    await vi.advanceTimersByTimeAsync(10);
  }
  wish = 51;
  ask();
  await vi.advanceTimersByTimeAsync(200);
  expect(last).toBe(51);
  expect(runs).toBeLessThan(10);
});

test('one that fails, over a database that was closed for example, is told to the console alone, and the next one runs', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const closed = new Error('The database is closed');
  let runs = 0;
  const ask = atMostEvery(100, async () => {
    runs += 1;
    if (runs === 1) throw closed;
  });
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(200);
  expect(warn).toHaveBeenCalledExactlyOnceWith(closed);
  expect(runs).toBe(2);
});
