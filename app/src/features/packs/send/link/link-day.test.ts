import { expect, test } from 'vitest';
import { dayError, dayOf, endOfDay } from './link-day.ts';

const at = (hour: number, minute = 0, second = 0) => new Date(2026, 10, 25, hour, minute, second).getTime();

test('a link is valid to the end of its day, so that today is allowed to its last second', () => {
  const today = endOfDay(dayOf(at(0)));
  expect(today).toBe(at(23, 59, 59));
  for (const now of [at(0), at(12), at(23, 59, 58)]) expect(dayError({ expires: today }, now)).toBeNull();
  expect(dayError({ expires: today }, at(24))).toBe(
    'This day has passed. Choose today or later, or leave it empty.',
  );
});

test('a wrong year is a day that has passed, and no day is none', () => {
  expect(dayError({ expires: endOfDay('2025-12-24') }, at(12))).not.toBeNull();
  expect(dayError({ expires: endOfDay('0002-12-24') }, at(12))).not.toBeNull();
  expect(dayError({ expires: endOfDay('2062-12-24') }, at(12))).toBeNull();
  expect(dayError({ expires: endOfDay('') }, at(12))).toBeNull();
});
