import { describe, expect, test } from 'vitest';
import {
  addBundle,
  addPack,
  address,
  device,
  gate,
  isSettled,
  threeFiles,
  watch,
} from '#testing/files-device.ts';
import type { Subject } from './list-files.ts';

describe('stopping', () => {
  test('ends the download; what is there stays, and Keep goes on from there', async () => {
    const world = device();
    const counter = await threeFiles(world);
    world.state.answer = (url) => (url === address('front.svg') ? new Promise(() => {}) : null);
    const files = world.openWindow();
    const kept = files.keep(counter);
    await expect.poll(() => watch(files, counter).current().filesDone).toBe(1);
    files.stop(counter);
    await kept;
    await isSettled(files, counter, 'partial');
    expect([...world.cached.keys()]).toEqual([address('guide.xls')]);
    await files.resume();
    expect(watch(files, counter).current().state).toBe('partial');
    world.state.answer = () => null;
    await files.keep(counter);
    await isSettled(files, counter, 'on');
  });

  test('reaches the window that downloads', async () => {
    const world = device();
    const counter = await threeFiles(world);
    world.state.answer = () => new Promise(() => {});
    const downloading = world.openWindow();
    const other = world.openWindow();
    const kept = downloading.keep(counter);
    await isSettled(other, counter, 'loading');
    other.stop(counter);
    await kept;
    await isSettled(downloading, counter, 'partial');
    await isSettled(other, counter, 'partial');
  });
});

describe('all windows', () => {
  test('show the same, while one of them downloads', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const { open, opened } = gate();
    world.state.answer = (url) => (url === address('front.svg') ? opened : null);
    const one = world.openWindow();
    const two = world.openWindow();
    const kept = one.keep(counter);
    await expect.poll(() => watch(two, counter).current()).toMatchObject({ state: 'loading', filesDone: 1 });
    open();
    await kept;
    await isSettled(two, counter, 'on');
    expect(world.fetched).toHaveLength(2);
    await two.drop(counter);
    await isSettled(one, counter, 'off');
  });
});

describe('dropping', () => {
  test('[RES-10, PLIST-04] drops the files that no other kept bundle or pack needs', async () => {
    const world = device();
    const one = await addBundle(world, 'one', { 'shared.xls': ['document', 5], 'own.xls': ['document', 5] });
    await addBundle(world, 'two', { 'shared.xls': ['document', 5] });
    const pack: Subject = { kind: 'pack', id: 'pack' };
    await addPack(world, ['shared.xls']);
    const files = world.openWindow();
    await files.keep(one);
    await files.keep(pack);
    await files.drop(one);
    await isSettled(files, one, 'off');
    await isSettled(files, pack, 'on');
    expect([...world.cached.keys()]).toEqual([address('shared.xls')]);
    await files.drop(pack);
    expect([...world.cached.keys()]).toEqual([]);
  });

  test('[RES-10] leaves the files of a bundle of which only the names of its files are known', async () => {
    const world = device();
    const one = await addBundle(world, 'one', { 'shared.xls': ['document', 5], 'own.xls': ['document', 5] });
    const two = await addBundle(world, 'two', { 'shared.xls': ['document', 5] });
    const files = world.openWindow();
    await files.keep(one);
    await files.keep(two);
    await world.database.records('salestool--document_bundle').update('two', { _meta: { stub: true } });
    await files.drop(one);
    expect([...world.cached.keys()]).toEqual([address('shared.xls')]);
  });

  test('[RES-10] drops also what came of a large file, and leaves what came of one that is still wanted', async () => {
    const world = device();
    const one = await addBundle(world, 'one', { 'shared.xls': ['document', 5], 'own.xls': ['document', 5] });
    const two = await addBundle(world, 'two', { 'shared.xls': ['document', 5] });
    world.state.answer = () => 'cut-off';
    const files = world.openWindow();
    await files.keep(one);
    await files.keep(two);
    for (const name of ['shared.xls', 'own.xls']) world.begun.set(`${address(name)}?from=0`, 'x');
    await files.drop(one);
    expect([...world.begun.keys()]).toEqual([`${address('shared.xls')}?from=0`]);
    await files.drop(two);
    expect(world.begun.size).toBe(0);
  });

  test('needs no connection, and during a download ends it', async () => {
    const world = device();
    const counter = await threeFiles(world);
    world.state.answer = (url) => (url === address('front.svg') ? new Promise(() => {}) : null);
    const files = world.openWindow();
    const kept = files.keep(counter);
    await expect.poll(() => watch(files, counter).current().filesDone).toBe(1);
    world.state.online = false;
    await files.drop(counter);
    await kept;
    await isSettled(files, counter, 'off');
    expect(world.cached.size).toBe(0);
  });

  test('counts what really went', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const files = world.openWindow();
    await files.keep(counter);
    world.state.worker = false;
    await files.drop(counter);
    expect(world.cached.size).toBe(2);
    expect(world.logged).toHaveLength(1);
  });
});
