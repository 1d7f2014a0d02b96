import { describe, expect, test } from 'vitest';
import {
  addBundle,
  addMedia,
  addPack,
  address,
  device,
  gate,
  hour,
  isSettled,
  type Kind,
  threeFiles,
  watch,
} from '#testing/files-device.ts';
import type { Subject } from './list-files.ts';

describe('keeping a bundle offline', () => {
  test('[RES-10, CACHE-06, CACHE-07] stores its image and document files, and counts them honestly', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const files = world.openWindow();
    await isSettled(files, counter, 'off');
    await files.keep(counter);
    await isSettled(files, counter, 'on');
    expect([...world.cached.keys()].sort()).toEqual([address('front.svg'), address('guide.xls')]);
    expect(watch(files, counter).current()).toEqual({
      state: 'on',
      filesDone: 2,
      filesTotal: 2,
      bytesDone: 500,
      bytesTotal: 500,
      videoBytes: 5000,
      includesVideos: false,
      problem: null,
    });
  });

  test('[RES-10] is remembered per bundle, also by a window that opens later', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const other = await addBundle(world, 'other', { 'other.xls': ['document', 1] });
    await world.openWindow().keep(counter);
    const later = world.openWindow();
    await isSettled(later, counter, 'on');
    await isSettled(later, other, 'off');
  });

  test('takes the videos when they are chosen too, and lets them go again', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const files = world.openWindow();
    await files.keep(counter, { videos: true });
    await isSettled(files, counter, 'on');
    expect(watch(files, counter).current()).toMatchObject({
      filesTotal: 3,
      bytesDone: 5500,
      includesVideos: true,
    });
    await files.keep(counter, { videos: false });
    await expect.poll(() => watch(files, counter).current().filesTotal).toBe(2);
    expect(world.dropped).toEqual([address('demo.mp4')]);
  });

  test('[RES-10, PERM-02] needs somebody signed in and the host', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const files = world.openWindow();
    world.state.online = false;
    await expect(files.keep(counter)).rejects.toThrow('Application is offline');
    world.state.online = true;
    world.state.user = null;
    await expect(files.keep(counter)).rejects.toThrow('You are not logged in');
    expect(world.fetched).toEqual([]);
  });

  test('shows every file as it comes, two at a time', async () => {
    const world = device();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const gates = new Map(names.map((name) => [address(name), gate()]));
    const subject = await addBundle(
      world,
      'many',
      Object.fromEntries(names.map((name) => [name, ['document', 10] as [Kind, number]])),
    );
    world.state.answer = (url) => gates.get(url)?.opened ?? null;
    const files = world.openWindow();
    const kept = files.keep(subject);
    await isSettled(files, subject, 'loading');
    for (const [at, { open }] of [...gates.values()].entries()) {
      open();
      await expect.poll(() => watch(files, subject).current().filesDone).toBe(at + 1);
    }
    await kept;
    await isSettled(files, subject, 'on');
    expect(world.counts().mostAtOnce).toBe(2);
  });

  test('counts the bytes of a file on its way', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const { open, opened } = gate();
    world.state.answer = () => opened;
    const files = world.openWindow();
    const kept = files.keep(counter);
    await expect
      .poll(() => watch(files, counter).current())
      .toMatchObject({ filesDone: 0, bytesDone: 2, bytesTotal: 500 });
    open();
    await kept;
  });

  test('fetches nothing twice, whatever holds it already', async () => {
    const world = device();
    const one = await addBundle(world, 'one', { 'shared.xls': ['document', 5] });
    const two = await addBundle(world, 'two', { 'shared.xls': ['document', 5], 'own.xls': ['document', 5] });
    const files = world.openWindow();
    await files.keep(one);
    await files.keep(two);
    expect(world.fetched).toEqual([address('shared.xls'), address('own.xls')]);
  });

  test('believes the cache itself, not what it once kept', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const files = world.openWindow();
    await files.keep(counter);
    world.cached.clear();
    await files.keep(counter);
    expect(world.cached.size).toBe(2);
  });

  test('asks the browser once in each window not to empty itself', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const other = await addBundle(world, 'other', { 'other.xls': ['document', 1] });
    const files = world.openWindow();
    await files.keep(counter);
    await files.keep(other);
    expect(world.counts().persisted).toBe(1);
    await world.openWindow().keep(other);
    expect(world.counts().persisted).toBe(2);
  });
});

describe('a download that does not finish', () => {
  test.each([
    ['unreachable', 'unreachable'],
    ['cut-off', 'unreachable'],
    ['refused', 'refused'],
    ['not-the-file', 'refused'],
    ['storage-full', 'storage-full'],
  ] as const)(
    '[CACHE-12] (%s) says how much is there, and why not all, and rejects nothing',
    async (reason, problem) => {
      const world = device();
      const counter = await threeFiles(world);
      world.state.answer = (url) => (url === address('front.svg') ? reason : null);
      const files = world.openWindow();
      await files.keep(counter);
      await isSettled(files, counter, 'partial');
      expect(watch(files, counter).current()).toMatchObject({
        filesDone: 1,
        filesTotal: 2,
        bytesDone: 400,
        problem,
      });
      // Whoever is away is noticed when it is back; one that is there is asked for it once more.
      expect(world.state.asked).toBe(problem === 'unreachable' ? 2 : 0);
    },
  );

  test('[CACHE-12] without a worker is only logged', async () => {
    const world = device();
    const counter = await threeFiles(world);
    world.state.worker = false;
    const files = world.openWindow();
    await files.keep(counter);
    await isSettled(files, counter, 'partial');
    expect(watch(files, counter).current()).toMatchObject({ filesDone: 0, problem: 'not-possible' });
    expect(String(world.logged[0])).toContain('No service worker is active');
  });

  test('[ERR-12] a media that names no file is logged and holds up no other; a stub, whose file is still to come, is not', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const documents = world.database.records('media--document');
    const files = world.openWindow();
    await documents.update('guide.xls', { file: null, _meta: { stub: true } });
    await files.keep(counter);
    expect(world.logged).toEqual([]);
    await documents.update('guide.xls', { _meta: {} });
    await files.keep(counter);
    expect(world.logged.map(String)).toEqual(['Error: No file and not a media stub!']);
    expect(world.cached.has(address('front.svg'))).toBe(true);
  });

  test('does not ask for the rest when the device is full or the host is gone', async () => {
    const world = device();
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`${at}.xls`, ['document', 1] as [Kind, number]]),
    );
    const subject = await addBundle(world, 'many', many);
    world.state.answer = () => 'storage-full';
    const files = world.openWindow();
    await files.keep(subject);
    expect(world.fetched.length).toBeLessThanOrEqual(2);
    world.state.answer = () => 'unreachable';
    world.state.isHostThere = false;
    await files.keep(subject);
    expect(world.fetched.length).toBeLessThanOrEqual(8);
  });

  test('[CACHE-12] files whose line was cut for a moment come by themselves, after a pause', async () => {
    const world = device();
    const names = Array.from({ length: 9 }, (_, at) => `${at}.xls`);
    const subject = await addBundle(
      world,
      'many',
      Object.fromEntries(names.map((name) => [name, ['document', 1] as [Kind, number]])),
    );
    const timesOf = (url: string) => world.fetched.filter((each) => each === url).length;
    // Of one file the second try is cut, too.
    const cuts = new Map([
      [address('2.xls'), 1],
      [address('5.xls'), 2],
    ]);
    world.state.answer = (url) => (timesOf(url) <= (cuts.get(url) ?? 0) ? 'cut-off' : null);
    const pauses: number[] = [];
    world.state.pausing = async (ms) => void pauses.push(ms);
    const files = world.openWindow();
    await files.keep(subject);
    await isSettled(files, subject, 'on');
    expect(pauses).toEqual([5000, 5000]);
    expect(world.fetched).toHaveLength(9 + 3);
  });

  test('[CACHE-12] a file that never comes from a host that is there is left after its second try', async () => {
    const world = device();
    const counter = await threeFiles(world);
    world.state.answer = (url) => (url === address('front.svg') ? 'cut-off' : null);
    const files = world.openWindow();
    await files.keep(counter);
    await isSettled(files, counter, 'partial');
    expect(world.fetched.filter((url) => url === address('front.svg'))).toHaveLength(2);
  });

  test('one address that never answers does not hold the others back', async () => {
    const world = device();
    const names = ['bad.xls', 'a.xls', 'b.xls', 'c.xls', 'd.xls'];
    const subject = await addBundle(
      world,
      'many',
      Object.fromEntries(names.map((name) => [name, ['document', 1] as [Kind, number]])),
    );
    world.state.answer = (url) => (url === address('bad.xls') ? 'unreachable' : null);
    const files = world.openWindow();
    await files.keep(subject);
    expect(world.cached.size).toBe(4);
  });

  test('[CACHE-12] addresses that never answer do not keep the next try from the files behind them', async () => {
    const world = device();
    const names = ['s1.xls', 's2.xls', 's3.xls', 's4.xls', 'good.xls'];
    const subject = await addBundle(
      world,
      'many',
      Object.fromEntries(names.map((name) => [name, ['document', 1] as [Kind, number]])),
    );
    world.state.answer = (url) => (url === address('good.xls') ? null : 'unreachable');
    await world.openWindow().keep(subject);
    expect([...world.cached.keys()]).toEqual([address('good.xls')]);
  });

  test('goes on where it ended when the host is back', async () => {
    const world = device();
    const counter = await threeFiles(world);
    world.state.answer = (url) => (url === address('front.svg') ? 'unreachable' : null);
    const files = world.openWindow();
    await files.keep(counter);
    world.state.answer = () => null;
    world.fetched.length = 0;
    await files.resume();
    await isSettled(files, counter, 'on');
    expect(world.fetched).toEqual([address('front.svg')]);
  });

  test('goes on after a reload', async () => {
    const world = device();
    const counter = await threeFiles(world);
    await world.database.kept.put({
      id: 'bundle:counter',
      kind: 'bundle',
      subjectId: 'counter',
      videos: false,
      wanted: true,
      problem: null,
    });
    world.cached.set(address('guide.xls'), 'x');
    const files = world.openWindow();
    await isSettled(files, counter, 'on');
    expect(world.fetched).toEqual([address('front.svg')]);
  });

  test('waits as partial while there is no connection', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const files = world.openWindow();
    await files.keep(counter);
    world.cached.clear();
    world.state.online = false;
    world.look();
    await isSettled(files, counter, 'partial');
    expect(watch(files, counter).current()).toMatchObject({
      filesDone: 0,
      bytesDone: 0,
      problem: 'unreachable',
    });
  });

  test('[RES-10] is found out and mended when the browser emptied its caches meanwhile', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const files = world.openWindow();
    await files.keep(counter);
    await isSettled(files, counter, 'on');
    world.cached.delete(address('guide.xls'));
    world.look();
    await expect.poll(() => world.fetched.filter((url) => url === address('guide.xls')).length).toBe(2);
    await isSettled(files, counter, 'on');
  });
});

test('[RES-10] videos that are chosen while the pictures beside the files still come are fetched as well', async () => {
  const world = device();
  const counter = await addBundle(world, 'counter', {
    'guide.xls': ['document', 400, 'guide.webp'],
    'demo.mp4': ['video', 5000],
  });
  const { open, opened } = gate();
  world.state.answer = (url) => (url === address('guide.webp') ? opened : null);
  const files = world.openWindow();
  const kept = files.keep(counter);
  await expect.poll(() => world.fetched).toContain(address('guide.webp'));
  const keptWithVideos = files.keep(counter, { videos: true });
  await isSettled(files, counter, 'loading');
  open();
  await Promise.all([kept, keptWithVideos]);
  await isSettled(files, counter, 'on');
  expect(watch(files, counter).current()).toMatchObject({ filesDone: 2, includesVideos: true });
  expect(world.cached.has(address('demo.mp4'))).toBe(true);
});

test('a file that joins a bundle while the pictures beside its files still come is fetched as well', async () => {
  const world = device();
  const counter = await addBundle(world, 'counter', { 'guide.xls': ['document', 400, 'guide.webp'] });
  const { open, opened } = gate();
  world.state.answer = (url) => (url === address('guide.webp') ? opened : null);
  const files = world.openWindow();
  watch(files, counter);
  const kept = files.keep(counter);
  await expect.poll(() => world.fetched).toContain(address('guide.webp'));
  await addBundle(world, 'counter', {
    'guide.xls': ['document', 400, 'guide.webp'],
    'new.xls': ['document', 10],
  });
  await isSettled(files, counter, 'loading');
  open();
  await kept;
  await isSettled(files, counter, 'on');
  expect(world.cached.has(address('new.xls'))).toBe(true);
});

test('[PLIST-04, CACHE-06, MODEL-22] keeping a pack stores the files of the media in its data, not of the whole bundle', async () => {
  const world = device();
  await threeFiles(world);
  await addPack(world, ['guide.xls']);
  const files = world.openWindow();
  const pack: Subject = { kind: 'pack', id: 'pack' };
  await files.keep(pack);
  await isSettled(files, pack, 'on');
  expect([...world.cached.keys()]).toEqual([address('guide.xls')]);
});

test('[PLIST-04] a file that is added to a kept pack comes too, while nobody looks at its switch', async () => {
  const world = device();
  await threeFiles(world);
  await addMedia(world.database, 'added.xls', 'document', 10);
  await addPack(world, ['guide.xls']);
  const files = world.openWindow();
  await files.keep({ kind: 'pack', id: 'pack' });
  await addPack(world, ['guide.xls', 'added.xls'], world.state.now + hour);
  await expect.poll(() => [...world.cached.keys()]).toEqual([address('guide.xls'), address('added.xls')]);
});

test('[PLIST-04] of a pack whose download was stopped nothing more comes, whatever is added to it', async () => {
  const world = device();
  await threeFiles(world);
  await addMedia(world.database, 'added.xls', 'document', 10);
  await addPack(world, ['guide.xls']);
  const files = world.openWindow();
  const pack: Subject = { kind: 'pack', id: 'pack' };
  await files.keep(pack);
  files.stop(pack);
  await isSettled(files, pack, 'on');
  await addPack(world, ['guide.xls', 'added.xls'], world.state.now + hour);
  await isSettled(files, pack, 'partial');
  expect(world.cached.has(address('added.xls'))).toBe(false);
});
