import { describe, expect, test, vi } from 'vitest';
import type { Device } from '#testing/device.ts';
import { comesBack, devicesAtHost, draftOf, goesDown } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

describe('loading', () => {
  test('[API-30, API-31, CHAN-18] the picker lists the channels of the user, and asks for no more than it shows', async () => {
    const device = await at.signedIn('henrik');
    expect(await device.channels.loadMine()).toEqual({ ok: true });
    expect((await device.channels.mine()).map(({ title }) => title)).toEqual(
      [at.host.world.channels.retail.title, at.host.world.channels.transit.title].sort(),
    );
    const calls = device.network.calls.filter((address) => address.includes('/salestool/channel?'));
    expect(calls).toHaveLength(1);
    const asked = new URL(calls[0]!.replace('GET ', '')).searchParams;
    expect(asked.get('fields[salestool--channel]')?.split(',').sort()).toEqual([
      ...['body', 'image', 'sandbox', 'title'],
    ]);
    expect(asked.get('include')?.split(',').sort()).toEqual(['image', 'image.file']);
    expect(asked.get('sort')).toBe('title');
    expect(asked.get('filter[id][condition][operator]')).toBe('IN');
    const values = [...asked].flatMap(([name, value]) =>
      name.startsWith('filter[id][condition][value]') ? value : [],
    );
    expect(values.sort()).toEqual([...device.service.current().user!.channels].sort());
    expect(values).toHaveLength(2);
    // What was included is the picture that the picker shows.
    const retail = (await device.channels.mine()).find(({ id }) => id === at.retail);
    expect(retail?.imageUrl).toMatch(/\/sites\/default\/files\/.+\.\w+$/);
  });

  test('[SYNC-01, SYNC-03, SYNC-09, MODEL-01] a loaded channel shows without a connection', async () => {
    const device = await at.inRetail();
    goesDown(device);
    const view = await device.channels.view(at.host.world.channels.retail.id);
    expect(view?.counts.bundles).toBeGreaterThan(0);
    expect(view?.counts.files).toBeGreaterThan(0);
    expect(await device.packs.inChannel(at.host.world.channels.retail.id)).not.toEqual([]);
    expect(await device.channels.load(at.host.world.channels.retail.id)).toMatchObject({ ok: true });
  });

  test('[SYNC-04, SYNC-05, SYNC-07, SYNC-08, ERR-05] what was just loaded is not asked for again and says so; a refresh asks', async () => {
    const device = await at.inRetail();
    const { id } = at.host.world.channels.retail;
    device.network.calls.length = 0;
    expect(await device.channels.load(id)).toEqual({ ok: true, skipped: 'Content fresh enough' });
    expect(device.network.calls).toEqual([]);
    await device.packs.save(draftOf(device, 'Something new'));
    await device.channels.load(id, { force: true });
    expect(device.network.calls.some((call) => call.includes(`/salestool/channel/${id}`))).toBe(true);
  });

  test('[SYNC-09, NAV-45] how much of a channel has come is told while it comes, and no more once it is there', async () => {
    const device = await at.signedIn('nora');
    const shares: (number | null)[] = [];
    device.activity.subscribe(({ share }) => shares.push(share));
    await device.channels.load(at.retail);
    // A slow device says that something comes before it knows how much of it is there.
    expect(shares.find((share) => share !== null)).toBeGreaterThan(0);
    expect(shares.at(-1)).toBeNull();
  });

  test('what was begun when a channel was chosen is what its screen waits for, and nobody else’s', async () => {
    const device = await at.signedIn('nora');
    const { id } = at.host.world.channels.retail;
    const readings = () =>
      device.network.calls.filter(
        (call) => call.includes(`/salestool/channel/${id}?`) && call.includes('bundles'),
      );
    await device.service.selectChannel(id);
    await device.channels.begin(id);
    expect(await device.channels.load(id)).toEqual({ ok: true });
    expect(readings()).toHaveLength(1);
    expect(await device.channels.load(id)).toEqual({ ok: true, skipped: 'Content fresh enough' });

    // Somebody who wants it anew is not told of one that was begun before.
    await device.channels.begin(id);
    expect(await device.channels.load(id, { force: true })).toEqual({ ok: true });
  });

  test('a reading that was begun in vain is tried again by whoever asks later', async () => {
    const device = await at.signedIn('nora');
    const { id } = at.host.world.channels.retail;
    goesDown(device);
    await device.channels.begin(id);
    expect(await device.channels.load(id)).toMatchObject({ ok: false });
    await device.channels.begin(id);
    comesBack(device);
    expect(await device.channels.load(id, { force: true })).toEqual({ ok: true });
    expect((await device.channels.view(id))?.counts.bundles).toBeGreaterThan(0);
  });

  test('the channel is asked for before home is drawn, and what stands for it while the list was looked at', async () => {
    let later = 0;
    const device = await at.signedIn('nora', { now: () => Date.now() + later });
    const { id } = at.host.world.channels.retail;
    const asked = () => device.network.calls.map((call) => new URL(call.split(' ')[1]!));
    await device.channels.loadMine();
    await expect.poll(() => asked().filter(({ pathname }) => pathname === '/jsonapi')).toHaveLength(1);
    device.network.calls.length = 0;
    await device.channels.begin(id);
    expect(asked().some(({ searchParams }) => searchParams.get('include')?.includes('bundles'))).toBe(true);
    expect(await device.channels.load(id)).toEqual({ ok: true });
    expect(asked().filter(({ pathname }) => pathname === '/jsonapi')).toEqual([]);
    // It stands for all that came.
    later = 60 * 60_000;
    device.network.calls.length = 0;
    expect(await device.channels.load(id)).toEqual({ ok: true });
    expect(asked().map(({ pathname }) => pathname)).toEqual(['/jsonapi']);
  });

  test('home is drawn with its doors, and at once where the channel is on the device', async () => {
    let isHeld = true;
    const held = Promise.withResolvers<void>();
    const device = await at.signedIn('nora', {
      fetch: async (address, init) => {
        const include = new URL(String(address)).searchParams.get('include');
        if (include?.startsWith('image,image.file,medias') && isHeld) await held.promise;
        return fetch(address, init);
      },
    });
    const { id } = at.host.world.channels.retail;
    await device.channels.loadMine();
    // However slow the machine, it does not take so long that home would not wait for it.
    const { setTimeout } = globalThis;
    const spy = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((task: () => void, ms?: number) =>
        ms === 150 ? 0 : setTimeout(task, ms)) as typeof setTimeout);
    const beginning = device.channels.begin(id);
    await expect.poll(() => device.network.calls.some((call) => call.includes('bundles'))).toBe(true);
    isHeld = false;
    held.resolve();
    await beginning;
    expect((await device.channels.view(id))?.counts.bundles).toBeGreaterThan(0);
    expect(await device.channels.load(id)).toEqual({ ok: true });

    goesDown(device);
    isHeld = true;
    device.network.calls.length = 0;
    await device.channels.begin(id);
    expect(await device.channels.load(id)).toMatchObject({ ok: true });
    spy.mockRestore();
  });

  test('what was asked while a list of channels was looked at for long is asked anew', async () => {
    let later = 0;
    const device = await at.signedIn('nora', { now: () => Date.now() + later });
    await device.channels.loadMine();
    await expect.poll(() => device.network.calls.some((call) => call.endsWith('/jsonapi'))).toBe(true);
    later = 60 * 60_000;
    device.network.calls.length = 0;
    expect(await device.channels.load(at.host.world.channels.retail.id)).toEqual({ ok: true });
    const paths = device.network.calls.map((call) => new URL(call.split(' ')[1]!).pathname);
    expect(paths.filter((path) => path === '/jsonapi')).toHaveLength(1);
  });

  test('[F27] what was asked of a host before it was restored stands for nothing that came afterwards', async () => {
    let later = 0;
    let isRestored = false;
    const device = await at.signedIn('nora', {
      now: () => Date.now() + later,
      fetch: async (address, init) => {
        const answer = await fetch(address, init);
        if (!isRestored || !String(address).endsWith('/config.json')) return answer;
        return Response.json({ ...(await answer.json()), generation: crypto.randomUUID() });
      },
    });
    await device.channels.loadMine();
    await expect.poll(() => device.network.calls.some((call) => call.endsWith('/jsonapi'))).toBe(true);
    isRestored = true;
    const { id } = at.host.world.channels.retail;
    expect(await device.channels.load(id)).toEqual({ ok: true });
    isRestored = false;
    later = 60 * 60_000;
    device.network.calls.length = 0;
    expect(await device.channels.load(id)).toEqual({ ok: true });
    expect(device.network.calls.some((call) => call.includes(`/salestool/channel/${id}`))).toBe(true);
  });

  test('home is not held up by a host that does not answer', async () => {
    const device = await at.signedIn('nora', {
      fetch: (address, init) =>
        new URL(String(address)).pathname === '/jsonapi' ? new Promise(() => {}) : fetch(address, init),
    });
    await device.channels.begin(at.host.world.channels.retail.id);
    expect(device.network.calls.some((call) => call.endsWith('/jsonapi'))).toBe(true);
  });

  test('[SYNC-06] what is stale shows silently while the host cannot be asked', async () => {
    let later = 0;
    const device = await at.inRetail('nora', { now: () => Date.now() + later });
    const { id } = at.host.world.channels.retail;
    later = 24 * 60 * 60_000;
    goesDown(device);
    expect(await device.channels.load(id)).toEqual({ ok: true });
    expect((await device.channels.view(id))?.counts.bundles).toBeGreaterThan(0);
  });

  test('[SYNC-04, SYNC-05, SYNC-07, SYNC-08] a bundle is fetched when it is missing, a stub, stale or refreshed, and not otherwise', async () => {
    let later = 0;
    const device = await at.inRetail('nora', { now: () => Date.now() + later });
    const bundles = device.database.records('salestool--document_bundle');
    const bundle = (await bundles.toCollection().first())!;
    const asks = async (options = {}) => {
      device.network.calls.length = 0;
      expect(await device.bundles.load(bundle.id, options)).toMatchObject({ ok: true });
      return device.network.calls.filter((call) => call.includes(bundle.id)).length;
    };
    expect(await asks()).toBe(0);
    expect(await asks({ force: true })).toBe(1);
    await bundles.delete(bundle.id);
    expect(await asks()).toBe(1);
    await bundles.update(bundle.id, { _meta: { stub: true } });
    expect(await asks()).toBe(1);
    later = 14 * 60_000;
    expect(await asks()).toBe(0);
    later = 15 * 60_000;
    expect(await asks()).toBe(1);
    expect((await device.bundles.medias(bundle.id)).length).toBeGreaterThan(0);
  });

  test('[SYNC-06] what is missing and cannot be fetched says why', async () => {
    const device = await at.signedIn('nora');
    expect(await device.packs.load(crypto.randomUUID())).toMatchObject({ ok: false, isNowhere: true });
    goesDown(device);
    const offline = { ok: false, failure: 'Application is offline' };
    expect(await device.channels.load(at.retail)).toEqual(offline);
    expect(await device.packs.load(crypto.randomUUID())).toEqual(offline);
    const stranger = await at.open();
    expect(await stranger.channels.load(at.host.world.channels.retail.id)).toEqual({
      ok: false,
      failure: 'You are not logged in',
    });
  });

  test('a captive portal changes nothing that is stored', async () => {
    const device = await at.inRetail();
    const { id } = at.host.world.channels.retail;
    const before = await device.channels.view(id);
    device.network.state = 'portal';
    expect(await device.channels.load(id, { force: true })).toMatchObject({ ok: false });
    expect(device.connection.isOnline()).toBe(false);
    expect(await device.channels.view(id)).toEqual(before);
    expect(device.service.current().user).not.toBeNull();
  });

  test('a new channel comes in while its doors and the host’s generation are on their way, and is stored after them', async () => {
    const held = Promise.withResolvers<void>();
    let isHeld = false;
    const device = await at.signedIn('nora', {
      fetch: async (address, init) => {
        const asked = decodeURIComponent(String(address));
        if (isHeld && /\/config\.json$|\?include=image,image\.file,medias/.test(asked)) await held.promise;
        return fetch(address, init);
      },
    });
    const { id } = at.host.world.channels.retail;
    const stored = () => device.database.records('salestool--channel').get(id);
    isHeld = true;
    const loading = device.channels.load(id);
    await expect.poll(() => device.database.staged.count()).toBeGreaterThan(0);
    expect(await stored()).toBeUndefined();
    held.resolve();
    expect(await loading).toEqual({ ok: true });
    expect((await stored())?._meta?.stub).toBeUndefined();
  });

  test('[API-36] the own signature is found by its owner', async () => {
    const device = await at.signedIn('nora');
    expect(await device.signatures.load()).toEqual({ ok: true });
    expect((await device.signatures.mine())?.ownerId).toBe(at.host.world.people.nora.id);
  });

  test('[API-40, API-41, API-42, API-43, SYNC-26] packs are asked for by type, channel and owner', async () => {
    const device = await at.inRetail();
    const calls = device.network.calls.filter((call) => call.includes('/salestool/pack?'));
    expect(calls).toHaveLength(3);
    for (const call of calls) expect(call).toContain('include=channel,uid');
    expect(calls[0]).toContain('filter[pack_type]=global');
    expect(calls[1]).toContain(`filter[channel.id]=${at.host.world.channels.retail.id}`);
    expect(calls[2]).toContain('filter[pack_type]=private');
    expect(calls[2]).toContain(`filter[channel.id]=${at.host.world.channels.retail.id}`);
    expect(calls[2]).toContain(`filter[uid.id]=${at.host.world.people.nora.id}`);
    for (const call of calls) expect(call).toContain('filter[live][group][conjunction]=OR');
  });
});

describe('answers that are empty', () => {
  const emptyFor =
    (part: string, state: { empty: boolean }): typeof fetch =>
    async (address, init) => {
      const response = await fetch(address, init);
      if (!state.empty || !decodeURIComponent(String(address)).includes(part)) return response;
      await response.body?.cancel();
      return Response.json({ data: [] }, { headers: { 'content-type': 'application/vnd.api+json' } });
    };

  test('[CHAN-14, CHAN-15] channels that the user has and the host does not give: one refresh, one retry, then words', async () => {
    const device = await at.signedIn('nora', { fetch: emptyFor('/salestool/channel?', { empty: true }) });
    device.network.calls.length = 0;
    expect(await device.channels.loadMine()).toEqual({ ok: false, failure: 'Unable to find any channels' });
    const paths = device.network.calls.map((call) => new URL(call.split(' ')[1]!).pathname);
    // Other calls are for whichever of them is chosen.
    expect(paths.filter((path) => /oauth|salestool/.test(path))).toEqual([
      '/oauth/api/me',
      '/jsonapi/salestool/channel',
      '/oauth/token',
      '/jsonapi/salestool/channel',
    ]);
  });

  test('[CHAN-12] a user without channels is not asked about any', async () => {
    const device = await at.signedIn('mei');
    device.network.calls.length = 0;
    expect(await device.channels.loadMine()).toEqual({ ok: true });
    expect(await device.channels.mine()).toEqual([]);
    expect(device.network.calls.filter((call) => call.includes('/channel'))).toEqual([]);
  });

  const sharedKinds = ['channel', 'global'] as const;

  test.each(sharedKinds)(
    '[SYNC-27] shared packs (%s) that the host has no more go from the device, and the others stay',
    async (kind) => {
      const state = { empty: false };
      const device = await at.signedIn('nora', { fetch: emptyFor(`filter[pack_type]=${kind}`, state) });
      const { id } = at.host.world.channels.retail;
      await device.service.selectChannel(id);
      await device.channels.load(id);
      const typesOf = async () =>
        new Set((await device.packs.inChannel(id)).map(({ pack_type }) => pack_type));
      expect(await typesOf()).toContain(kind);
      state.empty = true;
      await device.packs.save(draftOf(device, 'Something new'));
      await device.channels.load(id, { force: true });
      const left = await typesOf();
      expect(left).not.toContain(kind);
      expect(left).toContain(sharedKinds.find((other) => other !== kind));
    },
  );
});

describe('private packs of two devices', () => {
  const load = (device: Device) => device.channels.load(at.host.world.channels.retail.id, { force: true });

  test('[SYNC-28, SYNC-30] a new pack and a later edit of one device reach the other', async () => {
    const [first, second] = [await at.inRetail(), await at.inRetail()];
    const pack = draftOf(first, 'Made here');
    await first.packs.save(pack);
    await load(second);
    expect((await second.packs.get(pack.id))?.title).toBe('Made here');
    at.host.advance(2000);
    await first.packs.save({ ...(await first.packs.get(pack.id))!, title: 'Changed here' });
    await load(second);
    expect((await second.packs.get(pack.id))?.title).toBe('Changed here');
  });

  test('[SYNC-30] a local pack gives way to what the host says of the same time, and stays where it is newer', async () => {
    const device = await at.inRetail();
    const [same, newer] = [draftOf(device, 'Same'), draftOf(device, 'Newer')];
    for (const pack of [same, newer]) await device.packs.save(pack);
    await load(device);
    const packs = device.database.records('salestool--pack');
    const { changed } = (await packs.get(newer.id))!;
    await packs.update(same.id, { title: 'Otherwise here' });
    await packs.update(newer.id, { title: 'Otherwise here', changed: changed! + 1000 });
    await device.packs.save(draftOf(device, 'Something new'));
    await load(device);
    expect((await packs.get(same.id))?.title).toBe('Same');
    expect((await packs.get(newer.id))?.title).toBe('Otherwise here');
  });

  test('[SYNC-29] what was deleted at the host goes from the other device', async () => {
    const [first, second] = [await at.inRetail(), await at.inRetail()];
    const pack = draftOf(first, 'Short life');
    await first.packs.save(pack);
    await load(second);
    await first.packs.delete((await first.packs.get(pack.id))!);
    await load(second);
    expect(await second.packs.get(pack.id)).toBeNull();
  });

  test('[SYNC-32] work that waits is neither overwritten nor deleted by a sync', async () => {
    const [first, second] = [await at.inRetail(), await at.inRetail()];
    const pack = draftOf(first, 'Shared start');
    await first.packs.save(pack);
    await load(second);
    goesDown(second);
    await second.packs.save({ ...(await second.packs.get(pack.id))!, title: 'Mine' });
    await comesBack(second);
    await first.packs.save({ ...(await first.packs.get(pack.id))!, title: 'Theirs' });
    await load(second);
    expect(await second.packs.get(pack.id)).toMatchObject({ title: 'Mine', _meta: { push: true } });
    await first.packs.delete((await first.packs.get(pack.id))!);
    await load(second);
    expect(await second.packs.get(pack.id)).toMatchObject({ title: 'Mine' });
  });

  test('[SYNC-32] a fetch that fails removes nothing', async () => {
    const device = await at.inRetail();
    const { id } = at.host.world.channels.retail;
    const before = await device.packs.inChannel(id);
    device.network.state = 'down';
    await load(device);
    expect(await device.packs.inChannel(id)).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
  });
});
