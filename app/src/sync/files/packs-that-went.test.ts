import { expect, test } from 'vitest';
import { removeForGood, removeLocally } from '#sync/save/save-record.ts';
import { addBundle, addPack, address, device, isSettled } from '#testing/files-device.ts';
import type { Subject } from './list-files.ts';

const kept: Subject = { kind: 'pack', id: 'pack' };

/** A device that has a pack's file for offline, and a bundle's beside it. */
async function withKeptPack() {
  const world = device();
  await addBundle(world, 'of the pack', { 'offer.xls': ['document', 5] });
  const bundle = await addBundle(world, 'counter', { 'guide.xls': ['document', 5] });
  await addPack(world, ['offer.xls']);
  const files = world.openWindow();
  await files.keep(bundle);
  await files.keep(kept);
  const loaded: string[] = [];
  world.state.load = async ({ id }) => void loaded.push(id);
  const pack = (await world.database.records('salestool--pack').get('pack'))!;
  return { world, files, pack, loaded };
}

test('[PLIST-04] what was chosen for a pack is remembered when the app is opened again', async () => {
  const { world, files } = await withKeptPack();
  await isSettled(files, kept, 'on');
  world.database.dexie.close();
  await world.database.dexie.open();
  const later = world.openWindow();
  await isSettled(later, kept, 'on');
  await addPack(world, ['offer.xls', 'guide.xls'], Date.UTC(2026, 10, 21));
  world.cached.delete(address('guide.xls'));
  await later.resume();
  await isSettled(later, kept, 'on');
  expect(world.cached.has(address('guide.xls'))).toBe(true);
});

test('[PLIST-04, PLIST-13] a pack that is archived or deleted lets its files go, and nobody asks for it again', async () => {
  const { world, files, pack, loaded } = await withKeptPack();
  // The daily round is over.
  await files.recacheChannel('retail');
  await removeForGood(world.database, pack);
  await files.recacheChannel('retail');
  expect([...world.cached.keys()]).toEqual([address('guide.xls')]);
  expect(loaded).toEqual([]);
});

test('[PLIST-04] a pack that is given up here and taken from the host again goes on being kept', async () => {
  const { world, files, pack } = await withKeptPack();
  await removeLocally(world.database, pack);
  await world.database.records('salestool--pack').put(pack);
  await files.recacheChannel('retail');
  await isSettled(files, kept, 'on');
});

test('[PLIST-04, PLIST-07] one that was archived elsewhere is not asked for again, nor kept when somebody looks at it', async () => {
  const { world, files, pack, loaded } = await withKeptPack();
  const packs = world.database.records('salestool--pack');
  await packs.delete('pack');
  await files.resume();
  expect(loaded).toEqual([]);
  await packs.put({ ...pack, archived: true });
  world.cached.delete(address('offer.xls'));
  world.fetched.length = 0;
  await files.resume();
  expect(world.fetched).toEqual([]);
  expect(loaded).toEqual([]);

  await packs.put({ ...pack, archived: false });
  await files.resume();
  expect(world.fetched).toEqual([address('offer.xls')]);
});
