import { describe, expect, test } from 'vitest';
import {
  addBundle,
  addMedia,
  addPack,
  address,
  type Device,
  device,
  hour,
  watch,
} from '#testing/files-device.ts';
import type { Subject } from './list-files.ts';
import { noteSpareFiles } from './spare-files.ts';

describe('loading a channel', () => {
  async function channel(world: Device) {
    const counter = await addBundle(world, 'counter', { 'guide.xls': ['document', 400, 'guide.webp'] });
    const { database } = world;
    await database.records('file--file').put({
      id: 'cover',
      type: 'file--file',
      filemime: 'image/svg+xml',
      uri: { value: '', url: '/sites/default/files/cover.svg' },
    });
    await database
      .records('salestool--document_bundle')
      .update('counter', { image: { type: 'file--file', id: 'cover' } });
    await database.records('salestool--channel').put({
      id: 'retail',
      type: 'salestool--channel',
      bundles: [{ type: 'salestool--document_bundle', id: 'counter' }],
    });
    return counter;
  }
  const pictures = [address('cover.svg'), address('guide.webp')];

  test('[SYNC-10] keeps the pictures that tiles and pages show, and no file that nobody chose', async () => {
    const world = device();
    await channel(world);
    await world.openWindow().recacheChannel('retail');
    expect([...world.cached.keys()].sort()).toEqual(pictures);
  });

  test('[CACHE-08, CONST-02] asks for pictures and chosen files anew after 24 hours, not before', async () => {
    const world = device();
    const counter = await channel(world);
    const files = world.openWindow();
    await files.keep(counter);
    await files.recacheChannel('retail');
    world.renewed.length = 0;
    world.state.now += 24 * hour - 1;
    await files.recacheChannel('retail');
    expect(world.renewed).toEqual([]);
    world.state.now += 1;
    await files.recacheChannel('retail');
    expect(world.renewed.sort()).toEqual([...pictures, address('guide.xls')]);
  });

  test('[SYNC-10] brings new files of bundles that are kept offline', async () => {
    const world = device();
    const counter = await channel(world);
    const files = world.openWindow();
    await files.keep(counter);
    const added = await addMedia(world.database, 'new.xls', 'document', 10);
    await world.database
      .records('salestool--document_bundle')
      .update('counter', { medias: [{ type: 'media--document', id: 'guide.xls' }, added] as never });
    await files.recacheChannel('retail');
    expect(world.cached.has(address('new.xls'))).toBe(true);
  });

  test('drops once in 24 hours what nothing needs any more, and keeps what was chosen', async () => {
    const world = device();
    const counter = await channel(world);
    const files = world.openWindow();
    await files.keep(counter);
    world.cached.set(address('old-version.xls'), 'x');
    await files.recacheChannel('retail');
    expect([...world.cached.keys()].sort()).toEqual([...pictures, address('guide.xls')]);
  });

  test('drops the files of what was withdrawn at once, from packs too, which are whole without them', async () => {
    const world = device();
    const { database } = world;
    await channel(world);
    await addPack(world, ['guide.xls', 'old.xls']);
    await addMedia(database, 'old.xls', 'document', 10);
    const files = world.openWindow();
    await files.recacheChannel('retail');
    const pack: Subject = { kind: 'pack', id: 'pack' };
    await files.keep(pack);
    expect(world.cached.has(address('old.xls'))).toBe(true);
    await database.records('media--document').delete('old.xls');
    await noteSpareFiles(database);
    await files.recacheChannel('retail');
    expect([...world.cached.keys()].sort()).toEqual([...pictures, address('guide.xls')]);
    await expect.poll(() => watch(files, pack).current()).toMatchObject({ state: 'on', filesTotal: 1 });
  });

  test('[CACHE-12] rejects nothing when nobody keeps files here', async () => {
    const world = device();
    await channel(world);
    world.state.worker = false;
    await world.openWindow().recacheChannel('retail');
    expect(world.logged).toHaveLength(1);
  });

  test('leaves pictures of tiles when a bundle is dropped', async () => {
    const world = device();
    const counter = await channel(world);
    const files = world.openWindow();
    await files.recacheChannel('retail');
    await files.keep(counter);
    await files.drop(counter);
    expect([...world.cached.keys()].sort()).toEqual(pictures);
  });
});
