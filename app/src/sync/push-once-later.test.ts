import { afterEach, expect, test, vi } from 'vitest';
import { pushOnceLater } from './push-once-later.ts';

afterEach(() => vi.useRealTimers());

test('[SYNC-12, SYNC-13, CONST-07] ten minutes after the start one more push is tried, and then none', () => {
  vi.useFakeTimers();
  let pushes = 0;
  pushOnceLater(() => {
    pushes += 1;
  });
  vi.advanceTimersByTime(599_999);
  expect(pushes).toBe(0);
  vi.advanceTimersByTime(1);
  expect(pushes).toBe(1);
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(pushes).toBe(1);
});
