import { afterEach, describe, expect, test } from 'vitest';
import type { Device } from '#testing/device.ts';
import { devicesAtHost, draftOf } from '#testing/devices-at-host.ts';
import { shareWithAll, withdrawMedia } from '#testing/real-host.ts';
import { listFiles } from './files/list-files.ts';
import { hasSpareFiles } from './files/spare-files.ts';

const at = devicesAtHost();

const putBack: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const put of putBack.splice(0)) await put();
});

async function withdraw(which: 'guide' | 'photo' | 'drawing') {
  putBack.push(await withdrawMedia(at.host, at.host.world.documents[which].id));
}

const apiType = { 'content-type': 'application/vnd.api+json' };

/** A host that may be restored, and may answer a pack without what belongs to it. */
function hostOfTwoKinds() {
  const host = { generation: '1', leavesOut: false, isClosed: false, isBusy: false, later: 0 };
  const line: typeof fetch = async (address, call) => {
    const { pathname } = new URL(String(address));
    if (pathname === '/config.json') return Response.json({ generation: host.generation });
    if (host.isBusy && call?.method === 'PATCH') return new Response('', { status: 503 });
    if (host.isClosed && pathname.includes('/jsonapi/media/'))
      return Response.json({ errors: [{ status: '403' }] }, { status: 403, headers: apiType });
    const answer = await fetch(address, call);
    if (!host.leavesOut || !pathname.includes('/salestool/pack/')) return answer;
    const { included: _, ...document } = (await answer.json()) as { included: unknown };
    return Response.json(document, { headers: apiType });
  };
  return { host, fetch: line };
}

/** A pack as the builder saves it. */
function packOf(device: Device, medias: readonly { id: string; name: string }[]) {
  const type = 'media--document' as const;
  const named = medias.map(({ id, name }) => ({
    ...{ id: `of-${id}`, type: 'media', title: name },
    data: { media: { ...{ id, type, mediaType: 'Document', name }, url: null, thumbnail: null } },
  }));
  const group = { id: 'group', type: 'medias', title: 'Files', data: { medias: named } };
  return {
    ...draftOf(device, 'Of two channels'),
    medias: medias.map(({ id }) => ({ type, id })),
    pack_data: JSON.stringify({ version: 2, elements: [group] }),
  };
}

/** A device on which one of two channels is loaded, and a pack that names a file of each. */
async function withPack({ isGlobal = true, namesBundle = false } = {}) {
  const { host, fetch } = hostOfTwoKinds();
  const device = await at.inRetail('henrik', { fetch, now: () => Date.now() + host.later });
  const { documents, bundles } = at.host.world;
  const pack = packOf(device, [documents.guide, documents.drawing]);
  if (namesBundle) pack.bundles = [{ type: 'salestool--document_bundle', id: bundles.gate.id }];
  expect(await device.packs.save(pack)).toMatchObject({ savedRemotely: true });
  if (isGlobal) await shareWithAll(at.host, pack.id);
  const load = async () => expect(await device.packs.load(pack.id, { force: true })).toEqual({ ok: true });
  await load();
  return {
    ...{ host, device, pack, load },
    openCounter: async () =>
      expect(await device.bundles.load(bundles.counter.id, { force: true })).toEqual({ ok: true }),
    sync: async () => {
      expect(await device.channels.load(at.retail, { force: true })).toEqual({ ok: true });
      await expect.poll(() => device.database.staged.count()).toBe(0);
    },
    shown: async () =>
      [...(await device.packs.medias((await device.packs.get(pack.id))!)).values()].map(({ name }) => name),
    isHere: async (which: 'guide' | 'photo') => {
      const { id } = documents[which];
      return (await device.packs.mediasById([id])).has(id);
    },
    mayFilesGo: () => hasSpareFiles(device.database),
  };
}

describe('a file that came here with a pack alone', () => {
  const both = ['Product guide', 'Gate drawing'];

  test('[CONST-02] is asked for once a day where the host leaves it out of the pack', async () => {
    const { host, device, load, shown } = await withPack();
    host.leavesOut = true;
    const asked = async () => {
      device.network.calls.length = 0;
      await load();
      expect(await shown()).toEqual(both);
      return device.network.calls.filter((call) => !call.includes('/salestool/pack/')).length;
    };
    expect(await asked()).toBeGreaterThan(0);
    expect(await asked()).toBe(0);
    host.later = 24 * 60 * 60_000;
    expect(await asked()).toBeGreaterThan(0);
  });

  test('is not taken for one that the host has, where the host does not say so', async () => {
    const { host, load, shown } = await withPack();
    host.leavesOut = true;
    host.isClosed = true;
    await load();
    expect(await shown()).toEqual(both);
    host.isClosed = false;
    await withdraw('drawing');
    await load();
    expect(await shown()).toEqual(['Product guide']);
  });

  test.each([
    ['by itself', false],
    ['beside its bundle, of which nothing else is here', true],
  ])(
    '[PVIEW-13, PLIST-04] is shown no more once it is withdrawn, and may leave the device, if it came %s',
    async (_how, namesBundle) => {
      const { load, shown, mayFilesGo } = await withPack({ namesBundle });
      expect(await shown()).toEqual(both);
      await withdraw('drawing');
      await load();
      expect(await shown()).toEqual(['Product guide']);
      expect(await mayFilesGo()).toBe(true);
    },
  );

  test('[PLIST-04, F27] is not waited for by the switch of its pack once it is withdrawn, though nobody here has read its channel', async () => {
    const { host, device, pack, load } = await withPack();
    const stub = { id: 'transit', type: 'salestool--channel', _meta: { stub: true } } as const;
    await device.database.records('salestool--channel').put(stub);
    const isKnown = async () =>
      (await listFiles(device.database, { kind: 'pack', id: pack.id }, at.host.url)).known;
    await withdraw('drawing');
    await load();
    expect(await isKnown()).toBe(true);
    await load();
    expect(await isKnown()).toBe(true);
    host.generation = '2';
    await load();
    expect(await isKnown()).toBe(false);
  });

  test('[PVIEW-13] stays where a host of another kind answers a pack without it', async () => {
    const { host, load, shown, mayFilesGo } = await withPack();
    host.leavesOut = true;
    await load();
    expect(await shown()).toEqual(both);
    expect(await mayFilesGo()).toBe(false);
  });

  test('[SYNC-32] stays as long as the pack has changes that wait', async () => {
    const { host, device, pack, shown } = await withPack({ isGlobal: false });
    host.isBusy = true;
    await device.packs.save({ ...(await device.packs.get(pack.id))!, title: 'Of tomorrow' });
    await withdraw('drawing');
    await (await device.engine()).loads.pack(pack.id);
    expect(await shown()).toEqual(both);
  });

  test('[F27] stays until a restored host was read whole once', async () => {
    const { host, load, sync, shown } = await withPack();
    await withdraw('drawing');
    host.generation = '2';
    await load();
    expect(await shown()).toEqual(both);
    await sync();
    await load();
    expect(await shown()).toEqual(['Product guide']);
  });
});

describe('a file that stands in a bundle', () => {
  test('[PVIEW-13] stays until its bundle is read without it', async () => {
    const { load, openCounter, isHere } = await withPack();
    await withdraw('guide');
    await load();
    expect(await isHere('guide')).toBe(true);
    await openCounter();
    expect(await isHere('guide')).toBe(false);
  });

  test('[F27] stays where the bundle is the first that is read of a restored host', async () => {
    const { host, openCounter, sync, isHere, mayFilesGo } = await withPack();
    await withdraw('photo');
    host.generation = '2';
    await openCounter();
    expect(await isHere('photo')).toBe(true);
    expect(await mayFilesGo()).toBe(false);
    // Afterwards it is a host like any other.
    await sync();
    await withdraw('guide');
    await openCounter();
    expect(await isHere('guide')).toBe(false);
  });
});
