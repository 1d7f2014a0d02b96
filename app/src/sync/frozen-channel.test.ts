import { expect, test } from 'vitest';
import type { WithLock } from '#remote/with-lock.ts';
import { type DeviceOptions, devicesAtHost } from '#testing/devices-at-host.ts';
import { withdrawMedia } from '#testing/real-host.ts';
import { withoutEtags } from '#testing/without-etags.ts';

const at = devicesAtHost();

/** Who waits for a lock asks at once whether its holder is gone, and only then takes it. */
function locksOfTheDevice() {
  const holding = new Map<string, Promise<unknown>>();
  const answers: boolean[] = [];
  const withLock: WithLock = async (name, task, patience) => {
    const before = holding.get(name);
    if (before) {
      const isGone = await patience?.isHolderGone();
      if (name === 'satchel-channel') answers.push(isGone === true);
      if (!isGone) await before.catch(() => {});
    }
    const run = task();
    holding.set(name, run);
    return run.finally(() => holding.get(name) === run && holding.delete(name));
  };
  return { withLock, answers };
}

/** Two windows of one device; the first freezes once it has read the channel anew, and before that is stored. */
async function frozenReading(options: (now: () => number) => DeviceOptions, reach = fetch) {
  const clock = { later: 0 };
  const now = () => Date.now() + clock.later;
  const [frozen, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let freezes = false;
  const first = await at.inRetail('nora', {
    ...options(now),
    // A frozen window gives no sign of life.
    every: () => () => {},
    fetch: async (address, init) => {
      const answer = await reach(address, init);
      if (!freezes || !new URL(String(address)).pathname.endsWith(at.retail)) return answer;
      freezes = false;
      frozen.resolve();
      await thawed.promise;
      return answer;
    },
  });
  const second = at.open({ ...options(now), fetch: reach, shared: first.shared });
  const putBack = await withdrawMedia(at.host, at.host.world.documents.photo.id);
  freezes = true;
  const stuck = first.channels.load(at.retail, { force: true });
  await frozen.promise;
  await putBack();
  return { clock, first, second, stuck, thaw: thawed.resolve };
}

const files = async ({ channels }: Pick<Awaited<ReturnType<typeof at.inRetail>>, 'channels'>) =>
  (await channels.view(at.retail))?.counts.files;

test.each([
  ['of a host with ETags', fetch],
  ['of one without', withoutEtags],
])(
  '[F14, SYNC-09] a window that froze with a channel in hand puts it in place of nothing newer when it thaws (%s)',
  async (_which, reach) => {
    const before = await files(await at.inRetail());
    const { first, second, stuck, thaw } = await frozenReading(
      () => ({ withLock: (_name, task) => task() }),
      reach,
    );
    expect(await second.channels.load(at.retail, { force: true })).toEqual({ ok: true });
    expect(await files(second)).toBe(before);
    thaw();
    expect(await stuck).toEqual({ ok: true });
    expect(await files(first)).toBe(before);
    await expect.poll(() => first.database.staged.count()).toBe(0);
    expect(await first.database.records('media--image').get(at.host.world.documents.photo.id)).toBeDefined();
  },
);

test.each([
  ['is waited for while it may only lie in the background', 70_000, false],
  ['holds up no other one for more than a minute and a half', 91_000, true],
])('[F14, SYNC-09] a window that is silent with a channel in hand %s', async (_what, later, isGone) => {
  const { withLock, answers } = locksOfTheDevice();
  const { clock, second, stuck, thaw } = await frozenReading((now) => ({ withLock, now }));
  clock.later = later;
  const loading = second.channels.load(at.retail, { force: true });
  await expect.poll(() => answers).toEqual([isGone]);
  if (isGone) expect(await loading).toEqual({ ok: true });
  thaw();
  expect(await stuck).toEqual({ ok: true });
  expect(await loading).toEqual({ ok: true });
});
