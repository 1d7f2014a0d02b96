import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Device, startDevice } from '#testing/device.ts';
import { createHostInMemory } from '#testing/model/host-in-memory.ts';

const people = [
  { name: 'nora', id: '7a2c9a4e-0000-4000-8000-000000000001' },
  { name: 'tomas', id: '7a2c9a4e-0000-4000-8000-000000000002' },
];
const channelId = '0c000000-0000-4000-8000-000000000001';
const page = (id: string, alias: string) => ({
  ...{ type: 'node--help_page', id, relationships: {} },
  attributes: { title: id, paths: ['/packs'], path: { alias, langcode: 'en' } },
});
const forManagers = page('for managers', '/help/managers?key=of-her-role');
const forAll = page('for all', '/help/first-steps');

let host: ReturnType<typeof createHostInMemory>;
let device: Device;
beforeEach(async () => {
  host = createHostInMemory({ people, channelId, now: Date.now });
  device = startDevice({ origin: 'https://host.example', fetch: host.fetch });
  host.put(forAll);
  host.backUp();
  host.put(forManagers);
  await signIn('nora');
  expect(await device.helpPages.load()).toEqual({ ok: true });
});
afterEach(() => device.database.dexie.close());

const signIn = (username: string) => device.service.signIn({ username, password: 'right' });
const titles = async () => (await device.helpPages.all()).map(({ title }) => title);

test('help that is for the roles of one person is shown to nobody else on the device', async () => {
  expect(await titles()).toEqual(['for all', 'for managers']);
  await device.service.signOut();
  expect(await titles()).toEqual(['for all']);
  await signIn('tomas');
  expect(await titles()).toEqual(['for all']);
  await device.service.signOut();
  await signIn('nora');
  expect(await titles()).toEqual(['for all', 'for managers']);
});

test('it goes when help comes for somebody else, also from a host that was restored and has lost it', async () => {
  await signIn('tomas');
  await device.helpPages.load();
  await signIn('nora');
  await device.helpPages.load();
  expect(await titles()).toEqual(['for all', 'for managers']);
  host.restore();
  await signIn('tomas');
  await device.helpPages.load();
  expect(await titles()).toEqual(['for all']);
});
