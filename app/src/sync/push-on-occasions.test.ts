import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Device } from '#testing/device.ts';
import { comesBack, devicesAtHost, draftOf, goesDown } from '#testing/devices-at-host.ts';
import { pushOnOccasions } from './push-on-occasions.ts';

const at = devicesAtHost();

/** As the app starts: what waits on this device and its log. */
const followed = (device: Device) =>
  pushOnOccasions({
    connection: device.connection,
    userId: () => device.session.current().user?.uuid ?? null,
    engine: device.engine,
    events: device.events,
    offlineFiles: { resume: async () => {} },
    onProblem: (error) => device.problems.push(error),
  });

const isAtHost = async (id: string) =>
  (await (await at.host.signIn('nora'))(`/jsonapi/salestool/pack/${id}`)).status === 200;

const queued = async ({ events }: Device) =>
  (await events.entries()).filter(({ status }) => status === 'queued').length;

test('[SYNC-11, LOG-13] going online lets go what waits and the log', async () => {
  const device = await at.inRetail();
  followed(device);
  goesDown(device);
  const pack = draftOf(device, 'In the lift');
  await device.packs.save(pack);
  expect(await queued(device)).toBeGreaterThan(0);
  await comesBack(device);
  await vi.waitFor(async () => expect(await queued(device)).toBe(0), { timeout: 10_000 });
  await vi.waitFor(async () => expect(await device.waiting.items()).toEqual([]), { timeout: 10_000 });
  expect(await isAtHost(pack.id)).toBe(true);
});

test('[SYNC-11, LOG-13] so does signing in', async () => {
  let signedIn = () => {};
  const device = await at.inRetail('nora', { onSignedIn: () => signedIn() });
  goesDown(device);
  const pack = draftOf(device, 'Before the night');
  await device.packs.save(pack);
  device.session.clear();
  await comesBack(device);
  expect(await isAtHost(pack.id)).toBe(false);
  signedIn = followed(device);
  await device.service.signIn({ username: 'nora', password: at.password });
  await vi.waitFor(async () => expect(await queued(device)).toBe(0), { timeout: 10_000 });
  await vi.waitFor(async () => expect(await device.waiting.items()).toEqual([]), { timeout: 10_000 });
  expect(await isAtHost(pack.id)).toBe(true);
});

describe('ten minutes after the start', () => {
  afterEach(() => vi.useRealTimers());

  test.each([
    ['online and signed in', { user: 'nora', online: true }, ['content', 'files', 'log']],
    ['offline', { user: 'nora', online: false }, []],
    ['signed out', { user: null, online: true }, []],
  ])('[SYNC-12] %s', async (_how, { user, online }, pushed) => {
    vi.useFakeTimers();
    const did: string[] = [];
    const noting = (what: string) => async () => void did.push(what);
    pushOnOccasions({
      connection: { isOnline: () => online, whenGoingOnline: () => {} },
      userId: () => user,
      engine: async () => ({ meetHost: noting('content') }),
      events: { push: noting('log') },
      offlineFiles: { resume: noting('files') },
      onProblem: () => {},
    });
    await vi.advanceTimersByTimeAsync(599_999);
    expect(did).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(did.sort()).toEqual(pushed);
  });
});
