import { afterEach, expect, test } from 'vitest';
import { AllTurnsTaken } from '#database/turns.ts';
import { end, grow, refuse, threadWorks, waitFor, whichThread } from '#testing/thread-works.ts';
import { createThreads, ThreadFailure, type Threads } from './threads.ts';

const large = 1_000_000;
let threads: Threads;
const start = (...limits: Parameters<typeof createThreads>) => {
  threads = createThreads(...limits);
  return threads;
};
afterEach(() => threads.close());

const where = (size = large) => threads.run(threadWorks, whichThread, null, size);

/** Holds whoever waits for it until it is opened. */
function createGate() {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  return {
    shared,
    /** Until work waits at it. */
    reached: async () => {
      await Atomics.waitAsync(shared, 1, 0).value;
    },
    open() {
      Atomics.store(shared, 0, 1);
      Atomics.notify(shared, 0);
    },
  };
}

test('what is small is done here, and what is large on one thread after the other', async () => {
  start();
  expect(await where(100)).toBe(0);
  const first = await where();
  expect(first).toBeGreaterThan(0);
  expect(await where()).toBe(first);
});

test('what the work refuses is heard as it was said, and the thread goes on', async () => {
  start();
  const first = await where();
  const refused = threads.run(threadWorks, refuse, 'nine lives', large);
  await expect(refused).rejects.toThrow(RangeError);
  await expect(refused).rejects.toThrow('nine lives');
  expect(await where()).toBe(first);
});

test.each([
  ['ends', () => threads.run(threadWorks, end, 3, large)],
  ['takes all memory', () => threads.run(threadWorks, grow, null, large)],
])('a thread that %s fails its work, and another takes its place', async (_what, run) => {
  start({ heapMb: 32 });
  const first = await where();
  await expect(run()).rejects.toThrow(ThreadFailure);
  expect(await where()).toBeGreaterThan(first);
});

test('work that takes too long fails, and whoever waits for its turn gets it', async () => {
  // Longer than a thread takes to start on a busy machine, which is all that the next one needs.
  start({ longestWorkMs: 3000 });
  const gate = createGate();
  const stuck = threads.run(threadWorks, waitFor, gate.shared, large);
  const next = where();
  await expect(stuck).rejects.toThrow(ThreadFailure);
  expect(await next).toBeGreaterThan(0);
});

test('more than may wait are sent away at once; those that wait are answered', async () => {
  start({ mostWaiting: 1 });
  const gate = createGate();
  const first = threads.run(threadWorks, waitFor, gate.shared, large);
  await gate.reached();
  const second = where();
  await expect(where()).rejects.toThrow(AllTurnsTaken);
  expect(await where(100)).toBe(0);
  gate.open();
  expect(await first).toBe('let go on');
  expect(await second).toBeGreaterThan(0);
});

test('whoever waits for too long is sent away', async () => {
  start({ longestWaitMs: 50 });
  const gate = createGate();
  const first = threads.run(threadWorks, waitFor, gate.shared, large);
  await expect(where()).rejects.toThrow(AllTurnsTaken);
  gate.open();
  expect(await first).toBe('let go on');
});

test('a thread ends when nobody has needed it for a while', async () => {
  start({ idleMs: 0 });
  const first = await where();
  // Each look starts a thread, which takes a while on a busy machine.
  await expect.poll(() => where(), { timeout: 20_000 }).toBeGreaterThan(first);
});

test('nobody is given a thread that has just been told to end', async () => {
  start({ idleMs: 1 });
  for (let at = 0; at < 20; at++) {
    await where();
    // Timers of one length go off in their order: this one right after the thread's.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(await where()).toBeGreaterThan(0);
});

test('closing ends what is under way, and nothing new begins', async () => {
  start();
  const gate = createGate();
  const running = threads.run(threadWorks, waitFor, gate.shared, large);
  const waiting = where();
  await gate.reached();
  const both = Promise.allSettled([running, waiting]);
  await threads.close();
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(where()).rejects.toThrow(ThreadFailure);
});
