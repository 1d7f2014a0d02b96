import { describe, expect, test } from 'vitest';
import { startDevice } from '#testing/device.ts';
import { devicesAtHost, draftOf, messageForm } from '#testing/devices-at-host.ts';
import { createHostInMemory } from '#testing/model/host-in-memory.ts';
import { packWith, renameMedia } from '#testing/real-host.ts';

const at = devicesAtHost();
const form = { ...messageForm, signature: 'none' as const };
const signature = { title: 'Nora', job_title: '', email: '', telephone: '', telephone2: '' };
const control = { expires: null, maxVisits: null, password: '', download: true, revoked: false };

/** A line on which the next answer to a reading of one path comes only when it is let go. */
function slowLine(reach: typeof fetch = fetch) {
  let slow: string | null = null;
  let [answered, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const line: typeof fetch = async (address, call) => {
    const answer = await reach(address, call);
    if ((call?.method ?? 'GET') !== 'GET' || new URL(String(address)).pathname !== slow) return answer;
    slow = null;
    answered.resolve();
    await free.promise;
    return answer;
  };
  return {
    fetch: line,
    /** Does something while the answer to a reading is on its way. */
    async meanwhile(path: string, read: () => Promise<unknown>, task: () => Promise<unknown>) {
      [answered, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      slow = path;
      const reading = read();
      await answered.promise;
      await task();
      free.resolve();
      return reading;
    },
  };
}

async function onSlowLine() {
  const line = slowLine();
  const device = await at.inRetail('nora', { fetch: line.fetch });
  const { loads } = await device.engine();
  const pack = draftOf(device, 'As it was');
  await device.packs.save(pack);
  await device.waiting.push();
  const sync = () => device.channels.load(at.retail, { force: true });
  return { line, device, loads, pack, sync };
}

describe('an answer that was on its way while something was saved', () => {
  test('[SYNC-32] takes the place of no pack', async () => {
    const { line, device, loads, pack } = await onSlowLine();
    const path = `/jsonapi/salestool/pack/${pack.id}`;
    await line.meanwhile(
      path,
      () => loads.pack(pack.id),
      async () => {
        await device.packs.save({ ...(await device.packs.get(pack.id))!, title: 'As it is' });
        await device.waiting.push();
      },
    );
    expect(await device.packs.get(pack.id)).toMatchObject({
      title: 'As it is',
      _meta: { edit: expect.any(String), ownState: expect.any(String) },
    });
    // And without one what another device has made of it still comes.
    const phone = await at.inRetail('nora');
    at.host.advance(2000);
    await phone.packs.save({ ...(await phone.packs.get(pack.id))!, title: 'Of the phone' });
    await loads.pack(pack.id);
    expect((await device.packs.get(pack.id))?.title).toBe('Of the phone');
  });

  test('[SYNC-29] brings back no pack that was deleted meanwhile', async () => {
    const { line, device, loads, pack } = await onSlowLine();
    const path = `/jsonapi/salestool/pack/${pack.id}`;
    const takeAway = async () => device.packs.delete((await device.packs.get(pack.id))!);
    await line.meanwhile(path, () => loads.pack(pack.id), takeAway);
    expect(await device.packs.get(pack.id)).toBeNull();
  });

  test('[SYNC-32] takes the place of no signature', async () => {
    const { line, device, loads } = await onSlowLine();
    await device.signatures.save(signature);
    await line.meanwhile('/jsonapi/salestool/signature', loads.signatures, async () => {
      await device.signatures.save({ ...signature, title: 'Nora Lind' });
      await device.waiting.push();
    });
    expect((await device.signatures.mine())?.title).toBe('Nora Lind');
  });

  test('[SYNC-32] shows no link as working that was taken back meanwhile', async () => {
    const { line, device, pack, sync } = await onSlowLine();
    const { message } = await device.messages.record(pack, form, 'link');
    await line.meanwhile('/jsonapi/salestool/message', sync, async () => {
      expect(
        (await device.messages.setControl(message.id, { ...control, revoked: true })).failure,
      ).toBeNull();
    });
    expect((await device.messages.get(message.id))?.link_revoked).toBe(true);
  });

  test('brings back no message that was cancelled meanwhile', async () => {
    const { line, device, pack, sync } = await onSlowLine();
    const { message } = await device.messages.record(pack, form, 'link');
    await line.meanwhile('/jsonapi/salestool/message', sync, () => device.messages.cancel(message.id));
    expect(await device.messages.get(message.id)).toBeNull();
    expect(await sync()).toEqual({ ok: true });
    expect(await device.messages.get(message.id)).toBeNull();
  });
});

const people = [{ name: 'nora', id: '7a2c9a4e-0000-4000-8000-000000000001' }];
const channelId = '0c000000-0000-4000-8000-000000000001';

test('[F27] until a restore is noticed, yesterday’s state takes the place of nothing, and today’s goes there again', async () => {
  let later = 0;
  const now = () => Date.now() + later;
  const host = createHostInMemory({ people, channelId, now });
  let isUntold = false;
  const fetch: typeof globalThis.fetch = async (address, call) =>
    isUntold && String(address).endsWith('/config.json')
      ? new Response(null, { status: 503 })
      : host.fetch(address, call);
  const device = startDevice({ origin: 'https://host.example', fetch, now });
  const signIn = () => device.service.signIn({ username: 'nora', password: 'right' });
  const sync = () => device.channels.load(channelId, { force: true });
  await signIn();
  await device.service.selectChannel(channelId);
  const { meetHost, loads } = await device.engine();
  await meetHost();
  expect(await sync()).toEqual({ ok: true });
  const pack = { ...device.packs.draft(), title: 'Of yesterday', ...packWith('<p>Hello</p>') };
  await device.packs.save(pack);
  await device.signatures.save(signature);
  const { message } = await device.messages.record(pack, form, 'link');
  await device.waiting.push();
  host.backUp();

  later = 24 * 60 * 60_000;
  await device.packs.save({ ...(await device.packs.get(pack.id))!, title: 'Of today' });
  await device.signatures.save({ ...signature, title: 'Nora Lind' });
  await device.messages.setControl(message.id, { ...control, revoked: true });
  const lost = await device.messages.record(pack, { ...form, subject: 'Of today' }, 'link');
  await device.waiting.push();
  expect(await device.waiting.items()).toEqual([]);

  host.restore();
  isUntold = true;
  await sync();
  await signIn();
  await loads.signatures();
  await loads.pack(pack.id);
  expect(await sync()).toEqual({ ok: true });
  const isOfToday = async () => {
    expect((await device.packs.get(pack.id))?.title).toBe('Of today');
    expect((await device.signatures.mine())?.title).toBe('Nora Lind');
    expect((await device.messages.get(message.id))?.link_revoked).toBe(true);
    expect(await device.messages.get(lost.message.id)).not.toBeNull();
  };
  await isOfToday();

  isUntold = false;
  await meetHost();
  await device.waiting.push();
  expect(await sync()).toEqual({ ok: true });
  await isOfToday();
  expect(host.record(pack.id)?.attributes.title).toBe('Of today');
  expect(host.record(message.id)?.attributes.link_revoked).toBe(true);
  expect(host.record(lost.message.id)).toBeDefined();
  expect(device.problems).toEqual([]);
  device.database.dexie.close();
});

describe('a bundle whose answer comes after a channel that was asked for later', () => {
  const bundleId = '0b000000-0000-4000-8000-000000000001';
  const path = `/jsonapi/salestool/content_bundle/${bundleId}`;

  async function inChannel(line: (reach: typeof fetch) => typeof fetch) {
    const host = createHostInMemory({ people, channelId, now: Date.now });
    const device = startDevice({ origin: 'https://host.example', fetch: line(host.fetch) });
    await device.service.signIn({ username: 'nora', password: 'right' });
    await device.service.selectChannel(channelId);
    const sync = () => device.channels.load(channelId, { force: true });
    expect(await sync()).toEqual({ ok: true });
    await expect.poll(() => device.database.staged.count()).toBe(0);
    const { loads } = await device.engine();
    return {
      ...{ host, device, sync },
      load: () => loads.bundle('salestool--content_bundle', bundleId),
      title: async () => (await device.database.records('salestool--content_bundle').get(bundleId))?.title,
      asked: () => device.network.calls.filter((call) => call.includes(path)).length,
    };
  }

  test('is asked for again, and only then', async () => {
    let line = slowLine();
    const { host, device, sync, load, title, asked } = await inChannel((reach) => {
      line = slowLine(reach);
      return line.fetch;
    });
    await load();
    expect(asked()).toBe(1);
    await line.meanwhile(path, load, async () => {
      host.publish();
      expect(await sync()).toEqual({ ok: true });
    });
    await expect.poll(() => device.database.staged.count()).toBe(0);
    expect(await title()).toBe('Edition 2');
    expect(asked()).toBe(3);
    device.database.dexie.close();
  });

  test('counts in the end, and the next refresh is whole', async () => {
    let isBusy = false;
    let publish = async () => {};
    const { host, device, sync, load, title, asked } = await inChannel((reach) => async (address, call) => {
      const answer = await reach(address, call);
      if (isBusy && String(address).includes(path)) await publish();
      return answer;
    });
    publish = async () => {
      host.publish();
      expect(await sync()).toEqual({ ok: true });
      await expect.poll(() => device.database.staged.count()).toBe(0);
    };
    isBusy = true;
    await load();
    isBusy = false;
    expect(asked()).toBe(3);
    expect(await title()).toBe('Edition 3');
    expect(await sync()).toEqual({ ok: true });
    await expect.poll(() => device.database.staged.count()).toBe(0);
    expect(await title()).toBe('Edition 4');
    device.database.dexie.close();
  });
});

test('[SYNC-09] a pack whose answer comes after a channel that was asked for later is asked for again', async () => {
  const { line, device, loads, sync } = await onSlowLine();
  const { guide } = at.host.world.documents;
  const [pack] = (await device.packs.inChannel(at.retail)).filter(({ title }) => title === 'First visit');
  const nameOfGuide = async () => (await device.packs.medias(pack!)).get(guide.id)?.name;
  expect(await nameOfGuide()).toBe(guide.name);
  const path = `/jsonapi/salestool/pack/${pack!.id}`;
  await line.meanwhile(
    path,
    () => loads.pack(pack!.id),
    async () => {
      await renameMedia(at.host, guide.id, 'Guide of today');
      expect(await sync()).toEqual({ ok: true });
      await expect.poll(() => device.database.staged.count()).toBe(0);
    },
  );
  expect(await nameOfGuide()).toBe('Guide of today');
  expect(device.network.calls.filter((call) => call.includes(path))).toHaveLength(2);
  await renameMedia(at.host, guide.id, guide.name);
});

/** A device with a refused change of a pack, whose host answers so to whoever asks what it has of that. */
async function withRefusedChange(status: number) {
  let isHeld = false;
  const line = slowLine(async (address, call) => {
    const isOfPack = new URL(String(address)).pathname.startsWith('/jsonapi/salestool/pack/');
    if (!isHeld || !isOfPack) return fetch(address, call);
    const says = call?.method === 'PATCH' ? 422 : status;
    return Response.json({ errors: [{ status: String(says), title: 'No' }] }, { status: says });
  });
  const device = await at.inRetail('nora', { fetch: line.fetch });
  const pack = draftOf(device, 'As it was');
  await device.packs.save(pack);
  await device.waiting.push();
  isHeld = true;
  await device.packs.save({ ...(await device.packs.get(pack.id))!, title: 'Given up' });
  const [item] = await device.waiting.items();
  expect(item).toMatchObject({ state: 'refused' });
  return {
    ...{ device, pack, item: item! },
    sync: () => device.channels.load(at.retail, { force: true }),
    meanwhile: line.meanwhile,
    release() {
      isHeld = false;
    },
  };
}

test('[SYNC-29] a pack of which the host said in the middle of a sync that it has none comes back with the next', async () => {
  const { device, pack, item, sync, meanwhile, release } = await withRefusedChange(404);
  await meanwhile('/jsonapi/salestool/message', sync, async () => {
    await device.waiting.discard(item);
    expect(await device.packs.get(pack.id)).toBeNull();
  });
  release();
  expect(await sync()).toEqual({ ok: true });
  expect((await device.packs.get(pack.id))?.title).toBe('As it was');
});

test('[SYNC-29] a change that is given up during a sync stays while nobody can read what the host has', async () => {
  const { device, pack, item, sync, meanwhile } = await withRefusedChange(503);
  await meanwhile('/jsonapi/salestool/message', sync, () =>
    expect(device.waiting.discard(item)).rejects.toThrow(),
  );
  expect((await device.packs.get(pack.id))?.title).toBe('Given up');
  expect(await device.waiting.items()).toMatchObject([{ id: pack.id, state: 'refused' }]);
});
