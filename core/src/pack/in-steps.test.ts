import { afterEach, expect, test, vi } from 'vitest';
import { inSteps } from './in-steps.ts';

const stepMs = 3;
let now = 0;

function* work(steps: number): Generator<void, string> {
  for (let step = 0; step < steps; step++) {
    now += stepMs;
    yield;
  }
  return 'done';
}

afterEach(() => {
  vi.restoreAllMocks();
  now = 0;
});

/** ms that each turn lasted. */
function watchTurns() {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const turns: number[] = [];
  let began = 0;
  const pause = async () => {
    turns.push(now - began);
    began = now;
  };
  return { turns, pause };
}

test('long work leaves others a turn whenever it has taken its share of a frame', async () => {
  const { turns, pause } = watchTurns();
  expect(await inSteps(work(30), pause)).toBe('done');
  expect(Math.max(...turns)).toBeLessThan(8 + stepMs);
});

test('several works after each other never take more than one share together', async () => {
  const { turns, pause } = watchTurns();
  for (let times = 0; times < 5; times++) await inSteps(work(2), pause);
  expect(turns).toHaveLength(5);
  expect(Math.max(...turns)).toBeLessThan(8 + stepMs);
});

test('work of next to no length is done in the turn that it was begun in', async () => {
  const { turns, pause } = watchTurns();
  expect(await inSteps(work(0), pause)).toBe('done');
  expect(turns).toEqual([]);
});
