import { expect, test } from 'vitest';
import type { WithLock } from '#remote/with-lock.ts';
import { devicesAtHost } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

const isOfDoors = (address: string) => /\?include=image,image\.file,medias/.test(decodeURIComponent(address));
const isOfAll = (address: string) => address.includes(at.retail) && address.includes('bundles.medias.file');

const doors: [string, (init?: RequestInit) => Promise<Response>][] = [
  ['are refused by a busy host', async () => new Response(null, { status: 503 })],
  ['get no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'are not answered at all',
    (init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  ],
];
test.each(doors)('[SYNC-09] a new channel comes in although its doors %s', async (_, answer) => {
  let asked = 0;
  const device = await at.signedIn('nora', {
    fetch: (address, init) => {
      if (!isOfDoors(String(address))) return fetch(address, init);
      asked += 1;
      return answer(init);
    },
  });
  expect(await device.channels.load(at.retail)).toEqual({ ok: true });
  expect(asked).toBe(1);
  expect((await device.channels.view(at.retail))?.counts.files).toBeGreaterThan(0);
});

/** One lock for all windows. */
function locksOfTheDevice(): WithLock {
  const last = new Map<string, Promise<unknown>>();
  return (name, task) => {
    const run = (last.get(name) ?? Promise.resolve()).catch(() => {}).then(task);
    last.set(name, run);
    return run;
  };
}

test('[SYNC-09] a new channel that somebody opens in two windows comes down the line once', async () => {
  const withLock = locksOfTheDevice();
  const [held, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let whole = 0;
  const counted: typeof fetch = async (address, init) => {
    if (!isOfAll(String(address))) return fetch(address, init);
    begun.resolve();
    await held.promise;
    const answer = await fetch(address, init);
    if (answer.status === 200) whole += 1;
    return answer;
  };
  const first = await at.signedIn('nora', { withLock, fetch: counted });
  const second = at.open({ withLock, fetch: counted, shared: first.shared });
  const loading = first.channels.load(at.retail);
  await begun.promise;
  const inSecond = second.channels.load(at.retail);
  // It has decided that nothing is here yet.
  await expect.poll(() => second.network.calls.some(isOfDoors)).toBe(true);
  held.resolve();
  expect(await Promise.all([loading, inSecond])).toEqual([{ ok: true }, { ok: true }]);
  expect(whole).toBe(1);
  expect((await second.channels.view(at.retail))?.counts.files).toBeGreaterThan(0);
});
