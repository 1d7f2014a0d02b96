import { expect, test, vi } from 'vitest';
import { comesBack, devicesAtHost, draftOf, goesDown } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

const form = {
  ...{ firstName: 'Daniel', lastName: 'Okafor', email: 'daniel@brightwater.example', company: 'Brightwater' },
  ...{ subject: 'Offer', messageHtml: '', contactPermission: false, memo: '', signature: 'none' as const },
};

const several = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    form: { ...form, email: `p${index}@brightwater.example` },
  }));

async function withPack() {
  const device = await at.inRetail('nora');
  const pack = draftOf(device, 'To several');
  await device.packs.save(pack);
  return { device, pack };
}

test('[PSEND-26] five people offline: all written at once, each with a link of its own, and sent once when online', async () => {
  const { device, pack } = await withPack();
  goesDown(device);
  const messages = several(5);
  const { recorded, pushed } = await device.messages.recordAll(pack, messages, 'send');
  expect((await pushed).savedRemotely).toBe(false);
  expect(new Set(recorded.map(({ link }) => link)).size).toBe(5);
  expect(await device.waiting.items()).toHaveLength(5);
  // The same again, by another tap or after a power cut, changes nothing, whatever was typed since.
  const again = messages.map(({ id, form }) => ({ id, form: { ...form, subject: 'Another' } }));
  const second = await device.messages.recordAll(pack, again, 'send');
  expect(second.recorded.map(({ link }) => link)).toEqual(recorded.map(({ link }) => link));
  expect(await device.waiting.items()).toHaveLength(5);
  const asked = [...messages.map(({ id, form: { email } }) => ({ id, email })), { id: 'no-such', email: '' }];
  expect(await device.messages.recorded(asked)).toHaveLength(5);
  await comesBack(device);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  await device.packLog.load(pack.id);
  const log = await device.packLog.ofPack(pack.id);
  expect(log.map(({ email }) => email).sort()).toEqual(messages.map((each) => each.form.email).sort());
  expect(new Set(log.map(({ subject }) => subject))).toEqual(new Set(['Offer']));
  // It stays on the device, and no longer waits.
  expect(await device.messages.ofPack(pack.id)).toHaveLength(5);
});

test('what was typed in one form waits, and goes, in the order in which it was typed', async () => {
  const { device, pack } = await withPack();
  goesDown(device);
  const messages = several(20);
  await device.messages.recordAll(pack, messages, 'send');
  expect((await device.waiting.items()).map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
});

test('two windows with the same draft write to two people, each gets a message', async () => {
  const { device, pack } = await withPack();
  goesDown(device);
  const [one, two] = several(2);
  await device.messages.record(pack, one!.form, 'send', { id: one!.id });
  const other = await device.messages.record(pack, two!.form, 'send', { id: one!.id });
  expect(other.message).toMatchObject({ email: two!.form.email });
  const third = { id: one!.id, form: { ...form, email: 'third@brightwater.example' } };
  const { recorded } = await device.messages.recordAll(pack, [third], 'send');
  expect(recorded.map(({ message }) => message.email)).toEqual([third.form.email]);
  expect(await device.waiting.items()).toHaveLength(3);
  const asked = [one!, two!].map(({ form: { email } }) => ({ id: one!.id, email }));
  expect(await device.messages.recorded(asked)).toEqual([one!.id]);
});

test('a push that fails on this device is not taken for a message that was not recorded', async () => {
  const { device, pack } = await withPack();
  await device.waiting.push();
  const [message] = several(1);
  const full = vi
    .spyOn(device.database.lease, 'put')
    .mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  const result = await device.messages.record(pack, message!.form, 'send', { id: message!.id });
  full.mockRestore();
  expect(result).toMatchObject({
    savedLocally: true,
    savedRemotely: false,
    failure: 'This device has no space left. Nothing was lost: free some space and try again.',
  });
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
});

test('a device that cannot keep all of them keeps none', async () => {
  const { device, pack } = await withPack();
  goesDown(device);
  const messages = several(3);
  const broken = [...messages.slice(0, 2), { id: undefined as never, form }];
  await expect(device.messages.recordAll(pack, broken, 'send')).rejects.toThrow();
  expect(await device.waiting.items()).toEqual([]);
  expect(await device.messages.ofPack(pack.id)).toEqual([]);
});

test('what a link allows reaches the host, and who opens it is asked for the password', async () => {
  const { device, pack } = await withPack();
  const link = { expires: Date.UTC(2030, 0, 1), maxVisits: 3, password: 'terminal', download: false };
  const [message] = several(1);
  const { pushed } = await device.messages.recordAll(
    pack,
    [{ ...message!, form: { ...form, link } }],
    'link',
  );
  expect((await pushed).savedRemotely).toBe(true);
  const kept = await device.messages.get(message!.id);
  expect(kept).toMatchObject({ link_max_views: 3, link_download: false, link_expires: link.expires });
});

test('who wants to be mailed of openings says so at the host', async () => {
  const { device } = await withPack();
  expect(await device.openNotices.read()).toBe(false);
  await device.openNotices.set(true);
  expect(await device.openNotices.read()).toBe(true);
  goesDown(device);
  await expect(device.openNotices.set(false)).rejects.toThrow('Application is offline');
});
