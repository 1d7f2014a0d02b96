import { expect, test } from 'vitest';
import { devicesAtHost, draftOf } from '#testing/devices-at-host.ts';

const at = devicesAtHost();
const hourMs = 60 * 60_000;

test('[SYNC-03] a stale copy is shown at once while the host is there and says nothing', async () => {
  let later = 0;
  let silence = Promise.resolve();
  const device = await at.inRetail('nora', {
    now: () => Date.now() + later,
    fetch: async (address, init) => {
      await silence;
      return fetch(address, init);
    },
  });
  const [bundle] = await device.bundles.inChannel(at.retail, ['salestool--document_bundle']);
  const before = await device.channels.view(at.retail);
  const speaks = Promise.withResolvers<void>();
  silence = speaks.promise;
  later = hourMs;
  let hasEnded = false;
  const loading = Promise.all([device.channels.load(at.retail), device.bundles.load(bundle!.id)]);
  void loading.then(() => {
    hasEnded = true;
  });
  await expect.poll(() => device.network.calls.at(-1)).toContain(bundle!.id);
  expect(await device.channels.view(at.retail)).toEqual(before);
  expect(await device.bundles.medias(bundle!.id)).not.toEqual([]);
  expect(await device.packs.inChannel(at.retail)).not.toEqual([]);
  expect(hasEnded).toBe(false);
  speaks.resolve();
  expect(await loading).toEqual([{ ok: true }, { ok: true }]);
});

test('[SYNC-06] for who is signed out a stale copy shows silently, and nothing is asked', async () => {
  let later = 0;
  const device = await at.inRetail('nora', { now: () => Date.now() + later });
  const [bundle] = await device.bundles.inChannel(at.retail, ['salestool--document_bundle']);
  device.session.clear();
  later = hourMs;
  device.network.calls.length = 0;
  expect(await device.channels.load(at.retail)).toMatchObject({ ok: true });
  expect(await device.bundles.load(bundle!.id)).toMatchObject({ ok: true });
  expect(await device.packs.load(at.host.world.packs.global.id)).toMatchObject({ ok: true });
  expect(device.network.calls).toEqual([]);
  expect((await device.channels.view(at.retail))?.counts.files).toBeGreaterThan(0);
});

test('packs of nobody are not counted as those of who is signed out', async () => {
  const device = await at.inRetail('nora');
  const { ownerId: _, ...pack } = draftOf(device, 'Of nobody');
  await device.database.records('salestool--pack').put({ ...pack, ownerId: null });
  device.session.clear();
  const listed = await device.packs.inChannel(at.retail);
  expect((await device.channels.view(at.retail))?.counts.packs).toBe(listed.length);
});

test('[BUN-01, BUN-04, CHAN-18] a bundle of a channel that was left is not shown in another one, nor to the next person', async () => {
  const { retail, transit } = at.host.world.channels;
  const device = await at.inRetail('henrik');
  const [bundle] = await device.bundles.inChannel(retail.id, ['salestool--document_bundle']);
  expect(await device.bundles.get(bundle!.id)).toMatchObject({ id: bundle!.id });
  await device.service.selectChannel(transit.id);
  await device.channels.load(transit.id, { force: true });
  expect(await device.bundles.get(bundle!.id)).toBeNull();

  await device.service.signOut();
  await device.service.signIn({ username: 'tomas', password: at.password });
  await device.service.selectChannel(transit.id);
  await device.bundles.load(bundle!.id);
  expect(await device.bundles.get(bundle!.id)).toBeNull();
  const [own] = await device.bundles.inChannel(transit.id, ['salestool--document_bundle']);
  expect(await device.bundles.get(own!.id)).toMatchObject({ id: own!.id });
});
