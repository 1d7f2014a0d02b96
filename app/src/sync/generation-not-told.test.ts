import { expect, test } from 'vitest';
import { startDevice } from '#testing/device.ts';
import { createHostInMemory } from '#testing/model/host-in-memory.ts';
import { packWith } from '#testing/real-host.ts';

const people = [{ name: 'nora', id: '7a2c9a4e-0000-4000-8000-000000000001' }];
const channelId = '0c000000-0000-4000-8000-000000000001';
const lastBundle = '0b000000-0000-4000-8000-000000000003';
const form = {
  ...{ firstName: 'D', lastName: 'O', email: 'd@example.test', company: 'B', subject: 'Our offer' },
  ...{ messageHtml: '', contactPermission: false, memo: '', signature: 'none' as const },
};

/** @param isNaming whether the host names generations at all */
async function inChannel({ isNaming = true } = {}) {
  const host = createHostInMemory({ people, channelId, now: Date.now });
  const state = { isTold: isNaming, isCut: false };
  const device = startDevice({
    origin: 'https://host.example',
    fetch: async (address, call) => {
      if (!state.isTold && String(address).endsWith('/config.json'))
        return new Response(null, { status: 503 });
      if (state.isCut && String(address).includes('/salestool/signature'))
        throw new TypeError('Failed to fetch');
      return host.fetch(address, call);
    },
  });
  await device.service.signIn({ username: 'nora', password: 'right' });
  await device.service.selectChannel(channelId);
  const { meetHost, loads } = await device.engine();
  await meetHost();
  const sync = async () => {
    expect(await device.channels.load(channelId, { force: true })).toEqual({ ok: true });
    await expect.poll(() => device.database.staged.count()).toBe(0);
  };
  await sync();
  const pack = { ...device.packs.draft(), title: 'Counter kit', ...packWith('<p>Hello</p>') };
  const sent = { ...device.packs.draft(), title: 'Sent', ...packWith('<p>Hello</p>') };
  await device.packs.save(pack);
  await device.packs.save(sent);
  const { message } = await device.messages.record(sent, form, 'link');
  await device.waiting.push();
  await sync();
  const left = async () => ({
    pack: (await device.packs.get(pack.id)) !== null,
    message: (await device.messages.get(message.id)) !== null,
    bundle: (await device.database.records('salestool--content_bundle').get(lastBundle)) !== undefined,
  });
  function loseAll() {
    host.remove(pack.id);
    host.remove(message.id);
    // The second edition has a bundle less.
    host.publish();
  }
  return { host, device, state, loads, sync, left, loseAll };
}

const all = { pack: true, message: true, bundle: true };
const none = { pack: false, message: false, bundle: false };

test('[F27] as long as a host that may have been restored cannot be asked, a sync deletes nothing; the next one that can lets go what is gone', async () => {
  const { device, state, sync, left, loseAll } = await inChannel();
  expect(await left()).toEqual(all);
  loseAll();
  state.isTold = false;
  await sync();
  expect(await left()).toEqual(all);
  await sync();
  expect(await left()).toEqual(all);
  state.isTold = true;
  await sync();
  expect(await left()).toMatchObject({ pack: false, message: false });
  device.database.dexie.close();
});

test('a sync that ends early while nobody knows is done again from the beginning', async () => {
  const { device, state, loads, sync, left, loseAll } = await inChannel();
  loseAll();
  Object.assign(state, { isTold: false, isCut: true });
  await expect(loads.sync(channelId)).rejects.toThrow();
  Object.assign(state, { isTold: true, isCut: false });
  await device.connection.ask();
  await sync();
  expect(await left()).toMatchObject({ pack: false, message: false });
  device.database.dexie.close();
});

test('a host that never named a generation is what it was: what it has no more goes at once', async () => {
  const { device, sync, left, loseAll } = await inChannel({ isNaming: false });
  expect(await left()).toEqual(all);
  loseAll();
  await sync();
  expect(await left()).toEqual(none);
  device.network.calls.length = 0;
  await sync();
  expect(device.network.calls.map((call) => new URL(call.split(' ')[1]!).pathname)).toEqual(['/jsonapi']);
  device.database.dexie.close();
});

test('[F27] help pages stay as long as nobody knows, and go with the next reading that can tell', async () => {
  const { device, host, state, loads } = await inChannel();
  const page = (id: string) => ({
    ...{ type: 'node--help_page', id, relationships: {} },
    attributes: { title: id, paths: ['/packs'] },
  });
  const titles = async () => (await device.database.records('node--help_page').toArray()).map(({ id }) => id);
  for (const id of ['kept', 'lost']) host.put(page(id));
  await loads.helpPages();
  host.remove('lost');
  state.isTold = false;
  await loads.helpPages();
  expect(await titles()).toEqual(['kept', 'lost']);
  state.isTold = true;
  await loads.helpPages();
  expect(await titles()).toEqual(['kept']);
  device.database.dexie.close();
});

test('[F27] what nobody knew of is spared once more when the host turns out to have been restored', async () => {
  const { device, host, state, loads } = await inChannel();
  const page = (id: string) => ({
    ...{ type: 'node--help_page', id, relationships: {} },
    attributes: { title: id, paths: ['/packs'] },
  });
  const titles = async () => (await device.database.records('node--help_page').toArray()).map(({ id }) => id);
  host.put(page('old'));
  host.backUp();
  host.put(page('new'));
  await loads.helpPages();
  host.restore();
  state.isTold = false;
  await loads.helpPages().catch(() => {});
  await device.service.signIn({ username: 'nora', password: 'right' });
  await loads.helpPages();
  state.isTold = true;
  await loads.helpPages();
  expect(await titles()).toEqual(['new', 'old']);
  await loads.helpPages();
  expect(await titles()).toEqual(['old']);
  device.database.dexie.close();
});
