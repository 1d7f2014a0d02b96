import { expect, test, vi } from 'vitest';
import { createDeviceLocks } from './device-locks.ts';

const window = () => ({
  ...{ frozen: false, dead: false },
  isFrozen() {
    return this.frozen;
  },
  isHeldUp: () => false,
  isDead() {
    return this.dead;
  },
});

test('a window that is closed while it asks whether the holder is gone does not get the lock', async () => {
  const locks = createDeviceLocks();
  const [sleeper, heir, next] = [window(), window(), window()];
  void locks.of(sleeper)('push', () => new Promise(() => {}));
  sleeper.frozen = true;
  const isHolderGone = async () => {
    heir.dead = true;
    locks.drop(heir);
    return true;
  };
  const inherits = vi.fn(async () => {});
  void locks.of(heir)('push', inherits, { ms: 1, isHolderGone });
  await locks.takeFromFrozen();
  const goesOn = vi.fn(async () => {});
  const done = locks.of(next)('push', goesOn, { ms: 1, isHolderGone: async () => true });
  await locks.takeFromFrozen();
  await done;
  expect([inherits.mock.calls.length, goesOn.mock.calls.length]).toEqual([0, 1]);
});
