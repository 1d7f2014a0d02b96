import { expect, test } from 'vitest';
import type { WithLock } from '#remote/with-lock.ts';
import { addBundle, address, device, gate, isSettled, threeFiles } from '#testing/files-device.ts';

/** Who waits for a lock asks whether its holder is gone whenever the test says so. */
function locksOfTheDevice() {
  let held: Promise<unknown> | null = null;
  const looks = new Set<() => void>();
  const withLock: WithLock = async (_name, task, patience) => {
    while (held) {
      const look = Promise.withResolvers<void>();
      looks.add(look.resolve);
      const over = held.then(() => true);
      if (await Promise.race([over, look.promise])) break;
      if (await patience?.isHolderGone()) break;
    }
    const run = task();
    const settled = run.then(
      () => {},
      () => {},
    );
    held = settled;
    void settled.then(() => {
      if (held === settled) held = null;
    });
    return run;
  };
  return {
    withLock,
    waiting: () => looks.size,
    look() {
      for (const look of looks) look();
      looks.clear();
    },
  };
}

/** A window brings a file that does not come, and another one waits behind it. */
async function twoWindows() {
  const world = device();
  const counter = await threeFiles(world);
  const locks = locksOfTheDevice();
  const asked = Promise.withResolvers<void>();
  const late = Promise.withResolvers<null>();
  world.state.answer = (url) => {
    if (url !== address('guide.xls')) return null;
    asked.resolve();
    return late.promise;
  };
  const first = world.openWindow(locks.withLock);
  const second = world.openWindow(locks.withLock);
  const stuck = first.keep(counter);
  await asked.promise;
  world.state.answer = () => null;
  // A sign that has reached the other window.
  await isSettled(second, counter, 'loading');
  await expect.poll(() => world.cached.has(address('front.svg'))).toBe(true);
  const waiting = second.keep(counter);
  await expect.poll(locks.waiting).toBe(1);
  return { world, counter, locks, second, waiting, end: () => late.resolve(null), stuck };
}

test('a download of a window that froze is gone on with by another one', async () => {
  const { world, counter, locks, second, waiting, end, stuck } = await twoWindows();
  world.state.now += 150_000;
  locks.look();
  await waiting;
  await isSettled(second, counter, 'on');
  end();
  await stuck;
});

test('a download of a window that gives signs of life is waited for', async () => {
  const { world, counter, locks, second, waiting, end, stuck } = await twoWindows();
  world.state.now += 149_000;
  locks.look();
  await expect.poll(locks.waiting).toBe(1);
  expect(world.fetched.filter((url) => url === address('guide.xls'))).toHaveLength(1);
  end();
  await Promise.all([stuck, waiting]);
  await isSettled(second, counter, 'on');
  expect(world.fetched.filter((url) => url === address('guide.xls'))).toHaveLength(1);
});

/** Whoever has to wait has waited for as long as its patience lasts. */
function impatientLock(): WithLock {
  let held: Promise<unknown> | null = null;
  return async (_name, task, patience) => {
    if (held && !(await patience?.isHolderGone())) await held;
    const run = task();
    held = run;
    return run;
  };
}

test('a window waits for its own download, however long that takes and although no other window says a word', async () => {
  const world = device();
  const counter = await threeFiles(world);
  const next = await addBundle(world, 'next', { 'next.xls': ['document', 1] });
  const beside = await addBundle(world, 'beside', { 'beside.xls': ['document', 1] });
  const { open, opened } = gate();
  world.state.answer = (url) => (url === address('guide.xls') ? opened : null);
  const files = world.openWindow(impatientLock());
  const first = files.keep(counter);
  await expect.poll(() => world.fetched).toContain(address('guide.xls'));
  world.state.now += 150_000;
  const second = files.keep(next);
  // Takes the same steps, and waits for nobody.
  await world.openWindow(impatientLock()).keep(beside);
  open();
  await Promise.all([first, second]);
  expect(world.fetched.slice(-2)).toEqual(['beside.xls', 'next.xls'].map(address));
});
