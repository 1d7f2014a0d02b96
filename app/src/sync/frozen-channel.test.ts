import { expect, test } from 'vitest';
import type { WithLock } from '#remote/with-lock.ts';
import { type DeviceOptions, devicesAtHost } from '#testing/devices-at-host.ts';
import { withdrawMedia } from '#testing/real-host.ts';

const at = devicesAtHost();

/** Who waits for a lock asks at once whether its holder is gone, and only then takes it. */
function locksOfTheDevice(): WithLock {
  const holding = new Map<string, Promise<unknown>>();
  return async (name, task, patience) => {
    const before = holding.get(name);
    if (before && !(await patience?.isHolderGone())) await before.catch(() => {});
    const run = task();
    holding.set(name, run);
    return run;
  };
}

/** Two windows of one device; the first freezes once it has read the channel anew, and before that is stored. */
async function frozenReading(options: (now: () => number) => DeviceOptions) {
  const clock = { later: 0 };
  const now = () => Date.now() + clock.later;
  const [frozen, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let freezes = false;
  const first = await at.inRetail('nora', {
    ...options(now),
    // A frozen window gives no sign of life.
    every: () => () => {},
    fetch: async (address, init) => {
      const answer = await fetch(address, init);
      if (!freezes || !new URL(String(address)).pathname.endsWith(at.retail)) return answer;
      freezes = false;
      frozen.resolve();
      await thawed.promise;
      return answer;
    },
  });
  const second = at.open({ ...options(now), shared: first.shared });
  const putBack = await withdrawMedia(at.host, at.host.world.documents.photo.id);
  freezes = true;
  const stuck = first.channels.load(at.retail, { force: true });
  await frozen.promise;
  await putBack();
  return { clock, first, second, stuck, thaw: thawed.resolve };
}

const files = async ({ channels }: Pick<Awaited<ReturnType<typeof at.inRetail>>, 'channels'>) =>
  (await channels.view(at.retail))?.counts.files;

test('[F14, SYNC-09] a window that froze with a channel in hand puts it in place of nothing newer when it thaws', async () => {
  const before = await files(await at.inRetail());
  const { first, second, stuck, thaw } = await frozenReading(() => ({ withLock: (_name, task) => task() }));
  expect(await second.channels.load(at.retail, { force: true })).toEqual({ ok: true });
  expect(await files(second)).toBe(before);
  thaw();
  expect(await stuck).toEqual({ ok: true });
  expect(await files(first)).toBe(before);
  await expect.poll(() => first.database.staged.count()).toBe(0);
  expect(await first.database.records('media--image').get(at.host.world.documents.photo.id)).toBeDefined();
});

test('[F14, SYNC-09] a window that froze with a channel in hand holds up no other one for more than half a minute', async () => {
  const withLock = locksOfTheDevice();
  const { clock, second, stuck, thaw } = await frozenReading((now) => ({ withLock, now }));
  clock.later = 30_000;
  expect(await second.channels.load(at.retail, { force: true })).toEqual({ ok: true });
  thaw();
  expect(await stuck).toEqual({ ok: true });
});
