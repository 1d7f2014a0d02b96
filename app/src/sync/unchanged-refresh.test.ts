import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, startDevice } from '#testing/device.ts';
import {
  type CountingWire,
  packWith,
  passwordOfAll,
  type RealHost,
  startCountingWire,
  startRealHost,
} from '#testing/real-host.ts';

let host: RealHost;
let wire: CountingWire;
let password: string;
const opened: Device[] = [];
beforeAll(async () => {
  host = await startRealHost();
  wire = await startCountingWire(Number(new URL(host.url).port));
  password = await passwordOfAll();
});
afterAll(async () => {
  for (const { database } of opened) database.dexie.close();
  wire.close();
  await host.stop();
});

const channelId = () => host.world.channels.retail.id;

async function deviceOn(origin: string, options: Partial<Parameters<typeof startDevice>[0]> = {}) {
  const device = startDevice({ origin, ...options });
  opened.push(device);
  await device.service.signIn({ username: 'nora', password });
  await device.service.selectChannel(channelId());
  await refresh(device);
  return device;
}

async function refresh(device: Device) {
  device.network.calls.length = 0;
  Object.assign(wire.bytes, { up: 0, down: 0 });
  expect(await device.channels.load(channelId(), { force: true })).toEqual({ ok: true });
  return device.network.calls.map((call) => new URL(call.split(' ')[1]!).pathname);
}

const savePack = (device: Device, title: string) =>
  device.packs.save({ ...device.packs.draft(), title, ...packWith('<p>Hello</p>') });

describe('a refresh with nothing changed', () => {
  test('is one request of less than 1 kB, whatever the size of the channel', async () => {
    const device = await deviceOn(wire.url);
    expect(await refresh(device)).toEqual(['/jsonapi']);
    const small = { ...wire.bytes };
    expect(small.down).toBeLessThanOrEqual(1024);
    expect(small.up).toBeLessThanOrEqual(1024);

    for (let count = 0; count < 30; count += 1) await savePack(device, `Pack ${count}`);
    expect((await refresh(device)).length).toBeGreaterThan(1);
    expect(await refresh(device)).toEqual(['/jsonapi']);
    expect(Math.abs(wire.bytes.down - small.down)).toBeLessThan(20);
  });

  test('counts as a refresh: what is here is fresh from then on', async () => {
    const device = await deviceOn(host.url);
    await device.database.records('salestool--channel').update(channelId(), { pulled: 1 });
    await refresh(device);
    expect(await device.channels.load(channelId())).toMatchObject({ skipped: 'Content fresh enough' });
  });
});

test('another build of the app reads all of it whole once, since it may read more of the same answers', async () => {
  const { shared } = await deviceOn(host.url);
  const next = startDevice({ origin: host.url, shared, build: 'the next build' });
  opened.push(next);
  expect((await refresh(next)).length).toBeGreaterThan(1);
  expect(await refresh(next)).toEqual(['/jsonapi']);
});

test('what changed on another device, and what was only changed there while this one was reading, arrives', async () => {
  const [one, other] = [await deviceOn(host.url), await deviceOn(host.url)];
  await savePack(other, 'Of the other one');
  await refresh(one);
  const titles = async () => (await one.packs.inChannel(channelId())).map(({ title }) => title);
  expect(await titles()).toContain('Of the other one');

  // A change after the packs were read and before the sync ends.
  let isDue = false;
  const late = await deviceOn(host.url, {
    fetch: async (address, init) => {
      if (isDue && String(address).includes('/salestool/signature')) {
        isDue = false;
        await savePack(other, 'Late');
      }
      return fetch(address, init);
    },
  });
  await savePack(late, 'Own');
  isDue = true;
  await refresh(late);
  await refresh(late);
  expect((await late.packs.inChannel(channelId())).map(({ title }) => title)).toContain('Late');
});

test('a sync that ended early is done again', async () => {
  let isCut = false;
  const device = await deviceOn(host.url, {
    fetch: async (address, init) => {
      if (isCut && String(address).includes('/salestool/signature')) throw new TypeError('Failed to fetch');
      return fetch(address, init);
    },
  });
  await savePack(device, 'Something new');
  isCut = true;
  expect(await device.channels.load(channelId(), { force: true })).toMatchObject({ ok: false });
  isCut = false;
  await device.connection.ask();
  expect((await refresh(device)).length).toBeGreaterThan(1);
});

test('a rep without a signature refreshes as cheaply', async () => {
  const device = startDevice({ origin: host.url });
  opened.push(device);
  await device.service.signIn({ username: 'ines', password });
  await device.service.selectChannel(channelId());
  await refresh(device);
  expect(await refresh(device)).toEqual(['/jsonapi']);
});

test('a host whose entry point has no ETag is asked for every list', async () => {
  const device = await deviceOn(host.url, {
    fetch: async (address, init) => {
      const response = await fetch(address, init);
      if (new URL(String(address)).pathname !== '/jsonapi') return response;
      return Response.json(await response.json(), {
        headers: { 'content-type': 'application/vnd.api+json' },
      });
    },
  });
  const paths = await refresh(device);
  expect(paths).toContain(`/jsonapi/salestool/channel/${channelId()}`);
  expect(paths.filter((path) => path === '/jsonapi/salestool/pack')).toHaveLength(3);
  expect(paths).not.toContain('/jsonapi');
});
