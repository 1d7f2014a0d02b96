import { Dexie } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { configurationKey, thisBuild } from '#remote/fetch-configuration.ts';
import { startServices } from '#start-services.ts';
import { openDatabase } from '#storage/database.ts';
import { resetLock } from '#sync/restart-when-reset.ts';
import { expectNoise } from '#testing/quiet-browser.ts';
import { sampleConfiguration } from '#testing/sample-configuration.ts';
import { sampleUser } from '#testing/sample-content.ts';

afterEach(() => vi.unstubAllGlobals());

test('[SET-12] a window that has never met the host keeps nothing once another one has emptied the device, and waits to start anew', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  localStorage.setItem(configurationKey, JSON.stringify({ ...sampleConfiguration, readBy: thisBuild }));
  const tokens = { token: 'hers', refreshToken: 'hers too', expiresIn: 300, expires: 0 };
  localStorage.setItem(
    'satchel-session',
    JSON.stringify({ state: { tokens, user: sampleUser }, version: 1 }),
  );
  const { drafts } = await startServices();
  const draft = await drafts.open<{ title: string }>('pack', 'brightwater');
  draft.keep(() => ({ title: 'Before' }));
  await draft.keepNow();
  const ofOther = openDatabase();
  await expect.poll(() => ofOther.drafts.count()).toBe(1);

  // The other window is not ready yet, and never will be: the page of this test must not be loaded anew.
  void navigator.locks.request(resetLock, () => new Promise(() => {}));
  // A window that still writes closes its database a moment later.
  expectNoise(/Dexie.delete\('satchel'\) was blocked/);
  await ofOther.dexie.delete({ disableAutoOpen: true });
  draft.keep(() => ({ title: 'After' }));
  await draft.keepNow();
  await expect.poll(async () => (await navigator.locks.query()).pending).toMatchObject([{ name: resetLock }]);
  expect(await Dexie.exists('satchel')).toBe(false);
});
