import { describe, expect, test } from 'vitest';
import {
  addBundle,
  address,
  type Device,
  device,
  hour,
  isSettled,
  threeFiles,
  watch,
} from '#testing/files-device.ts';
import { fittingFiles } from './room.ts';

const file = (key: string, bytes: number | null) => ({ url: key, key, bytes });

describe('files that find room together', () => {
  test('are taken from the smallest on', () => {
    const files = [file('film', 500), file('guide', 30), file('front', 20)];
    expect(fittingFiles(files, 60).map(({ key }) => key)).toEqual(['front', 'guide']);
    expect(fittingFiles(files, 19)).toEqual([]);
  });

  test('take no room for the part of them that is here', () => {
    const files = [file('film', 500), file('guide', 30), file('unknown', null)];
    const begun = new Map([
      ['film', 480],
      ['unknown', 20_000_000],
    ]);
    expect(fittingFiles(files, 50, begun).map(({ key }) => key)).toEqual(['unknown', 'film', 'guide']);
    expect(fittingFiles(files, 49, begun).map(({ key }) => key)).toEqual(['unknown', 'film']);
  });

  test('count as ten megabytes each where no record tells their size', () => {
    const files = [file('unknown', null), file('guide', 30)];
    expect(fittingFiles(files, 1_000_000).map(({ key }) => key)).toEqual(['guide']);
    expect(fittingFiles(files, 11_000_000)).toHaveLength(2);
  });
});

/** A device of which the host's film of 5000 bytes took the last room, and what it says of that. */
async function fullDevice() {
  const world = device();
  const counter = await threeFiles(world);
  world.state.answer = (url) => (url === address('demo.mp4') ? 'storage-full' : null);
  world.state.room = 3000;
  const files = world.openWindow();
  await files.keep(counter, { videos: true });
  await isSettled(files, counter, 'partial');
  world.fetched.length = 0;
  return { world, files, counter };
}

const problemOf = ({ database }: Device) => database.kept.get('bundle:counter').then((row) => row?.problem);

describe('[CACHE-12] a download that found no room', () => {
  test('is not begun again by itself while the browser shows none for what is missing, in any window', async () => {
    const { world, files, counter } = await fullDevice();
    for (let occasion = 0; occasion < 3; occasion += 1) {
      await files.resume();
      await files.recacheChannel('none');
      await world.openWindow().resume();
    }
    expect(world.fetched).toEqual([]);
    expect(watch(files, counter).current()).toMatchObject({ state: 'partial', problem: 'storage-full' });
  });

  test('goes on by itself when the browser shows room', async () => {
    const { world, files, counter } = await fullDevice();
    world.state.answer = () => null;
    world.state.room = 5000;
    await files.resume();
    await isSettled(files, counter, 'on');
    expect(world.fetched).toEqual([address('demo.mp4')]);
  });

  test('goes on by itself with a film of which the rest finds room', async () => {
    const { world, files, counter } = await fullDevice();
    world.state.answer = () => null;
    world.begun.set(`${address('demo.mp4')}?from=0`, 1999);
    await files.resume();
    expect(world.fetched).toEqual([]);
    world.begun.set(`${address('demo.mp4')}?from=1999`, 1);
    await files.resume();
    await isSettled(files, counter, 'on');
  });

  test('by itself brings only what fits, and still says that there is no room for the rest', async () => {
    const { world, files } = await fullDevice();
    world.cached.delete(address('guide.xls'));
    await files.resume();
    expect(world.fetched).toEqual([address('guide.xls')]);
    expect(await problemOf(world)).toBe('storage-full');
    await files.resume();
    expect(world.fetched).toHaveLength(1);
  });

  test('is always tried again by hand', async () => {
    const { world, files, counter } = await fullDevice();
    await files.keep(counter);
    expect(world.fetched).toEqual([address('demo.mp4')]);
    world.state.answer = () => null;
    await files.keep(counter);
    await isSettled(files, counter, 'on');
  });

  test('does not believe a browser again that showed room where there was none, for a day', async () => {
    const { world, files, counter } = await fullDevice();
    world.state.room = 1_000_000;
    await files.resume();
    await files.resume();
    expect(world.fetched).toEqual([address('demo.mp4')]);
    world.state.answer = () => null;
    world.state.now += 24 * hour - 1;
    await files.resume();
    expect(world.fetched).toHaveLength(1);
    world.state.now += 1;
    await files.resume();
    await isSettled(files, counter, 'on');
  });

  test('keeps no pictures of a channel away', async () => {
    const { world, files } = await fullDevice();
    world.state.room = 1_000_000;
    await files.resume();
    const { database } = world;
    await addBundle(world, 'new', { 'new.xls': ['document', 4000, 'new.webp'] });
    await database.records('salestool--channel').put({
      id: 'new',
      type: 'salestool--channel',
      bundles: [{ type: 'salestool--document_bundle', id: 'new' }],
    });
    await files.recacheChannel('new');
    expect(world.cached.has(address('new.webp'))).toBe(true);
  });

  test('is over where it was met, though the device has no room left even to note that', async () => {
    const world = device();
    const counter = await threeFiles(world);
    let isFull = true;
    world.database.kept.hook('updating', () => {
      if (isFull) throw new DOMException('No space', 'QuotaExceededError');
    });
    world.state.answer = () => 'storage-full';
    const files = world.openWindow();
    watch(files, counter);
    await files.keep(counter);
    const state = () => watch(files, counter).current();
    await expect.poll(state).toMatchObject({ state: 'partial', problem: 'storage-full' });
    world.look();
    files.goOn(counter);
    await files.keep(await addBundle(world, 'other', {}));
    expect(world.fetched.length).toBeLessThanOrEqual(2);

    isFull = false;
    world.state.answer = () => null;
    await files.keep(counter);
    await isSettled(files, counter, 'on');
  });

  test('goes on by itself when files of another bundle were removed', async () => {
    const { world, files, counter } = await fullDevice();
    const other = await addBundle(world, 'other', { 'other.xls': ['document', 4000] });
    await files.keep(other);
    world.state.room = 1_000_000;
    await files.resume();
    world.state.answer = () => null;
    await files.drop(other);
    await files.resume();
    await isSettled(files, counter, 'on');
  });
});

test('[F4, F6] what nothing needs any more goes from a full device all the same', async () => {
  const world = device();
  const counter = await addBundle(world, 'counter', { 'guide.xls': ['document', 400, 'guide.webp'] });
  await world.database.records('salestool--channel').put({
    id: 'retail',
    type: 'salestool--channel',
    bundles: [{ type: 'salestool--document_bundle', id: 'counter' }],
  });
  const files = world.openWindow();
  await files.keep(counter);
  world.cached.delete(address('guide.webp'));
  world.cached.set(address('older-guide.xls'), 'x');
  world.state.answer = () => 'storage-full';
  await files.recacheChannel('retail');
  expect([...world.cached.keys()]).toEqual([address('guide.xls')]);
  world.state.answer = () => null;
  world.renewed.length = 0;
  await files.recacheChannel('retail');
  expect(world.renewed).toEqual(['guide.webp', 'guide.xls'].map(address));
});
