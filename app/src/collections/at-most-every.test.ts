import { expect, test, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

test('the first and the last of many wishes are answered, and few in between', async () => {
  vi.useFakeTimers();
  try {
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
  } finally {
    vi.useRealTimers();
  }
});
