import { afterEach, describe, expect, test } from 'vitest';
import type { LinkControl } from '#services.ts';
import { type Device, startDevice } from '#testing/device.ts';
import { comesBack, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';
import { createHostInMemory } from '#testing/model/host-in-memory.ts';

const people = [{ name: 'nora', id: '7a2c9a4e-0000-4000-8000-000000000001' }];
const channelId = '0c000000-0000-4000-8000-000000000001';

const opened: Device[] = [];
afterEach(() => {
  for (const device of opened.splice(0)) {
    expect(device.problems).toEqual([]);
    device.database.dexie.close();
  }
});

/** A link made on a tablet, and a laptop of the same person that knows of it. No two states share a second. */
async function onTwoDevices(link: Partial<LinkControl> = {}) {
  let time = Date.parse('2026-11-30T09:00:00Z');
  const now = () => time;
  const later = () => {
    time += 10_000;
  };
  const host = createHostInMemory({ people, channelId, now });
  const open = async () => {
    const device = startDevice({ origin: 'https://host.example', fetch: host.fetch, now });
    opened.push(device);
    await device.service.signIn({ username: 'nora', password: 'right' });
    await device.service.selectChannel(channelId);
    await (await device.engine()).meetHost();
    await sync(device);
    return device;
  };
  async function sync(device: Device) {
    expect(await device.channels.load(channelId, { force: true })).toEqual({ ok: true });
  }
  const tablet = await open();
  const pack = draftOf(tablet, 'To be restored');
  await tablet.packs.save(pack);
  const chosen = { expires: null, maxVisits: null, password: '', download: true, ...link };
  const form = { ...messageForm, signature: 'none' as const, link: chosen };
  const { message } = await tablet.messages.record(pack, form, 'link');
  later();
  const laptop = await open();
  const { id } = message;
  return {
    tablet,
    laptop,
    id,
    pack,
    later,
    there: () => host.record(id)?.attributes,
    async set(on: Device, change: Parameters<Device['messages']['setControl']>[1]) {
      later();
      expect((await on.messages.setControl(id, change)).failure).toBeNull();
      later();
      await sync(tablet);
    },
    backUp() {
      later();
      host.backUp();
      later();
    },
    /** And the tablet brings what the host has lost. */
    async restore(beforeItSays = async () => {}) {
      host.restore();
      later();
      await comesBack(tablet);
      await tablet.channels.load(channelId, { force: true });
      await tablet.service.signIn({ username: 'nora', password: 'right' });
      await (await tablet.engine()).meetHost();
      await beforeItSays();
      await tablet.waiting.push();
      expect(await tablet.waiting.items()).toEqual([]);
    },
  };
}

test('[F27] a restored host keeps the password that another device chose before its backup', async () => {
  const { laptop, there, set, backUp, restore } = await onTwoDevices({ password: 'the old one' });
  await set(laptop, { password: 'the new one' });
  backUp();
  await restore();
  expect(there()).toMatchObject({ link_password: 'the new one' });
});

test('[F27] also where the link was changed after the backup, and gets that change again', async () => {
  const { laptop, there, set, backUp, restore } = await onTwoDevices({ password: 'the old one' });
  await set(laptop, { password: 'the new one' });
  backUp();
  await set(laptop, { maxVisits: 2 });
  await restore();
  expect(there()).toMatchObject({ link_password: 'the new one', link_max_views: 2 });
});

test('[F27] also where the device that made the link had taken its password away before', async () => {
  const { tablet, laptop, there, set, backUp, restore } = await onTwoDevices({ password: 'the old one' });
  await set(tablet, { withoutPassword: true });
  await set(laptop, { password: 'the new one' });
  backUp();
  await set(laptop, { maxVisits: 2 });
  await restore();
  expect(there()).toMatchObject({ link_password: 'the new one', link_max_views: 2 });
});

test('[F27] a restored host gets the password again that the device which made the link chose after its backup', async () => {
  const { tablet, there, set, backUp, restore } = await onTwoDevices();
  backUp();
  await set(tablet, { password: 'terminal' });
  await restore();
  expect(there()).toMatchObject({ link_password: 'terminal' });
});

test('[F27] a restored host gets the limits again that it has lost, with one that was changed meanwhile', async () => {
  const { tablet, id, there, set, backUp, restore } = await onTwoDevices();
  backUp();
  await set(tablet, { password: 'terminal', download: false });
  goesDown(tablet);
  await tablet.messages.setControl(id, { maxVisits: 2 });
  await restore();
  expect(there()).toMatchObject({ link_password: 'terminal', link_download: false, link_max_views: 2 });
});

test('[F27] a link that another device took back stays so when the device that made it brings an older change', async () => {
  const { tablet, laptop, id, there, set, later, backUp, restore } = await onTwoDevices();
  await set(tablet, { revoked: true });
  await set(tablet, { revoked: false });
  goesDown(tablet);
  await tablet.messages.setControl(id, { maxVisits: 2 });
  later();
  expect((await laptop.messages.setControl(id, { revoked: true })).failure).toBeNull();
  backUp();
  await restore();
  expect(there()).toMatchObject({ link_revoked: true, link_max_views: 2 });
});

describe('[F27] a message that is corrected before a restored host is told of it again', () => {
  /** Each time one of the limits and the words. */
  async function corrected(
    { tablet, id, pack, later }: Awaited<ReturnType<typeof onTwoDevices>>,
    link: Partial<LinkControl>,
    meanwhile = async () => {},
  ) {
    later();
    const { form } = (await tablet.messages.edit(id))!;
    await meanwhile();
    later();
    const written = { ...form, subject: 'Corrected', link: { ...form.link!, ...link } };
    await tablet.messages.record(pack, written, 'link', { corrects: id });
    await tablet.messages.endEdit(id);
  }

  test('brings the limits that were chosen with it, and those that the host has lost', async () => {
    const devices = await onTwoDevices();
    const { tablet, there, set, backUp, restore } = devices;
    backUp();
    await set(tablet, { password: 'terminal', download: false });
    await restore(() => corrected(devices, { maxVisits: 2 }));
    expect(there()).toMatchObject({
      ...{ subject: 'Corrected', link_password: 'terminal', link_download: false, link_max_views: 2 },
    });
  });

  test('leaves alone what another device has set since the restore', async () => {
    const devices = await onTwoDevices();
    const { laptop, id, there, backUp, restore } = devices;
    backUp();
    await restore(() =>
      corrected(devices, { maxVisits: 2 }, async () => {
        await laptop.service.signIn({ username: 'nora', password: 'right' });
        expect((await laptop.messages.setControl(id, { download: false })).failure).toBeNull();
      }),
    );
    expect(there()).toMatchObject({ subject: 'Corrected', link_download: false, link_max_views: 2 });
  });
});
