import { describe, expect, test } from 'vitest';
import type { Device } from '#testing/device.ts';
import {
  comesBack,
  type DeviceOptions,
  devicesAtHost,
  draftOf,
  goesDown,
  messageForm,
} from '#testing/devices-at-host.ts';

const minute = 60_000;
const tenYears = 10 * 365.25 * 24 * 60 * minute;

const at = devicesAtHost();
const channel = () => at.retail;

/** A device whose clock tests set; it starts off by so many ms. */
async function deviceOff(ms: number, options: DeviceOptions = {}) {
  const clock = { off: ms };
  const device = await at.inRetail('nora', { now: () => Date.now() + clock.off, ...options });
  return { device, clock };
}

const draft = (device: Device, title: string) => draftOf(device, title, `<p>${title}</p>`);

const counts = async ({ database }: Device) =>
  Promise.all(database.dexie.tables.map(async (table) => [table.name, await table.count()] as const));

describe.each([
  ['ten years behind', -tenYears],
  ['ten years ahead', tenYears],
])('[F25] a clock that is %s', (_how, off) => {
  test('wipes nothing, signs nobody out, and loads a channel once', async () => {
    const { device, clock } = await deviceOff(0);
    const before = await counts(device);
    clock.off = off;
    await device.channels.load(channel());
    device.network.calls.length = 0;
    for (let visit = 0; visit < 5; visit += 1) await device.channels.load(channel());
    expect(device.network.calls).toEqual([]);
    expect(device.service.current().user).not.toBeNull();
    expect(device.refusals).toEqual([]);
    for (const [name, count] of await counts(device))
      expect([name, count]).toEqual([name, Math.max(count, new Map(before).get(name) ?? 0)]);
  });

  test('and is put right loads once again, not for ever and not never', async () => {
    const { device, clock } = await deviceOff(off);
    clock.off = 0;
    device.network.calls.length = 0;
    expect(await device.channels.load(channel())).toEqual({ ok: true });
    expect(device.network.calls).not.toEqual([]);
    expect(await device.channels.load(channel())).toMatchObject({ skipped: 'Content fresh enough' });
  });

  test('lets the pack that was changed last come first, before and after it reaches the host', async () => {
    const { device } = await deviceOff(off);
    const first = async () => (await device.packs.inChannel(channel()))[0]?.title;
    device.network.state = 'down';
    device.connection.unreachable();
    for (const title of ['One', 'Two']) {
      await device.packs.save(draft(device, title));
      expect(await first()).toBe(title);
    }
    device.network.state = 'up';
    at.host.advance(5000);
    await device.connection.ask();
    await device.waiting.push();
    at.host.advance(5000);
    await device.packs.save(draft(device, 'Three'));
    expect(await first()).toBe('Three');
  });

  test('hides no change that comes from elsewhere, after it was put right either', async () => {
    const { device, clock } = await deviceOff(off);
    const pack = draft(device, 'Mine');
    await device.packs.save(pack);
    const { device: other } = await deviceOff(0);
    at.host.advance(5000);
    await other.packs.save({ ...(await other.packs.get(pack.id))!, title: 'Theirs' });
    const refresh = () => device.channels.load(channel(), { force: true });
    await refresh();
    expect((await device.packs.get(pack.id))?.title).toBe('Theirs');
    clock.off = 0;
    await other.packs.delete((await other.packs.get(pack.id))!);
    await refresh();
    expect(await device.packs.get(pack.id)).toBeNull();
  });

  test('keeps no waiting record back once it is right', async () => {
    let isBusy = true;
    const { device, clock } = await deviceOff(off, {
      fetch: async (address, init) =>
        isBusy && init?.method === 'POST' && String(address).endsWith('/salestool/pack')
          ? Response.json({}, { status: 503, headers: { 'retry-after': '3000' } })
          : fetch(address, init),
    });
    await device.packs.save(draft(device, 'Waits'));
    expect(await device.waiting.items()).toHaveLength(1);
    isBusy = false;
    clock.off = off < 0 ? 0 : -tenYears;
    await device.waiting.push();
    expect(await device.waiting.items()).toEqual([]);
  });

  test('tells how messages fared all the same', async () => {
    const { device } = await deviceOff(off);
    const pack = draft(device, 'Sent');
    await device.packs.save(pack);
    const { message } = await device.messages.record(
      pack,
      {
        ...{ firstName: 'D', lastName: 'O', email: 'd@example.test', company: '', subject: 'Offer' },
        ...{ messageHtml: '<p>Hi</p>', contactPermission: true, memo: '', signature: 'none' as const },
      },
      'link',
    );
    await device.channels.load(channel(), { force: true });
    expect(await device.messages.get(message.id)).toMatchObject({ opened: 0, last_opened: null });
  });
});

test('[F25] a mail that was written by a clock three days behind is asked nothing once the clock is put right, and goes in its turn', async () => {
  const { device, clock } = await deviceOff(-3 * 24 * 60 * minute);
  const pack = draft(device, 'Sent');
  await device.packs.save(pack);
  goesDown(device);
  const write = (email: string) => device.messages.record(pack, { ...messageForm, email }, 'send');
  await write('first@brightwater.example');
  await write('second@brightwater.example');
  clock.off = 0;
  await comesBack(device);
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);
  expect(device.shown).toEqual([]);
});

test('[F25] what was written by a clock that was ahead, and waits, dates no message that is written once it is right', async () => {
  const { device, clock } = await deviceOff(0);
  const pack = draft(device, 'Sent');
  await device.packs.save(pack);
  goesDown(device);
  const write = (email: string) => device.messages.record(pack, { ...messageForm, email }, 'send');
  clock.off = tenYears;
  await write('first@brightwater.example');
  clock.off = 0;
  const { message } = await write('second@brightwater.example');
  expect(message.changed).toBeLessThanOrEqual(Date.now() + minute);
});

test('[SYNC-05, CONST-01] what is 15 minutes old is stale, what is younger is not', async () => {
  const { device, clock } = await deviceOff(0);
  const pulled = (await device.channels.get(channel()))!.pulled!;
  clock.off = pulled + 15 * minute - 5000 - Date.now();
  expect(await device.channels.load(channel())).toMatchObject({ skipped: 'Content fresh enough' });
  clock.off = pulled + 15 * minute + 1 - Date.now();
  expect(await device.channels.load(channel())).toEqual({ ok: true });
});
