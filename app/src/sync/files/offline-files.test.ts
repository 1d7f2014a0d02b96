import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import type { NotKept } from '#service-worker/messages.ts';
import type { AskWorker } from '#service-worker/page-side.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import type { BundleRecord, FileRecord, MediaRecord } from '#storage/records.ts';
import type { Subject } from './list-files.ts';
import { createOfflineFiles } from './offline-files.ts';

const origin = 'https://host.example';
const address = (name: string) => `${origin}/sites/default/files/${name}`;
const hour = 60 * 60_000;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Cache Storage with one cache, as far as pages read it. */
function fakeCaches() {
  const files = new Map<string, string>();
  const cache = {
    match: async (key: RequestInfo | URL) => {
      const body = files.get(String(key));
      return body === undefined ? undefined : new Response(body);
    },
    keys: async () => [...files.keys()].map((url) => ({ url })),
  };
  return { files, storage: { has: async () => true, open: async () => cache } as unknown as CacheStorage };
}

/** One device: its database, its caches, its worker, and a host that answers as told. */
function device() {
  const database = openDatabase(`offline-${crypto.randomUUID()}`);
  ends.push(() => database.dexie.delete({ disableAutoOpen: true }));
  const { files: cached, storage } = fakeCaches();
  const state = {
    now: Date.UTC(2026, 10, 20),
    online: true,
    user: 'ada' as string | null,
    worker: true,
    /** What the host or the device says to a file; nothing means that it comes. */
    answer: (_url: string): NotKept | null | Promise<NotKept | null> => null,
    bodies: new Map<string, string>(),
  };
  const fetched: string[] = [];
  const renewed: string[] = [];
  const dropped: string[] = [];
  const logged: unknown[] = [];
  let persisted = 0;
  let atOnce = 0;
  let mostAtOnce = 0;

  const keep = async (url: string, signal?: AbortSignal): Promise<NotKept | null> => {
    if (cached.has(url)) return null;
    fetched.push(url);
    const stopped = new Promise<NotKept>((resolve) => {
      if (signal?.aborted) resolve('stopped');
      signal?.addEventListener('abort', () => resolve('stopped'));
    });
    const reason = await Promise.race([state.answer(url), stopped]);
    if (reason === null) cached.set(url, state.bodies.get(url) ?? 'x');
    return reason;
  };
  const ask = (async (question, options) => {
    if (!state.worker) throw new Error('No service worker is active');
    if (question.type === 'st-decache') {
      for (const url of question.urls) {
        dropped.push(url);
        cached.delete(url);
      }
      return { ok: true };
    }
    if (question.type !== 'st-precache') throw new Error('Not asked here');
    if (question.renew) renewed.push(...question.urls);
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const failed: { url: string; reason: NotKept }[] = [];
    for (const url of question.urls) {
      options?.onProgress?.({ type: 'st-progress', url, bytes: 1 });
      const reason = await keep(url, options?.signal);
      if (reason) failed.push({ url, reason });
    }
    atOnce -= 1;
    return { ok: failed.length === 0, cached: question.urls.length - failed.length, failed };
  }) as AskWorker;

  const channelName = `files-${crypto.randomUUID()}`;
  const seen = new Set<() => void>();
  const openWindow = () => {
    const windows = new BroadcastChannel(channelName);
    ends.push(() => windows.close());
    return createOfflineFiles({
      database,
      ask,
      userId: () => state.user,
      isOnline: () => state.online,
      origin: () => origin,
      now: () => state.now,
      browser: {
        caches: storage,
        windows,
        whenSeen: (listener) => void seen.add(listener),
        logFailure: (error) => void logged.push(error),
        persist: async () => {
          persisted += 1;
        },
      },
    });
  };
  const look = () => {
    for (const listener of seen) listener();
  };
  const counts = () => ({ persisted, mostAtOnce });
  return { database, state, cached, fetched, renewed, dropped, logged, openWindow, look, counts };
}

type Device = ReturnType<typeof device>;
type Kind = 'document' | 'image' | 'video';

const mimes = { document: 'application/vnd.ms-excel', image: 'image/svg+xml', video: 'video/mp4' };

async function addMedia(database: Database, name: string, kind: Kind, bytes: number, thumbnail?: string) {
  const file: FileRecord = {
    id: `file-${name}`,
    type: 'file--file',
    filename: name,
    filemime: mimes[kind],
    filesize: bytes,
    uri: { value: '', url: `/sites/default/files/${name}` },
    ...(thumbnail && { image_style_uri: { thumbnail: address(thumbnail) } }),
  };
  const media = {
    id: name,
    type: `media--${kind}`,
    name,
    file: { type: 'file--file', id: file.id },
  } as MediaRecord;
  await database.records('file--file').put(file);
  await database.dexie.table(media.type).put(media);
  return { type: media.type, id: media.id };
}

async function addBundle(
  { database }: Pick<Device, 'database'>,
  id: string,
  files: Record<string, [Kind, number, string?]>,
): Promise<Subject> {
  const medias = [];
  for (const [name, [kind, bytes, thumbnail]] of Object.entries(files)) {
    medias.push(await addMedia(database, name, kind, bytes, thumbnail));
  }
  await database
    .records('salestool--document_bundle')
    .put({ id, type: 'salestool--document_bundle', medias });
  return { kind: 'bundle', id };
}

const threeFiles = (world: Device) =>
  addBundle(world, 'counter', {
    'guide.xls': ['document', 400],
    'front.svg': ['image', 100],
    'demo.mp4': ['video', 5000],
  });

type Files = ReturnType<Device['openWindow']>;

function watch(files: Files, subject: Subject) {
  const watched = files.watch(subject);
  ends.push(watched.subscribe(() => {}));
  return watched;
}

const isSettled = (files: Files, subject: Subject, state: string) =>
  expect.poll(() => watch(files, subject).current().state).toBe(state);

const gate = () => {
  let open = () => {};
  const opened = new Promise<null>((resolve) => {
    open = () => resolve(null);
  });
  return { open, opened };
};

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

  test('asks the browser once not to empty itself', async () => {
    const world = device();
    const counter = await threeFiles(world);
    const other = await addBundle(world, 'other', { 'other.xls': ['document', 1] });
    const files = world.openWindow();
    await files.keep(counter);
    await files.keep(other);
    await world.openWindow().keep(other);
    expect(world.counts().persisted).toBe(1);
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
    await files.keep(subject);
    expect(world.fetched.length).toBeLessThanOrEqual(8);
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

async function addPack({ database }: Pick<Device, 'database'>, mediaIds: string[]) {
  const medias = mediaIds.map((id) => ({
    id: `element-${id}`,
    type: 'media',
    title: id,
    data: {
      media: { id, type: 'media--document', mediaType: 'Document', name: id, url: null, thumbnail: null },
    },
  }));
  await database.records('salestool--pack').put({
    id: 'pack',
    type: 'salestool--pack',
    title: 'Pack',
    pack_data: JSON.stringify({
      version: 2,
      elements: [{ id: 'group', type: 'medias', title: 'Group', data: { medias } }],
    }),
  });
}

test('[PLIST-04, CACHE-06] keeping a pack stores the files of the media in its data, not of the whole bundle', async () => {
  const world = device();
  await threeFiles(world);
  await addPack(world, ['guide.xls']);
  const files = world.openWindow();
  const pack: Subject = { kind: 'pack', id: 'pack' };
  await files.keep(pack);
  await isSettled(files, pack, 'on');
  expect([...world.cached.keys()]).toEqual([address('guide.xls')]);
});

describe('an embed app', () => {
  const app: BundleRecord = {
    id: 'app',
    type: 'salestool--miniapp_bundle',
    miniapp_type: 'embed',
    urls: [{ uri: '/sites/default/files/app/app.js', title: '', options: [] }],
  };
  const subject: Subject = { kind: 'bundle', id: 'app' };

  test('[RES-10, APP-07] is kept with its scripts, its manifest and every file the manifest lists', async () => {
    const world = device();
    await world.database.records('salestool--miniapp_bundle').put(app as never);
    world.state.bodies.set(address('app/manifest.json'), '["app.js","counter.svg","../secret.pdf"]');
    world.state.bodies.set(address('app/counter.svg'), 'x'.repeat(100));
    const files = world.openWindow();
    await files.keep(subject);
    await isSettled(files, subject, 'on');
    expect([...world.cached.keys()].sort()).toEqual(
      ['app.js', 'counter.svg', 'manifest.json'].map((name) => address(`app/${name}`)),
    );
    // No record tells these sizes; they are measured.
    expect(watch(files, subject).current()).toMatchObject({ filesTotal: 3, bytesTotal: 141, bytesDone: 141 });
  });

  test('is not called complete while nobody knows its files', async () => {
    const world = device();
    await world.database.records('salestool--miniapp_bundle').put(app as never);
    world.state.answer = (url) => (url.endsWith('manifest.json') ? 'refused' : null);
    const files = world.openWindow();
    await files.keep(subject);
    await isSettled(files, subject, 'partial');
  });
});

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
