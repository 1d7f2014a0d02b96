import { describe, expect, test } from 'vitest';
import {
  addBundle,
  addPack,
  address,
  type Device,
  device,
  hour,
  isSettled,
  watch,
} from '#testing/files-device.ts';
import { draft, fullAbove, million, typing } from '#testing/full-above.ts';

const waits = {
  id: 'm',
  type: 'salestool--message',
  ownerId: 'ada',
  attempts: 0,
  notBefore: 0,
  refused: null,
  claimedBy: null,
} as const;

/** A device with two bundles that were kept one after the other, a picture of a channel, and a file nobody needs any more. */
async function keptDevice() {
  const world = device();
  const { database, cached, state } = world;
  const files = world.openWindow();
  const older = await addBundle(world, 'older', {
    'film.doc': ['document', 40 * million],
    'note.doc': ['document', 1 * million],
  });
  await files.keep(older);
  state.now += 1000;
  const newer = await addBundle(world, 'newer', { 'guide.doc': ['document', 45 * million] });
  await files.keep(newer);
  cached.set(address('tile.png'), 'x');
  await database.cachedFiles.put({ url: address('tile.png'), bytes: 20_000, at: 1, because: 'shown' });
  cached.set(address('spare.doc'), 'x');
  await database.cachedFiles.put({ url: address('spare.doc'), bytes: 20 * million, at: 1, because: 'kept' });
  const sizes = new Map([
    ...Object.entries({ 'film.doc': 40, 'note.doc': 1, 'guide.doc': 45, 'spare.doc': 20 }).map(
      ([name, mega]) => [address(name), mega * million] as const,
    ),
    [address('tile.png'), 20_000] as const,
  ]);
  database.makeRoom = files.makeRoom;
  for (const subject of [older, newer]) await isSettled(files, subject, 'on');
  world.fetched.length = 0;
  return { world, files, database, older, newer, sizes };
}

describe('[F4] work that finds no space on a device with files of the host', () => {
  test('is saved by a browser that notices only after a while that files went', async () => {
    const { world, database, sizes } = await keptDevice();
    const full = fullAbove(world, 50 * million, sizes);
    let pauses = 0;
    const isFull = full.isFull;
    full.isFull = () => isFull() || pauses < 3;
    world.state.pausing = async () => {
      pauses += 1;
    };
    await typing(database);
    expect(await database.drafts.get('a')).toEqual(draft('a'));
    expect(world.shown).toHaveLength(1);
  });

  test('is saved, too, when it is larger than the note about them, which found room at once', async () => {
    const { world, database, sizes } = await keptDevice();
    fullAbove(world, 50 * million, sizes);
    let pauses = 0;
    world.state.pausing = async () => {
      pauses += 1;
    };
    database.drafts.hook('creating', () => {
      if (pauses < 3) throw new DOMException('No space', 'QuotaExceededError');
    });
    await typing(database);
    expect(await database.drafts.get('a')).toEqual(draft('a'));
    expect(world.shown).toHaveLength(1);
  });

  test('is refused at last where the browser never notices', async () => {
    const { world, database, sizes } = await keptDevice();
    const drafts = { refused: 0 };
    fullAbove(world, 50 * million, sizes);
    database.drafts.hook('creating', () => {
      drafts.refused += 1;
      throw new DOMException('No space', 'QuotaExceededError');
    });
    await expect(typing(database)).rejects.toMatchObject({ kind: 'full' });
    expect(drafts.refused).toBeGreaterThan(1);
    expect(drafts.refused).toBeLessThan(10);
    expect(world.shown).toHaveLength(1);
  });

  test('is saved: what nobody chose goes first, then the largest of what was kept the longest ago', async () => {
    const { world, files, database, older, newer, sizes } = await keptDevice();
    fullAbove(world, 50 * million, sizes);
    await typing(database);
    expect(await database.drafts.get('a')).toEqual(draft('a'));
    expect(world.dropped.sort()).toEqual(['film.doc', 'spare.doc', 'tile.png'].map(address));
    await isSettled(files, older, 'partial');
    expect(watch(files, older).current()).toMatchObject({
      filesDone: 1,
      filesTotal: 2,
      problem: 'storage-full',
    });
    await isSettled(files, newer, 'on');
    expect(world.shown).toEqual([
      'This device was full. 3 files that can be downloaded again were removed from it to keep your work.',
    ]);
  });

  test('is saved where only a part of a film takes its space, about which nobody is told', async () => {
    const world = device();
    const { database, begun } = world;
    const files = world.openWindow();
    database.makeRoom = files.makeRoom;
    begun.set(`${address('film.mp4')}?from=0`, 1);
    database.drafts.hook('creating', () => {
      if (begun.size > 0) throw new DOMException('No space', 'QuotaExceededError');
    });
    await typing(database);
    expect(await database.drafts.get('a')).toEqual(draft('a'));
    expect(world.shown).toEqual([]);
  });

  test('is saved at the cost of no whole file where a part of a film leaves room enough', async () => {
    const { world, database, newer, files } = await keptDevice();
    const { begun } = world;
    begun.set(`${address('tour.mp4')}?from=0`, 30 * million);
    begun.set(`${address('tour.mp4')}?from=${30 * million}`, 20 * million);
    database.drafts.hook('creating', () => {
      if (begun.size > 0) throw new DOMException('No space', 'QuotaExceededError');
    });
    await typing(database);
    expect(world.dropped).toEqual([address('tour.mp4')]);
    expect(world.shown).toEqual([]);
    await isSettled(files, newer, 'on');
  });

  test('counts a part of a film among what goes first', async () => {
    const { world, files, database } = await keptDevice();
    world.begun.set(`${address('tour.mp4')}?from=0`, 30 * million);
    expect(await files.makeRoom([database.drafts])).toBe(true);
    expect(world.dropped).toEqual(['tour.mp4', 'spare.doc'].map(address));
  });

  test('does not bring the files again by itself, and brings them when somebody asks', async () => {
    const { world, files, database, older, sizes } = await keptDevice();
    const full = fullAbove(world, 50 * million, sizes);
    await typing(database);
    full.isFull = () => false;
    for (const window of [files, world.openWindow()]) {
      await window.resume();
      await window.recacheChannel('none');
    }
    expect(world.fetched).toEqual([]);
    await files.keep(older);
    expect(world.fetched).toEqual([address('film.doc')]);
    await isSettled(files, older, 'on');
  });

  test('shows what is missing in other windows, too', async () => {
    const { world, database, older, sizes } = await keptDevice();
    const other = world.openWindow();
    await isSettled(other, older, 'on');
    fullAbove(world, 50 * million, sizes);
    await typing(database);
    await isSettled(other, older, 'partial');
  });

  test('of several at once, in two windows, makes room once', async () => {
    const { world, files, database, sizes } = await keptDevice();
    const other = world.openWindow();
    fullAbove(world, 50 * million, sizes);
    const windows = [files, other, files, other];
    database.makeRoom = (tables) => windows.pop()!.makeRoom(tables);
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => typing(database, id)));
    expect(await database.drafts.count()).toBe(4);
    expect(world.dropped).toHaveLength(3);
    expect(world.shown).toHaveLength(1);
  });

  test('fails loudly where letting go of files does not help, and goes on without letting go of more', async () => {
    const { world, database, sizes } = await keptDevice();
    fullAbove(world, -1, sizes);
    for (let again = 0; again < 3; again += 1)
      await expect(typing(database)).rejects.toMatchObject({ name: 'StorageFailure', kind: 'full' });
    expect(world.dropped).toHaveLength(3);
    expect(world.shown).toHaveLength(1);
    expect(await database.drafts.count()).toBe(0);
  });

  test('fails loudly where there is nothing to let go of', async () => {
    const world = device();
    world.database.makeRoom = world.openWindow().makeRoom;
    fullAbove(world, -1, new Map());
    await expect(typing(world.database)).rejects.toMatchObject({ name: 'StorageFailure', kind: 'full' });
    expect([world.dropped, world.shown]).toEqual([[], []]);
  });

  test('calls off a download that would take the room again, and does not begin it anew by itself', async () => {
    const { world, files, database, sizes } = await keptDevice();
    const begun = Promise.withResolvers<void>();
    world.state.answer = (url) => {
      if (url !== address('late.doc')) return null;
      begun.resolve();
      return new Promise(() => {});
    };
    const late = await addBundle(world, 'late', { 'late.doc': ['document', 1 * million] });
    const keeping = files.keep(late);
    await begun.promise;
    fullAbove(world, 50 * million, sizes);
    await typing(database);
    await keeping;
    await isSettled(files, late, 'partial');
    expect(watch(files, late).current().problem).toBe('storage-full');
    await files.resume();
    expect(world.fetched).toEqual([address('late.doc')]);
  });

  test('takes a bundle for no newer one because a picture of it was shown and renewed since', async () => {
    const world = device();
    const { database, state } = world;
    const files = world.openWindow();
    const older = await addBundle(world, 'older', {
      'old.doc': ['document', 45 * million],
      'front.png': ['image', 400_000, 'front.png'],
    });
    await database.records('salestool--channel').put({
      id: 'retail',
      type: 'salestool--channel',
      bundles: [{ type: 'salestool--document_bundle', id: older.id }],
    });
    await files.keep(older);
    state.now += 300 * 24 * hour;
    await files.keep(await addBundle(world, 'newer', { 'new.doc': ['document', 50 * million] }));
    state.now += 24 * hour;
    await files.recacheChannel('retail');
    expect(world.renewed).toContain(address('front.png'));
    await files.makeRoom([database.drafts]);
    expect(world.dropped[0]).toBe(address('old.doc'));
  });

  test('keeps a file of two as long as the one that was kept last', async () => {
    const { world, files, database, sizes } = await keptDevice();
    await addPack(world, ['film.doc']);
    world.state.now += 1000;
    await database.cachedFiles.update(address('film.doc'), { at: world.state.now });
    await files.keep({ kind: 'pack', id: 'pack' });
    fullAbove(world, 70 * million, sizes);
    await typing(database);
    expect(world.dropped).not.toContain(address('film.doc'));
    expect(world.dropped).toContain(address('guide.doc'));
  });
});

describe('[F4] room is made for whoever brings what waits to the host', () => {
  const beat = ({ database }: Device) =>
    database.write([database.lease], async () => void (await database.lease.put({ id: 'push', epoch: 1 })));

  test('as long as something waits', async () => {
    const { world, database, sizes } = await keptDevice();
    await database.queue.put(waits);
    fullAbove(world, 50 * million, sizes);
    await beat(world);
    expect(await database.lease.get('push')).toBeDefined();
  });

  test('and for nobody while nothing does', async () => {
    const { world, sizes } = await keptDevice();
    fullAbove(world, 50 * million, sizes);
    await expect(beat(world)).rejects.toMatchObject({ kind: 'full' });
    expect(world.dropped).toEqual([]);
  });
});

test('[F4] content that finds no space makes none at the cost of what is kept', async () => {
  const { world, database, sizes } = await keptDevice();
  fullAbove(world, 50 * million, sizes);
  const { kept, marks } = database;
  const packs = database.records('salestool--pack');
  const pulling = database.write(
    [packs, marks],
    async () => void (await marks.put({ id: 'etag', value: 1 })),
  );
  await expect(pulling).rejects.toMatchObject({ kind: 'full' });
  const row = {
    id: 'bundle:x',
    kind: 'bundle',
    subjectId: 'x',
    videos: false,
    wanted: true,
    problem: null,
  } as const;
  await expect(database.write([kept], async () => void (await kept.put(row)))).rejects.toMatchObject({
    kind: 'full',
  });
  expect(world.dropped).toEqual([]);
});

test('[F5] what fits nowhere is refused, and no file goes for it', async () => {
  const { world, database } = await keptDevice();
  const typed = (value: unknown) =>
    database.write([database.drafts], async () => void (await database.drafts.put({ ...draft('a'), value })));
  await expect(typed('x'.repeat(64 * 2 ** 20))).rejects.toMatchObject({ kind: 'too-large' });
  await expect(typed(() => 1)).rejects.toMatchObject({ kind: 'no-data' });
  expect(world.dropped).toEqual([]);
});
