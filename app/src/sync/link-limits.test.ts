import { describe, expect, test } from 'vitest';
import type { LinkControl, SentLinkControl } from '#services.ts';
import type { Device } from '#testing/device.ts';
import { comesBack, devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

const openLink: LinkControl = { expires: null, maxVisits: null, password: '', download: true };
const locked = 'This page has a password';

async function atHost(id: string) {
  const asNora = await at.host.signIn('nora');
  const { data } = await (await asNora(`/jsonapi/salestool/message/${id}`)).json();
  return data.attributes;
}

/** A link that the host has taken with these limits, and of which the device has not heard that. */
async function withLostAnswer(limits: Partial<LinkControl>) {
  const device = await at.inRetail('nora');
  const pack = draftOf(device, 'Limited');
  await device.packs.save(pack);
  await device.waiting.push();
  device.network.loseAnswers = 1;
  const form = { ...messageForm, link: { ...openLink, ...limits } };
  const { message, savedRemotely } = await device.messages.record(pack, form, 'link');
  expect(savedRemotely).toBe(false);
  const page = () => at.openAsProspect(message.link_token!);
  /** Its sender edits it, and makes the link once more. */
  const writeAnew = async (link: LinkControl) => {
    const edited = await device.messages.edit(message.id);
    goesDown(device);
    await device.messages.record(pack, { ...edited!.form, link }, 'link', { corrects: message.id });
    await comesBack(device);
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
  };
  return { message, page, writeAnew };
}

describe('[PSEND-16] a link whose answer was lost, written anew', () => {
  test('without its password is opened without one', async () => {
    const { message, page, writeAnew } = await withLostAnswer({ password: 'terminal' });
    expect(await page()).toContain(locked);
    await writeAnew(openLink);
    expect(await page()).toContain('Hello');
    expect(await atHost(message.id)).toMatchObject({ link_max_views: null });
  });

  test('without its day, its visits and its ban on downloads has none of them', async () => {
    const expires = Math.ceil(Date.now() / 86_400_000) * 86_400_000;
    const limits = { expires, maxVisits: 2, download: false };
    const { message, writeAnew } = await withLostAnswer(limits);
    expect(await atHost(message.id)).toMatchObject({ link_max_views: 2, link_download: false });
    await writeAnew(openLink);
    const none = { link_expires: null, link_max_views: null, link_download: true };
    expect(await atHost(message.id)).toMatchObject(none);
  });

  test('keeps the limits that were left in the form', async () => {
    const { message, page, writeAnew } = await withLostAnswer({ password: 'terminal' });
    await writeAnew({ ...openLink, password: 'terminal', maxVisits: 3 });
    expect(await page()).toContain(locked);
    expect(await atHost(message.id)).toMatchObject({ link_max_views: 3 });
  });
});

describe('[PSEND-16] a password of which this device does not know', () => {
  async function onTwoDevices() {
    const device = await at.inRetail('nora');
    const pack = draftOf(device, 'On two devices');
    await device.packs.save(pack);
    const { message } = await device.messages.record(pack, messageForm, 'link');
    const phone = await at.inRetail('nora');
    await phone.packLog.load(pack.id);
    const set = async (on: Device, change: Partial<SentLinkControl>) =>
      expect((await on.messages.setControl(message.id, change)).failure).toBeNull();
    return { device, phone, message, set, page: () => at.openAsProspect(message.link_token!) };
  }

  test('changed without a connection waits as a change of what the host has', async () => {
    const { device, set } = await onTwoDevices();
    goesDown(device);
    const [sent] = await device.waiting.items();
    expect(sent).toBeUndefined();
    await set(device, { maxVisits: 9 }).catch(() => undefined);
    expect(await device.waiting.items()).toMatchObject([{ state: 'waiting', isChange: true }]);
  });

  test('stays when something else is changed, and goes when that is said', async () => {
    const { device, phone, set, page } = await onTwoDevices();
    await set(phone, { password: 'terminal' });
    await set(device, { maxVisits: 9 });
    expect(await page()).toContain(locked);
    await set(device, { withoutPassword: true });
    expect(await page()).toContain('Hello');
  });

  test('is not taken away by a device that took away the one before', async () => {
    const { device, phone, set, page } = await onTwoDevices();
    await set(device, { withoutPassword: true });
    await set(phone, { password: 'terminal' });
    await set(device, { maxVisits: 9 });
    expect(await page()).toContain(locked);
  });

  test('is taken away although something else is changed before the host can be reached', async () => {
    const { device, phone, message, set, page } = await onTwoDevices();
    await set(phone, { password: 'terminal' });
    goesDown(device);
    await device.messages.setControl(message.id, { withoutPassword: true });
    await device.messages.setControl(message.id, { maxVisits: 9 });
    await comesBack(device);
    await device.waiting.push();
    expect(await page()).toContain('Hello');
  });
});
