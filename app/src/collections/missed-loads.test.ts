import { expect, test } from 'vitest';
import { createMissedLoads } from './missed-loads.ts';

const cut = new Error('No response');

test('[F24] what misses again and again is left alone for half a minute, doubling to a quarter of an hour', () => {
  let now = 0;
  const missed = createMissedLoads(
    () => now,
    () => 0.5,
  );
  missed.miss('c', cut);
  expect(missed.pausedWith('c')).toBeNull();
  const pauses = Array.from({ length: 7 }, () => {
    missed.miss('c', cut);
    const ms = missed.againInMs('c') ?? 0;
    now += ms - 1;
    expect(missed.pausedWith('c')).toEqual({ error: cut });
    now += 1;
    expect(missed.pausedWith('c')).toBeNull();
    return ms / 1000;
  });
  expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900]);
});

test('[F24] windows and devices that missed at the same moment do not come back together', () => {
  const pauseOf = (random: number) => {
    const missed = createMissedLoads(
      () => 0,
      () => random,
    );
    missed.miss('c', cut);
    return missed.againInMs('c');
  };
  expect([pauseOf(0), pauseOf(1)]).toEqual([24_000, 36_000]);
});

test('what has come, or missed by a clock that was put back since, is not left alone', () => {
  let now = 60_000;
  const missed = createMissedLoads(() => now);
  for (let times = 0; times < 2; times += 1) missed.miss('c', cut);
  now = 0;
  expect(missed.pausedWith('c')).toBeNull();
  now = 60_000;
  expect(missed.pausedWith('c')).not.toBeNull();
  missed.come('c');
  expect([missed.pausedWith('c'), missed.againInMs('c')]).toEqual([null, null]);
});
