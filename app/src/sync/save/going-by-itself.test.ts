import { expect, test, vi } from 'vitest';
import type { Device } from '#testing/device.ts';
import { createMemoryHost } from '#testing/memory-host.ts';
import { draftOf, openSignedIn, user } from '#testing/signed-in-device.ts';

const form = {
  ...{ firstName: 'Daniel', lastName: 'Okafor', email: 'daniel@example.test', company: 'Brightwater' },
  ...{ subject: 'Offer', messageHtml: '', contactPermission: false, memo: '', signature: 'none' as const },
};

/** A device in front of a host that tests make busy, with a clock that they set. */
function open() {
  const host = createMemoryHost();
  const clock = { now: 1_800_000_000_000 };
  const line = { isGenerationTold: true, retryAfter: '', onWrite: () => {} };
  const fetch: typeof globalThis.fetch = async (address, init) => {
    if (String(address).endsWith('/config.json')) {
      return line.isGenerationTold ? Response.json({ generation: '1' }) : new Response(null, { status: 503 });
    }
    const answer = await host.fetch(address, init);
    if (answer.status === 503 && line.retryAfter !== '') answer.headers.set('retry-after', line.retryAfter);
    if ((init?.method ?? 'GET') !== 'GET') line.onWrite();
    return answer;
  };
  const device = openSignedIn(host, { fetch, now: () => clock.now });
  return { host, device, clock, line };
}

const waiting = async (device: Device) => (await device.waiting.items()).map(({ title }) => title);

/** The wait that ends next ends. */
function wait({ timers }: Device, clock: { now: number }) {
  const { task, ms } = timers.at(-1)!;
  clock.now += ms;
  task();
}

test('what waits for a busy host goes by itself although the clock is put back meanwhile', async () => {
  const { host, device, clock } = open();
  host.state.mood = 'busy';
  await device.packs.save(draftOf(device, 'Patience'));
  await vi.waitFor(() => expect(device.timers).toHaveLength(1));
  clock.now -= 60_000;
  wait(device, clock);
  await vi.waitFor(() => expect(device.timers).toHaveLength(2));
  host.state.mood = 'well';
  wait(device, clock);
  await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
});

test('what met a busy host goes by itself, too, when its time came while others were on their way', async () => {
  const { host, device, clock, line } = open();
  device.connection.unreachable();
  for (const title of ['First', 'Second']) await device.packs.save(draftOf(device, title));
  device.connection.answered();
  host.state.mood = 'busy';
  line.onWrite = () => {
    clock.now += 8000;
    host.state.mood = 'well';
  };
  await device.waiting.push();
  expect(await waiting(device)).toEqual(['First']);
  await vi.waitFor(() => expect(device.timers).toHaveLength(1));
  wait(device, clock);
  await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
});

test.each([
  ['at once', '0'],
  ['at a moment that is over by the clock of the device', 'Thu, 01 Jan 2026 00:00:00 GMT'],
])(
  '[F24] a busy host that asks to come back %s is left alone for a while all the same',
  async (_when, said) => {
    const { host, device, clock, line } = open();
    host.state.mood = 'busy';
    line.retryAfter = said;
    await device.packs.save(draftOf(device, 'Patience'));
    await vi.waitFor(() => expect(device.timers.map(({ ms }) => ms)).toEqual([5000]));
    host.state.mood = 'well';
    wait(device, clock);
    await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
  },
);

test('a mail in doubt is tried again by itself, although nobody could tell at first which host is there', async () => {
  const { host, device, clock, line } = open();
  await (await device.engine()).meetHost();
  const pack = draftOf(device, 'Offer');
  await device.packs.save(pack);
  await device.waiting.push();
  host.state.mood = 'busy';
  line.isGenerationTold = false;
  await device.messages.record(pack, form, 'send');
  await vi.waitFor(() => expect(device.timers).toHaveLength(1));
  wait(device, clock);
  await vi.waitFor(() => expect(device.timers).toHaveLength(2));
  expect(await waiting(device)).toEqual(['Offer']);
  host.state.mood = 'well';
  line.isGenerationTold = true;
  wait(device, clock);
  await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
  expect(host.mailed.size).toBe(1);
});

test.each([{}, { pack_type: null }, { pack_type: '' }])(
  '[PLIST-02, SYNC-33] a pack without a type (%j) waits as a private one does, and goes by itself',
  async (type) => {
    const { host, device } = open();
    const id = crypto.randomUUID();
    const untyped = { id, type: 'salestool--pack' as const, ...type, title: 'Untyped', ownerId: user.uuid };
    await device.database.records('salestool--pack').put(untyped);
    const { meetHost } = await device.engine();
    expect(await device.waiting.items()).toMatchObject([{ id, title: 'Untyped', state: 'waiting' }]);
    await meetHost();
    await vi.waitFor(() => expect(host.records.has(id)).toBe(true));
    await vi.waitFor(async () => expect(await waiting(device)).toEqual([]));
  },
);
