import { describe, expect, test } from 'vitest';
import { type Device, startDevice } from '#testing/device.ts';
import { devicesAtHost, draftOf, messageForm } from '#testing/devices-at-host.ts';
import { createHostInMemory } from '#testing/model/host-in-memory.ts';

const at = devicesAtHost();
const form = { ...messageForm, signature: 'none' as const };

const refresh = async (device: Device) =>
  expect(await device.channels.load(at.retail, { force: true })).toEqual({ ok: true });

/** What becomes of the answers to lists of messages. */
interface Line {
  alter: ((body: { data: { id: string }[] }) => unknown) | null;
  /** Begin of the ids of messages that are refused by themselves. */
  forbidden?: string;
}

/** A tablet that has sent a link, and a phone of the same person that knows of it. */
async function twoDevices(line: Line = { alter: null }) {
  const device = await at.inRetail('nora', {
    fetch: async (address, call) => {
      const answer = await fetch(address, call);
      const { pathname } = new URL(String(address));
      if (line.forbidden && pathname.includes(`/salestool/message/${line.forbidden}`))
        return Response.json({ errors: [{ status: '403', title: 'Forbidden' }] }, { status: 403 });
      if (!line.alter || call?.method === 'POST' || !pathname.endsWith('/salestool/message')) return answer;
      const body = await answer.json();
      await line.alter(body);
      return Response.json(body, { headers: { 'content-type': 'application/vnd.api+json' } });
    },
  });
  const pack = draftOf(device, 'Under way');
  await device.packs.save(pack);
  const { message } = await device.messages.record(pack, form, 'link');
  const other = await device.messages.record(pack, { ...form, subject: 'Another one' }, 'link');
  await device.waiting.push();
  const phone = await at.inRetail('nora');
  await refresh(device);
  return { device, phone, id: message.id, other: other.message.id };
}

const isHere = async (device: Device, id: string) => (await device.messages.get(id)) !== null;

describe('a message that was cancelled on another device', () => {
  test('[SYNC-29] goes from this one with the next refresh, and the others stay', async () => {
    const { device, phone, id, other } = await twoDevices();
    await phone.messages.cancel(id);
    await refresh(device);
    expect(await isHere(device, id)).toBe(false);
    expect(await isHere(device, other)).toBe(true);
    expect(await device.messages.link(other)).not.toBeNull();
  });

  test('[SYNC-29] goes with the refreshes after it where many went, and the host tells of no state of its list', async () => {
    const { device, id } = await twoDevices({ alter: () => {} });
    const messages = device.database.records('salestool--message');
    const message = (await messages.get(id))!;
    const gone = Array.from({ length: 24 }, () => ({ ...message, id: crypto.randomUUID() }));
    await messages.bulkPut(gone);
    const left = async () => (await messages.bulkGet(gone.map(({ id }) => id))).filter(Boolean).length;
    await device.database.marks.where('id').startsWith('etag:').delete();
    await refresh(device);
    expect(await left()).toBe(4);
    await refresh(device);
    expect(await left()).toBe(0);
    expect(await isHere(device, id)).toBe(true);
  });

  test('[SYNC-29] goes although the host refuses many others by themselves, and then nothing is looked for any more', async () => {
    const { device, id } = await twoDevices({ alter: () => {}, forbidden: '0' });
    const messages = device.database.records('salestool--message');
    const message = (await messages.get(id))!;
    const named = (begin: string, count: number) =>
      Array.from({ length: count }, () => ({ ...message, id: begin + crypto.randomUUID().slice(1) }));
    const [refused, gone] = [named('0', 25), named('f', 3)];
    await messages.bulkPut([...refused, ...gone]);
    const left = async (some: readonly { id: string }[]) =>
      (await messages.bulkGet(some.map(({ id }) => id))).filter(Boolean).length;
    await device.database.marks.where('id').startsWith('etag:').delete();
    await refresh(device);
    expect(await left(gone)).toBe(3);
    await refresh(device);
    expect([await left(refused), await left(gone)]).toEqual([25, 0]);
    device.network.calls.length = 0;
    await refresh(device);
    expect(device.network.calls).toHaveLength(1);
  });

  test('[SYNC-32] stays when it waits: what becomes of it is asked at the host', async () => {
    const { device, phone, id } = await twoDevices();
    device.connection.unreachable();
    const control = { expires: null, maxVisits: 5, password: '', download: true, revoked: false };
    expect((await device.messages.setControl(id, control)).savedRemotely).toBe(false);
    await phone.messages.cancel(id);
    const { loads } = await device.engine();
    await loads.sync(at.retail);
    expect(await isHere(device, id)).toBe(true);
  });

  test('one that a list of several pages left out stays, as the host still has it', async () => {
    const line: Line = { alter: null };
    const { device, phone, id, other } = await twoDevices(line);
    line.alter = (body) => {
      body.data = body.data.filter((message) => message.id !== id);
    };
    await phone.messages.cancel(other);
    await refresh(device);
    expect(await isHere(device, id)).toBe(true);
    expect(await isHere(device, other)).toBe(false);
  });

  test('an empty answer takes away what the host has no more, and nothing else', async () => {
    const line: Line = { alter: null };
    const { device, phone, id, other } = await twoDevices(line);
    line.alter = (body) => {
      body.data = [];
    };
    await phone.messages.cancel(other);
    await refresh(device);
    expect(await isHere(device, id)).toBe(true);
    expect(await isHere(device, other)).toBe(false);
  });

  test('somebody else who has signed in meanwhile takes nothing away', async () => {
    const line: Line = { alter: null };
    const { device, id, other } = await twoDevices(line);
    line.alter = async (body) => {
      body.data = [];
      await device.service.signIn({ username: 'tomas', password: at.password });
    };
    const { loads } = await device.engine();
    await device.packs.save(draftOf(device, 'Something new'));
    await expect(loads.sync(at.retail)).rejects.toThrow();
    const messages = device.database.records('salestool--message');
    expect(await messages.bulkGet([id, other])).toMatchObject([{ id }, { id: other }]);
  });
});

test('[F27] one of another device that a restored host has lost stays for the first time, and is looked for again', async () => {
  const people = [{ name: 'nora', id: '7a2c9a4e-0000-4000-8000-000000000001' }];
  const channelId = '0c000000-0000-4000-8000-000000000001';
  const host = createHostInMemory({ people, channelId, now: Date.now });
  const open = async () => {
    const device = startDevice({ origin: 'https://host.example', fetch: host.fetch });
    const signIn = () => device.service.signIn({ username: 'nora', password: 'right' });
    const sync = () => device.channels.load(channelId, { force: true });
    await signIn();
    await device.service.selectChannel(channelId);
    await (await device.engine()).meetHost();
    await sync();
    return { device, signIn, sync };
  };
  const [tablet, phone] = [await open(), await open()];
  host.backUp();
  const pack = draftOf(phone.device, 'Of the phone');
  await phone.device.packs.save(pack);
  const { message } = await phone.device.messages.record(pack, form, 'link');
  await phone.device.waiting.push();
  await tablet.sync();
  expect(await isHere(tablet.device, message.id)).toBe(true);

  host.restore();
  await tablet.sync();
  await tablet.signIn();
  expect(await tablet.sync()).toEqual({ ok: true });
  expect(await isHere(tablet.device, message.id)).toBe(true);
  const marks = (await tablet.device.database.marks.toArray()).map(({ id }) => id);
  expect(marks.filter((id) => id.startsWith('etag:messages/'))).toEqual([]);
  for (const { device } of [tablet, phone]) device.database.dexie.close();
});
