import { expect, test } from 'vitest';
import { comesBack, devicesAtHost, draftOf, goesDown, messageForm } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

const form = { ...messageForm, signature: 'none' as const };

const pathOf = (link: string) => new URL(link).pathname;

/**
 * A device that was put back to the state of a while ago: it has the form and its ids, and not what was sent from it. As a second
 * device that has never heard of it.
 */
async function putBack() {
  const [before, device] = [await at.inRetail('nora'), await at.inRetail('nora')];
  const pack = draftOf(before, 'Sent from an earlier state');
  await before.packs.save(pack);
  await device.channels.load(at.retail, { force: true });
  const id = crypto.randomUUID();
  const pageOf = async (link: string) => (await fetch(new URL(pathOf(link), at.host.url))).status;
  return { before, device, pack: (await device.packs.get(pack.id))!, id, pageOf };
}

test('a link from a form that has made one before leads to a page of its own, and the first one stays', async () => {
  const { before, device, pack, id, pageOf } = await putBack();
  const first = await before.messages.record(pack, form, 'link', { id });
  const second = await device.messages.record(pack, { ...form, memo: 'Another' }, 'link', { id });
  expect(second).toMatchObject({ savedRemotely: true, failure: null });
  expect(second.message.id).not.toBe(id);
  expect(await Promise.all([first.link, second.link].map(pageOf))).toEqual([200, 200]);
  expect(second.link).not.toBe(first.link);
  // What was made before is known here from now on.
  expect(pathOf((await device.messages.link(id))!)).toBe(pathOf(first.link));
  expect((await device.messages.get(id))?.memo).toBe(form.memo);
  expect(await device.messages.ofPack(pack.id)).toHaveLength(2);
});

test('the same of one that was made without a signal: nobody is told that it works before it does', async () => {
  const { before, device, pack, id, pageOf } = await putBack();
  await before.messages.record(pack, form, 'link', { id });
  goesDown(device);
  const { link, message, savedRemotely } = await device.messages.record(pack, form, 'link', { id });
  expect([message.id, savedRemotely]).toEqual([id, false]);
  await comesBack(device);
  await device.waiting.push();
  const now = await device.messages.idNow(id);
  expect(now).not.toBe(id);
  expect(await device.messages.link(now)).toBe(link);
  expect(await pageOf(link)).toBe(200);
  expect(await device.waiting.items()).toEqual([]);
});

test('a mail that went to the same person before waits for a word, and goes once when somebody says so', async () => {
  const { before, device, pack, id } = await putBack();
  await before.messages.record(pack, form, 'send', { id });
  const { savedRemotely, failure } = await device.messages.record(
    pack,
    { ...form, subject: 'Our offer, again' },
    'send',
    { id },
  );
  expect(savedRemotely).toBe(false);
  expect(failure).toMatch(/was sent before/);
  const [item, ...others] = await device.waiting.items();
  expect(others).toEqual([]);
  expect(item).toMatchObject({ title: 'Our offer, again', state: 'asks', reason: failure });
  await device.waiting.push();
  expect((await device.waiting.items())[0]?.state).toBe('asks');
  const subjects = async () => {
    await device.packLog.load(pack.id);
    return (await device.packLog.ofPack(pack.id)).map(({ subject }) => subject).sort();
  };
  expect(await subjects()).toEqual(['Our offer']);
  await device.waiting.retry(item!);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  expect(await subjects()).toEqual(['Our offer', 'Our offer, again']);
});

test('a mail to somebody else goes at once, also where the form has made a link alone before', async () => {
  const { before, device, pack, id } = await putBack();
  const other = crypto.randomUUID();
  await before.messages.record(pack, form, 'send', { id });
  await before.messages.record(pack, form, 'link', { id: other });
  const elsewhere = { ...form, email: 'somebody.else@example.test' };
  const { pushed } = await device.messages.recordAll(
    pack,
    [
      { id, form: elsewhere },
      { id: other, form },
    ],
    'send',
  );
  expect(await pushed).toMatchObject({ savedRemotely: true, failure: null });
  await device.packLog.load(pack.id);
  const log = (await device.packLog.ofPack(pack.id)).map(({ email, kind }) => `${kind} ${email}`);
  expect(log.sort()).toEqual(
    [`link ${form.email}`, `mail ${form.email}`, `mail ${form.email}`, `mail ${elsewhere.email}`].sort(),
  );
});

test('a form that was sent before this device was put back is not said to be sent again once that is known', async () => {
  const { before, device, pack, id, pageOf } = await putBack();
  await before.messages.record(pack, form, 'send', { id });
  await device.channels.load(at.retail, { force: true });
  await expect(device.messages.record(pack, form, 'send', { id })).rejects.toThrow(
    'was sent from this form before',
  );
  const { link, message } = await device.messages.record(pack, form, 'link', { id });
  expect(message.id).not.toBe(id);
  expect(await pageOf(link)).toBe(200);
});

test('a message whose answer was lost stays what it is', async () => {
  const { before, pack, id } = await putBack();
  before.network.loseAnswers = 1;
  const { link } = await before.messages.record(pack, form, 'link', { id });
  await comesBack(before);
  await before.waiting.push();
  expect(await before.messages.idNow(id)).toBe(id);
  expect(await before.messages.link(id)).toBe(link);
  expect(await before.messages.ofPack(pack.id)).toHaveLength(1);
});
