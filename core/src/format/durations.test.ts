import { expect, test } from 'vitest';
import { formatDuration } from './durations.ts';

test.each([
  [0, '0 s'],
  [-3, '0 s'],
  [Number.NaN, '0 s'],
  [25.9, '25 s'],
  [120, '2 min'],
  [190, '3 min 10 s'],
  [3600, '1 h'],
  [3905, '1 h 5 min'],
])('%f seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});
