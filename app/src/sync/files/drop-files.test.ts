import { describe, expect, test } from 'vitest';
import {
  addBundle,
  addPack,
  address,
  device,
  gate,
  isSettled,
  type Kind,
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
    for (const name of ['shared.xls', 'own.xls']) world.begun.set(`${address(name)}?from=0`, 1);
    await files.drop(one);
    expect([...world.begun.keys()]).toEqual([`${address('shared.xls')}?from=0`]);
    await files.drop(two);
    expect(world.begun.size).toBe(0);
  });

  test('[RES-10] of many files names no more of them at once than the worker drops in time, and counts those that went', async () => {
    const world = device();
    const names = Array.from({ length: 450 }, (_, at) => `${at}.xls`);
    const documents = names.map((name) => [name, ['document', 1] as [Kind, number]]);
    const many = await addBundle(world, 'many', Object.fromEntries(documents));
    const files = world.openWindow();
    await files.keep(many);
    world.fetched.length = 0;
    const asked: number[] = [];
    world.state.dropping = async (urls) => {
      asked.push(urls.length);
      if (asked.length < 2) return;
      for (const url of urls.slice(0, 10)) world.cached.delete(url);
      throw new Error('No answer');
    };
    await files.drop(many);
    expect(asked).toEqual([200, 200]);
    expect(await world.database.cachedFiles.count()).toBe(240);
    world.state.dropping = async () => {};
    await files.keep(many);
    expect(world.fetched).toHaveLength(210);
    await files.drop(many);
    expect(world.cached.size).toBe(0);
  });

  test('waits until the download of it has ended', async () => {
    const world = device();
    const { database, state } = world;
    const counter = await threeFiles(world);
    const order: string[] = [];
    state.answer = () => new Promise(() => {});
    state.stopping = async () => {
      for (let step = 0; step < 50; step += 1) await database.kept.count();
      order.push('stopped');
    };
    state.dropping = async () => void order.push('dropped');
    world.begun.set(`${address('front.svg')}?from=0`, 1);
    const files = world.openWindow();
    const kept = files.keep(counter);
    await expect.poll(() => world.fetched).toHaveLength(2);
    await files.drop(counter);
    await kept;
    expect(order).toEqual(['stopped', 'stopped', 'dropped']);
  });

  test('does not wait for the download of something else', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const next = await addBundle(world, 'next', { 'here.xls': ['document', 5], 'next.xls': ['document', 5] });
    const { open, opened } = gate();
    world.state.answer = (url) => (url === address('guide.xls') ? opened : null);
    const files = world.openWindow();
    const first = files.keep(counter);
    await expect.poll(() => world.fetched).toContain(address('guide.xls'));
    world.cached.set(address('here.xls'), 'x');
    const second = files.keep(next);
    await isSettled(files, next, 'loading');
    await files.drop(next);
    await isSettled(files, next, 'off');
    expect(world.cached.has(address('here.xls'))).toBe(false);
    open();
    await Promise.all([first, second]);
    expect(world.fetched).not.toContain(address('next.xls'));
    await isSettled(files, counter, 'on');
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
