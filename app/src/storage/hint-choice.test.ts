import { expect, test, vi } from 'vitest';
import { memoryStorage } from '#testing/device.ts';
import { createHintChoice } from './hint-choice.ts';
import { createPreferences } from './preferences.ts';

test('[MODEL-30] hints are Verbose, 2, until Normal, 1, or None, 0, is chosen; the choice is there after a reload', () => {
  const storage = memoryStorage();
  const hints = createHintChoice(createPreferences(storage));
  expect(hints.current()).toBe(2);
  const told = vi.fn();
  hints.subscribe(told);
  for (const level of [0, 1, 2] as const) {
    hints.choose(level);
    expect(hints.current()).toBe(level);
    expect(createHintChoice(createPreferences(storage)).current()).toBe(level);
  }
  expect(told).toHaveBeenCalledTimes(3);
});

test.each([3, -1, '0', null, {}])('stored rubbish (%j) is no choice', (rubbish) => {
  const storage = memoryStorage();
  storage.setItem('satchel-preferences', JSON.stringify({ state: { hints: rubbish }, version: 1 }));
  expect(createHintChoice(createPreferences(storage)).current()).toBe(2);
});
