import { expect, test } from 'vitest';
import { windowSigns } from './window-signs.ts';
import { withLock } from './with-lock.ts';

test('whoever gets a lock sees the sign that was given while it was held before, and no other one', async () => {
  const before = withLock('lock', async () => windowSigns.give('renewed', 10_000));
  const seen = withLock('lock', () =>
    Promise.all([windowSigns.isGiven('renewed'), windowSigns.isGiven('signed out')]),
  );
  await before;
  expect(await seen).toEqual([true, false]);
});

test('a sign is over after its time', async () => {
  windowSigns.give('soon over', 20);
  expect(await windowSigns.isGiven('soon over')).toBe(true);
  await expect.poll(() => windowSigns.isGiven('soon over')).toBe(false);
});
