import { expect, test } from 'vitest';
import { startDevice } from '#testing/device.ts';
import { createHostInMemory } from '#testing/model/host-in-memory.ts';

const people = [{ name: 'nora', id: '7a2c9a4e-0000-4000-8000-000000000001' }];
const channelId = '0c000000-0000-4000-8000-000000000001';
const page = (id: string) => ({
  type: 'node--help_page',
  id,
  attributes: { title: id, paths: ['/packs'] },
  relationships: {},
});

test('help that was asked for by one person is not kept as what another one may read', async () => {
  const others = [...people, { name: 'ben', id: '7a2c9a4e-0000-4000-8000-000000000002' }];
  const host = createHostInMemory({ people: others, channelId, now: Date.now });
  let isMeanwhile = false;
  const device = startDevice({
    origin: 'https://host.example',
    async fetch(address, call) {
      if (isMeanwhile && String(address).includes('/node/help_page')) {
        isMeanwhile = false;
        await device.service.signOut();
        await device.service.signIn({ username: 'ben', password: 'right' });
      }
      return host.fetch(address, call);
    },
  });
  await device.service.signIn({ username: 'nora', password: 'right' });
  const { loads } = await device.engine();
  await loads.helpPages();
  host.put(page('new'));
  isMeanwhile = true;
  await expect(loads.helpPages()).rejects.toMatchObject({ failure: { kind: 'signed-out' } });
  expect(await device.database.records('node--help_page').count()).toBe(0);
  await loads.helpPages();
  expect(await device.database.records('node--help_page').count()).toBe(1);
  device.database.dexie.close();
});

test('[F27] a help page that a restored host has lost stays for the first time, and goes with the next', async () => {
  const host = createHostInMemory({ people, channelId, now: Date.now });
  const device = startDevice({ origin: 'https://host.example', fetch: host.fetch });
  const signIn = () => device.service.signIn({ username: 'nora', password: 'right' });
  const titles = async () => (await device.database.records('node--help_page').toArray()).map(({ id }) => id);
  host.put(page('old'));
  host.backUp();
  host.put(page('new'));
  await signIn();
  await (await device.engine()).loads.helpPages();
  expect(await titles()).toEqual(['new', 'old']);

  host.restore();
  await (await device.engine()).loads.helpPages().catch(() => {});
  await signIn();
  await (await device.engine()).loads.helpPages();
  expect(await titles()).toEqual(['new', 'old']);
  await (await device.engine()).loads.helpPages();
  expect(await titles()).toEqual(['old']);
  device.database.dexie.close();
});
