import { expect, test } from 'vitest';
import type { Device } from '#testing/device.ts';
import { comesBack, type DeviceOptions, devicesAtHost, draftOf } from '#testing/devices-at-host.ts';

const at = devicesAtHost();
const fresh = { ok: true, skipped: 'Content fresh enough' };

/** What a rep refreshes on a page of its own, as it has just come, and how it is asked for. */
const pages = {
  channel: async () => (device: Device, how?: { force: true }) => device.channels.load(at.retail, how),
  async bundle({ bundles }: Device) {
    const [bundle] = await bundles.inChannel(at.retail, ['salestool--document_bundle']);
    return (device: Device, how?: { force: true }) => device.bundles.load(bundle!.id, how);
  },
  async pack(device: Device) {
    const pack = draftOf(device, 'Offer');
    await device.packs.save(pack);
    return ({ packs }: Device, how?: { force: true }) => packs.load(pack.id, how);
  },
};
const kinds = Object.keys(pages) as (keyof typeof pages)[];

/** A line over which the host gives this status in place of content. */
function lineThatSays(status: number) {
  const line = { isBad: false, asked: 0 };
  const options = {
    fetch: async (address, init) => {
      if (!line.isBad || !String(address).includes('/jsonapi')) return fetch(address, init);
      line.asked += 1;
      return new Response('{"errors":[]}', {
        status,
        headers: { 'content-type': 'application/vnd.api+json', 'retry-after': '1' },
      });
    },
  } satisfies DeviceOptions;
  return { line, options };
}

async function devicePage(kind: keyof typeof pages, options?: DeviceOptions) {
  const device = await at.inRetail('nora', options);
  const load = await pages[kind](device);
  expect(await load(device)).toEqual(fresh);
  return { device, load };
}

test.each(kinds)(
  '[SYNC-07] a %s that was refreshed without a signal is asked for again, however young it is, until it comes',
  async (kind) => {
    const { device, load } = await devicePage(kind);
    for (let times = 0; times < 2; times += 1) {
      device.network.state = 'down';
      expect(await load(device, { force: true })).toEqual({ ok: false, failure: 'No response' });
      // Shows as it was meanwhile.
      expect(await load(device)).toEqual({ ok: true });
      await comesBack(device);
    }
    expect(await load(device)).toEqual({ ok: true });
    expect(await load(device)).toEqual(fresh);
  },
);

test.each(kinds)('[SYNC-07] a %s whose refresh met a busy host is asked for again', async (kind) => {
  const { line, options } = lineThatSays(503);
  const { device, load } = await devicePage(kind, options);
  line.isBad = true;
  expect(await load(device, { force: true })).toMatchObject({ ok: false });
  line.isBad = false;
  expect(await load(device)).toEqual({ ok: true });
  expect(await load(device)).toEqual(fresh);
});

test.each(kinds)('[SYNC-07] a %s whose refresh was refused is not asked for again', async (kind) => {
  const { line, options } = lineThatSays(403);
  const { device, load } = await devicePage(kind, options);
  line.isBad = true;
  expect(await load(device, { force: true })).toMatchObject({ ok: false, isNowhere: true });
  expect(await load(device)).toMatchObject(fresh);
});

test.each(kinds)('[SYNC-07, SYNC-08] a %s that another window brought since has come', async (kind) => {
  const { device, load } = await devicePage(kind);
  device.network.state = 'down';
  expect(await load(device, { force: true })).toMatchObject({ ok: false });
  const other = at.open({ shared: device.shared });
  expect(await load(other, { force: true })).toEqual({ ok: true });
  await comesBack(device);
  expect(await load(device)).toEqual(fresh);
});

test('[F24] a channel whose refresh met a busy host is asked for by the next page, then after a while', async () => {
  const { line, options } = lineThatSays(503);
  const { device, load } = await devicePage('channel', options);
  line.isBad = true;
  expect(await load(device, { force: true })).toMatchObject({ ok: false, againInMs: expect.any(Number) });
  for (let pages = 0; pages < 4; pages += 1)
    expect(await load(device)).toEqual({ ok: true, againInMs: expect.any(Number) });
  expect(line.asked).toBe(2);
});

test('[SYNC-07] who signs in next has asked for nothing', async () => {
  const { device, load } = await devicePage('bundle');
  device.network.state = 'down';
  expect(await load(device, { force: true })).toMatchObject({ ok: false });
  await comesBack(device);
  for (const [username, met] of [
    ['ines', fresh],
    ['nora', { ok: true }],
  ] as const) {
    await device.service.signOut();
    await device.service.signIn({ username, password: at.password });
    expect(await load(device)).toEqual(met);
  }
});
