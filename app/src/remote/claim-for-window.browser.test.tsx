import { expect, test } from 'vitest';
import { claimForWindow } from './claim-for-window.ts';

/** Another window of this origin, which holds a name as long as it lives. */
async function windowThatHolds(name: string) {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const held = Promise.withResolvers<void>();
  void frame.contentWindow?.navigator.locks.request(name, () => {
    held.resolve();
    return new Promise(() => {});
  });
  await held.promise;
  return frame;
}

test('what another window holds is free once that window is gone, however it ended', async () => {
  const name = `claim ${crypto.randomUUID()}`;
  const other = await windowThatHolds(name);
  expect(await claimForWindow(name)).toBe(false);
  other.remove();
  await expect.poll(() => claimForWindow(name)).toBe(true);
  const waiting = Promise.race([windowThatHolds(name), new Promise((resolve) => setTimeout(resolve, 50))]);
  expect(await waiting).toBeUndefined();
});
