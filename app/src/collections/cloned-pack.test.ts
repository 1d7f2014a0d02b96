import { expect, test } from 'vitest';
import { devicesAtHost, draftOf } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

test('[PLIST-10] a pack is cloned once this device has the copy, however long the host takes over it', async () => {
  const held = Promise.withResolvers<void>();
  const isCreate = (address: unknown, method = 'GET') =>
    method === 'POST' && String(address).endsWith('/jsonapi/salestool/pack');
  let isSlow = false;
  const device = await at.inRetail('nora', {
    fetch: async (address, call) => {
      if (isSlow && isCreate(address, call?.method)) await held.promise;
      return fetch(address, call);
    },
  });
  const pack = draftOf(device, 'For Brightwater');
  await device.packs.save(pack);
  isSlow = true;
  const copy = await device.packs.clone((await device.packs.get(pack.id))!, 'For Hotel Aurelia');
  expect(await device.packs.get(copy.id)).toMatchObject({
    title: 'For Hotel Aurelia',
    _meta: { push: true },
  });
  held.resolve();
  await expect.poll(async () => (await device.packs.get(copy.id))?._meta?.push).toBeUndefined();
});

test('[PLIST-08] of a copy that this device cannot take nothing is left, and why is told', async () => {
  const device = await at.inRetail('nora');
  const pack = draftOf(device, 'For Brightwater');
  await device.packs.save(pack);
  const before = await device.database.records('salestool--pack').count();
  const { database } = device;
  const write = database.write;
  database.write = async () => {
    throw new Error('This device is full');
  };
  await expect(device.packs.clone(pack, 'Again')).rejects.toThrow('This device is full');
  database.write = write;
  expect(await database.records('salestool--pack').count()).toBe(before);
});
