import { expect, test } from 'vitest';
import { createWaiters } from './waiters.ts';

/** Two windows of one device, and what comes by and by. */
function twoWindows() {
  const clock = { now: 1_800_000_000_000 };
  const beats = new Set<() => void>();
  const ears = [new EventTarget(), new EventTarget()] as const;
  const line = { isOpen: true };
  const windowOf = (own: EventTarget, other: EventTarget) =>
    createWaiters({
      now: () => clock.now,
      every: (_ms, beat) => {
        beats.add(beat);
        return () => void beats.delete(beat);
      },
      windows: {
        addEventListener: own.addEventListener.bind(own),
        postMessage: (data: unknown) =>
          void (line.isOpen && other.dispatchEvent(new MessageEvent('message', { data }))),
      },
    });
  /** Some seconds later. */
  function later(seconds: number) {
    for (let left = seconds; left > 0; left -= 4) {
      clock.now += 4_000;
      for (const beat of beats) beat();
    }
  }
  return { one: windowOf(...ears), other: windowOf(ears[1], ears[0]), line, later };
}

test('a window hears who waits in another one until the wait is over, however long it takes', () => {
  const { one, other, later } = twoWindows();
  const [end, endSecond] = [other.wait(), other.wait()];
  expect(one.isAny()).toBe(true);
  later(60);
  end();
  expect(one.isAny()).toBe(true);
  endSecond();
  expect([one.isAny(), other.isAny()]).toEqual([false, false]);
});

test('who waits in a window that falls silent holds nobody up for long', () => {
  const { one, other, line, later } = twoWindows();
  other.wait();
  line.isOpen = false;
  later(8);
  expect(one.isAny()).toBe(true);
  later(8);
  expect(one.isAny()).toBe(false);
});

test('a window hears what somebody in another one waits to hear of, as long as they wait', () => {
  const { one, other, later } = twoWindows();
  const end = other.wait(['message']);
  later(60);
  expect(['message', 'pack'].map(one.isAwaitedElsewhere)).toEqual([true, false]);
  end();
  expect(one.isAwaitedElsewhere('message')).toBe(false);
});

test('a window that is alone knows who waits in it', () => {
  const { isAny, wait } = createWaiters({ now: Date.now, every: () => () => {} });
  const end = wait();
  expect(isAny()).toBe(true);
  end();
  expect(isAny()).toBe(false);
});
