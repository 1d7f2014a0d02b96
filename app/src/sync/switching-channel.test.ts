import { eventTypes } from '@satchel/core/contract/events.ts';
import { describe, expect, test } from 'vitest';
import type { Device } from '#testing/device.ts';
import { devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';

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
