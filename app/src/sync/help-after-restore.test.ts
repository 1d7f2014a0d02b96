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
