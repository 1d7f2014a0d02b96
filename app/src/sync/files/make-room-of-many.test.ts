import { describe, expect, test } from 'vitest';
import { addBundle, addMedia, address, device, hour, isSettled, type Kind } from '#testing/files-device.ts';
import { draft, fullAbove, million, typing } from '#testing/full-above.ts';

describe('[F4] where more pictures have to go than the worker is asked to drop at once', () => {
  const count = 250;
  const names = Array.from({ length: count }, (_, at) => `${at}.webp`);

  /** A device that is full as long as it has more than a hundred and fifty of them. */
  async function fullOfPictures() {
    const world = device();
    const { database, cached } = world;
    const files = world.openWindow();
    const medias = await Promise.all(
      names.map((name) => addMedia(database, `${name}.doc`, 'document', 1, name)),
    );
    await database
      .records('salestool--document_bundle')
      .put({ id: 'many', type: 'salestool--document_bundle', medias });
    await database.records('salestool--channel').put({
      id: 'retail',
      type: 'salestool--channel',
      bundles: [{ type: 'salestool--document_bundle', id: 'many' }],
    });
    const urls = names.map(address);
    for (const url of urls) cached.set(url, 'x');
    await database.cachedFiles.bulkPut(
      urls.map((url) => ({ url, bytes: 20_000, at: 1, because: 'shown' as const })),
    );
    database.makeRoom = files.makeRoom;
    fullAbove(world, 3 * million, new Map(urls.map((url) => [url, 20_000])));
    return { world, files, database };
  }

  const removed = (files: number) =>
    `This device was full. ${files} files that can be downloaded again were removed from it to keep your work.`;

  test('the worker answers in time, and none of them is brought back for a day', async () => {
    const { world, files, database } = await fullOfPictures();
    world.state.dropping = async (urls) => {
      if (urls.length > 200) throw new Error('No answer');
    };
    await typing(database);
    expect(await database.drafts.get('a')).toEqual(draft('a'));
    expect(world.shown).toEqual([removed(count)]);
    await files.recacheChannel('retail');
    expect(world.fetched).toEqual([]);
    world.state.now += 24 * hour;
    await files.recacheChannel('retail');
    expect(world.fetched).toHaveLength(count);
  });

  test('a window that does not wait for the end lets no more of them go', async () => {
    const { world, database } = await fullOfPictures();
    const impatient = world.openWindow((_name, task) => task());
    const asked: number[] = [];
    world.state.dropping = async (urls) => {
      asked.push(urls.length);
      if (asked.length === 2) expect(await impatient.makeRoom([database.drafts])).toBe(true);
    };
    await typing(database);
    expect(asked).toEqual([200, 50]);
    expect(world.shown).toEqual([removed(count)]);
  });

  test('those that went count also when the worker does not answer any more', async () => {
    const { world, files, database } = await fullOfPictures();
    let asked = 0;
    world.state.dropping = async () => {
      asked += 1;
      if (asked === 2) throw new Error('No answer');
    };
    await typing(database);
    expect(await database.drafts.get('a')).toEqual(draft('a'));
    expect(world.shown).toEqual([removed(200)]);
    await files.recacheChannel('retail');
    expect(world.fetched).toEqual([]);
  });

  test('it is noted before the first of them goes, where there is room for that', async () => {
    const { world, files, database } = await fullOfPictures();
    for (const name of names.slice(0, 150)) world.cached.delete(address(name));
    world.state.dropping = async () => {
      await world.openWindow().recacheChannel('retail');
    };
    expect(await files.makeRoom([database.drafts])).toBe(true);
    expect(world.dropped).toHaveLength(100);
    expect(world.fetched).toEqual([]);
  });
});

test('[F4] what had to go is not fetched again while the device is too full to note that it went', async () => {
  const world = device();
  const { database, state } = world;
  const files = world.openWindow();
  const names = Array.from({ length: 250 }, (_, at) => `${at}.doc`);
  const documents = names.map((name) => [name, ['document', 20_000] as [Kind, number]]);
  const many = await addBundle(world, 'many', Object.fromEntries(documents));
  await files.keep(many);
  await isSettled(files, many, 'on');
  world.fetched.length = 0;
  const asked: number[] = [];
  state.dropping = async (urls) => {
    asked.push(urls.length);
    // Whoever saw by now that files are missing would have begun to fetch them.
    if (asked.length === 2) for (let step = 0; step < 50; step += 1) await database.kept.count();
  };
  database.makeRoom = files.makeRoom;
  fullAbove(world, 10 * 20_000, new Map(names.map((name) => [address(name), 20_000])));
  await typing(database);
  expect(asked).toEqual([200, 50]);
  await isSettled(files, many, 'partial');
  expect(world.fetched).toEqual([]);
});
