import { expect, test } from 'vitest';
import { type ConnectionBrowser, createConnection } from './connection.ts';

function world(answers: boolean[], onLine = true, random = 1) {
  const timers: { task: () => void; ms: number }[] = [];
  const listeners: ((what: 'focus' | 'online' | 'offline') => void)[] = [];
  let asked = 0;
  const browser: ConnectionBrowser = {
    onLine: () => onLine,
    onChange: (listener) => void listeners.push(listener),
    setTimeout: (task, ms) => timers.push({ task, ms }) - 1,
    clearTimeout: (handle) => void timers.splice(handle as number, 1, { task: () => {}, ms: -1 }),
  };
  const connection = createConnection({
    probe: async () => answers[asked++] ?? false,
    browser,
    random: () => random,
  });
  const settled = () => new Promise<void>((resolve) => globalThis.setTimeout(resolve));
  return {
    connection,
    asked: () => asked,
    waits: () => timers.map(({ ms }) => ms).filter((ms) => ms >= 0),
    async nextTimer() {
      const last = timers.findLast(({ ms }) => ms >= 0)!;
      last.ms = -1;
      last.task();
      await settled();
    },
    async happens(what: 'focus' | 'online' | 'offline') {
      for (const listener of listeners) listener(what);
      await settled();
    },
  };
}

test('before the first call the browser’s word is shown', () => {
  expect(world([], true).connection.isOnline()).toBe(true);
  expect(world([], false).connection.isOnline()).toBe(false);
});

test('[SYNC-42] what a call met counts more than what the browser says', () => {
  const { connection } = world([], false);
  connection.answered();
  expect(connection.isOnline()).toBe(true);
  connection.unreachable();
  expect(connection.isOnline()).toBe(false);
});

test('while the host cannot be reached it is asked after 5 s at the latest, doubling to 60 s', async () => {
  const { connection, nextTimer, waits } = world([]);
  connection.unreachable();
  const asked: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    asked.push(...waits());
    await nextTimer();
  }
  expect(asked).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

test.each([
  ['three fifths of its time at the least', 0, [3000, 6000, 12_000, 24_000, 36_000, 36_000]],
  ['four fifths of it in the middle', 0.5, [4000, 8000, 16_000, 32_000, 48_000, 48_000]],
  ['no longer than its time', 0.999, [4998, 9996, 19_992, 39_984, 59_976, 59_976]],
])('[F24] chance lets each wait for the host last %s', async (_, random, expected) => {
  const { connection, nextTimer, waits } = world([], true, random);
  connection.unreachable();
  const asked: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    asked.push(...waits());
    await nextTimer();
  }
  expect(asked.map(Math.round)).toEqual(expected);
});

test('[SYNC-11] the first valid answer, and the first after an outage, is going online', async () => {
  const { connection, happens } = world([true, true]);
  let times = 0;
  connection.whenGoingOnline(() => {
    times += 1;
  });
  connection.answered();
  connection.answered();
  expect(times).toBe(1);
  connection.unreachable();
  await happens('focus');
  expect(times).toBe(2);
});

test('the browser’s offline event brings a question, not a belief', async () => {
  const { connection, happens, asked } = world([true]);
  connection.answered();
  await happens('offline');
  expect(asked()).toBe(1);
  expect(connection.isOnline()).toBe(true);
});

test('a window that gets the focus asks only while the host is away', async () => {
  const { connection, happens, asked } = world([]);
  connection.answered();
  await happens('focus');
  expect(asked()).toBe(0);
});
