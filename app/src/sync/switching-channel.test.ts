import { eventTypes } from '@satchel/core/contract/events.ts';
import { describe, expect, test } from 'vitest';
import type { Device } from '#testing/device.ts';
import {
  type DeviceOptions,
  devicesAtHost,
  draftOf,
  goesDown,
  messageForm,
} from '#testing/devices-at-host.ts';

const at = devicesAtHost();

/** What the pages of a channel show: resources, apps and packs. */
async function contentOf(device: Device) {
  const channelId = device.service.current().activeChannelId!;
  const { bundles } = device;
  const resources = await bundles.inChannel(channelId, [
    'salestool--document_bundle',
    'salestool--content_bundle',
  ]);
  const apps = await bundles.inChannel(channelId, ['salestool--miniapp_bundle']);
  const packs = await device.packs.inChannel(channelId);
  const titles = (records: readonly { title?: string | null }[]) => records.map(({ title }) => title).sort();
  return { resources: titles(resources), apps: titles(apps), packs: titles(packs) };
}

const chosen = async (device: Device) =>
  (await device.events.entries())
    .filter(({ data }) => data.event_type_id === eventTypes.CHANNEL_SELECT)
    .map(({ description }) => description);

async function enter(device: Device, channel: 'retail' | 'transit') {
  const { id } = at.host.world.channels[channel];
  await device.service.selectChannel(id);
  return device.channels.load(id);
}

describe('switching channel', () => {
  test('[CHAN-01] resources, apps and packs are those of the active channel', async () => {
    const device = await at.signedIn('henrik');
    await enter(device, 'retail');
    const retail = await contentOf(device);
    await enter(device, 'transit');
    const transit = await contentOf(device);
    expect(retail.resources.length).toBeGreaterThan(0);
    expect(transit.resources).not.toEqual(retail.resources);
    expect(retail.resources.filter((title) => transit.resources.includes(title))).toEqual([]);
    expect(retail.packs).toContain('First visit');
    expect(retail.packs).not.toContain('Parking');
    expect(transit.packs).toContain('Parking');
    expect(transit.packs).not.toContain('First visit');
  });

  test('[CHAN-10, CHAN-16] each choice is logged under the channel’s title', async () => {
    const device = await at.signedIn('henrik');
    await device.channels.loadMine();
    await enter(device, 'retail');
    await enter(device, 'transit');
    const { retail, transit } = at.host.world.channels;
    expect(device.service.current().activeChannelId).toBe(transit.id);
    expect((await chosen(device)).sort()).toEqual([retail.title, transit.title].sort());
  });

  test('[CHAN-17] the other channel stays on the device: offline one switches back, and what waits still waits', async () => {
    const device = await at.signedIn('henrik');
    await enter(device, 'retail');
    const before = await contentOf(device);
    goesDown(device);
    await device.packs.save(draftOf(device, 'Made in retail'));
    await enter(device, 'transit');
    expect((await contentOf(device)).packs).not.toContain('Made in retail');
    expect((await device.waiting.items()).map(({ title }) => title)).toEqual(['Made in retail']);
    await enter(device, 'retail');
    const after = await contentOf(device);
    expect(after.resources).toEqual(before.resources);
    expect(after.packs).toEqual([...before.packs, 'Made in retail'].sort());
  });
});

describe('a channel that is still on its way', () => {
  /** A device over whose line the whole of retail comes only once it is let through. */
  async function onSlowLine() {
    const line = { asked: 0, cut: 0 };
    const through = Promise.withResolvers<void>();
    const options: DeviceOptions = {
      fetch: async (address, init) => {
        const { pathname, search } = new URL(String(address));
        if (!pathname.endsWith(at.retail) || !search.includes('bundles.medias')) return fetch(address, init);
        line.asked += 1;
        const cut = new Promise<never>((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            line.cut += 1;
            reject(init.signal?.reason);
          });
        });
        await Promise.race([through.promise, cut]);
        return fetch(address, init);
      },
    };
    const device = await at.signedIn('henrik', options);
    await device.channels.loadMine();
    return { device, line, letThrough: through.resolve };
  }

  const transit = () => at.host.world.channels.transit.id;
  const isWhole = async (device: Device, id: string) =>
    (await device.channels.view(id))?.counts.files != null;

  const choices = {
    'in the picker': async (device: Device) => {
      await device.channels.begin(transit());
      await device.service.selectChannel(transit());
    },
    'in the menu': (device: Device) => device.service.selectChannel(transit()),
  };

  test.each(Object.entries(choices))(
    '[CHAN-16] does not hold up another that is chosen %s, and comes when it is chosen again',
    async (_where, choose) => {
      const { device, line, letThrough } = await onSlowLine();
      await device.service.selectChannel(at.retail);
      const left = device.channels.load(at.retail);
      await expect.poll(() => line.asked).toBe(1);
      await choose(device);
      expect(await device.channels.load(transit())).toEqual({ ok: true });
      expect(await isWhole(device, transit())).toBe(true);
      expect(line.cut).toBe(1);
      expect(await left).toMatchObject({ ok: true });
      expect(await isWhole(device, at.retail)).toBe(false);
      expect(await device.database.staged.count()).toBe(0);
      expect(device.connection.isOnline()).toBe(true);
      letThrough();
      expect(await enter(device, 'retail')).toEqual({ ok: true });
      expect(await isWhole(device, at.retail)).toBe(true);
    },
  );

  test('[CHAN-16] is asked for anew by who comes back to it at once', async () => {
    const { device, line, letThrough } = await onSlowLine();
    await device.channels.begin(at.retail);
    await expect.poll(() => line.asked).toBe(1);
    await device.channels.begin(transit());
    const loading = device.channels.begin(at.retail).then(() => device.channels.load(at.retail));
    letThrough();
    expect(await loading).toEqual({ ok: true });
    expect(await isWhole(device, at.retail)).toBe(true);
  });

  test('[CHAN-16] comes on while another is loaded that nobody has chosen', async () => {
    const { device, line, letThrough } = await onSlowLine();
    await device.service.selectChannel(at.retail);
    const chosen = device.channels.load(at.retail);
    await expect.poll(() => line.asked).toBe(1);
    const other = device.channels.load(transit());
    // Its doors come all the same.
    await expect.poll(async () => (await device.channels.view(transit()))?.counts.bundles).toBeGreaterThan(0);
    expect(line.cut).toBe(0);
    letThrough();
    expect(await Promise.all([chosen, other])).toEqual([{ ok: true }, { ok: true }]);
    expect(line.asked).toBe(1);
  });
});

test('[SET-16] what waits is listed under its title: a signature’s full name, a pack’s title, a message’s subject', async () => {
  const device = await at.inRetail();
  device.network.state = 'down';
  const fields = { job_title: '', email: 'nora@velden.example', telephone: '', telephone2: '' };
  await device.signatures.save({ title: 'Nora of the road', ...fields });
  const pack = draftOf(device, 'For Brightwater');
  await device.packs.save(pack);
  await device.messages.record(pack, { ...messageForm, subject: 'Our offer of May' }, 'link');
  const titles = (await device.waiting.items()).map(({ title }) => title);
  expect(titles).toEqual(['Nora of the road', 'For Brightwater', 'Our offer of May']);
});
