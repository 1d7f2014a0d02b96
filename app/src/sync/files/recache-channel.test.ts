import { describe, expect, test } from 'vitest';
import {
  addBundle,
  addMedia,
  addPack,
  address,
  type Device,
  device,
  gate,
  hour,
  isSettled,
  type Kind,
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

  /** With all that is shown of it: its banner, its doors, faces of signatures and a page with a picture and a link. */
  async function everyPicture(world: Device) {
    const { database } = world;
    await channel(world);
    const doors = ['door-0.svg', 'door-1.svg', 'door-2.svg', 'door-3.svg'].map((name) =>
      addMedia(database, name, 'image', 10),
    );
    for (const face of ['face.svg', 'hidden.svg', 'stand-in.svg'])
      await addMedia(database, face, 'image', 10);
    const fileOf = (name: string) => ({ type: 'file--file', id: `file-${name}` }) as const;
    await database.records('salestool--signature').bulkPut([
      { id: 'nora', type: 'salestool--signature', picture: fileOf('face.svg'), image: fileOf('hidden.svg') },
      { id: 'team', type: 'salestool--signature', image: fileOf('stand-in.svg') },
    ]);
    const processed =
      '<p><img src="/sites/default/files/in-text.png"> <a href="/sites/default/files/linked.pdf">More</a></p>' +
      '<p><img src="https://elsewhere.example/theirs.png"></p>';
    await database.records('salestool--content_bundle').put({
      id: 'page',
      type: 'salestool--content_bundle',
      body: { value: '', format: 'basic_html', processed },
    });
    await database.records('salestool--channel').update('retail', {
      image: (await addMedia(database, 'banner.svg', 'image', 10)) as never,
      medias: (await Promise.all(doors)) as never,
      bundles: [
        { type: 'salestool--document_bundle', id: 'counter' },
        { type: 'salestool--content_bundle', id: 'page' },
      ],
    });
  }

  test('[SYNC-10] keeps the pictures that tiles and pages show, and no file that nobody chose', async () => {
    const world = device();
    await everyPicture(world);
    await world.openWindow().recacheChannel('retail');
    const own = ['banner.svg', 'door-0.svg', 'door-1.svg', 'door-2.svg', 'face.svg', 'stand-in.svg'];
    expect([...world.cached.keys()].sort()).toEqual(
      [...pictures, ...own.map(address), address('in-text.png')].sort(),
    );
  });

  describe('a page that shows pictures of another site and links to its files', () => {
    const theirs = (name: string) => `https://www.company.example/sites/default/files/${name}`;

    async function theirPictures(world: Device) {
      await everyPicture(world);
      const names = Array.from({ length: 20 }, (_, at) => `${at}.png`);
      const processed =
        names.map((name) => `<img src="${theirs(name)}">`).join('') +
        `<img src="/sites/default/files/in-text.png"><a href="${theirs('prices.pdf')}">Prices</a>`;
      await world.database
        .records('salestool--content_bundle')
        .update('page', { body: { value: '', format: 'basic_html', processed } });
      world.state.answer = (url) => (url.startsWith(theirs('')) ? 'unreachable' : null);
    }

    test('[SYNC-10, CACHE-08] keeps no channel from its own pictures, and from being renewed', async () => {
      const world = device();
      await theirPictures(world);
      await world.openWindow().recacheChannel('retail');
      expect([...world.cached.keys()]).toEqual(
        expect.arrayContaining([...pictures, address('in-text.png'), address('stand-in.svg')]),
      );
      expect((await world.database.marks.get('channel-files:retail'))?.value).toBe(world.state.now);
    });

    test('[RES-10] can be kept whole', async () => {
      const world = device();
      await theirPictures(world);
      const page: Subject = { kind: 'bundle', id: 'page' };
      const files = world.openWindow();
      await files.keep(page);
      await isSettled(files, page, 'on');
      expect([...world.cached.keys()]).toEqual([address('in-text.png')]);
    });
  });

  test('[SYNC-10, RES-10] a page that has come in its raw form alone is kept with what it shows, too', async () => {
    const world = device();
    await everyPicture(world);
    await world.database.records('salestool--content_bundle').update('page', {
      body: { value: '<img src="/sites/default/files/raw.png">', format: 'basic_html' } as never,
    });
    const files = world.openWindow();
    await files.recacheChannel('retail');
    expect(world.cached.has(address('raw.png'))).toBe(true);
    world.cached.clear();
    const page: Subject = { kind: 'bundle', id: 'page' };
    await files.keep(page);
    await isSettled(files, page, 'on');
    expect([...world.cached.keys()]).toEqual([address('raw.png')]);
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

  test('[CACHE-07, CACHE-08] a chosen film over which the worker ends is the only file that is not renewed', async () => {
    const world = device();
    await channel(world);
    const films = await addBundle(world, 'films', {
      'tour.mp4': ['video', 1],
      'a.xls': ['document', 1],
      'b.xls': ['document', 1],
      'c.xls': ['document', 1],
    });
    const files = world.openWindow();
    await files.keep(films, { videos: true });
    world.state.renewal = (together) => (together.includes(address('tour.mp4')) ? 'unreachable' : null);
    await files.recacheChannel('retail');
    world.renewed.length = 0;
    await files.recacheChannel('retail');
    expect(world.renewed).toEqual([]);
  });

  test('[CACHE-08] a chosen film of a bundle and a pack is asked for anew once', async () => {
    const world = device();
    await addPack(world, ['tour.mp4']);
    const films = await addBundle(world, 'films', { 'tour.mp4': ['video', 1] });
    const files = world.openWindow();
    for (const subject of [films, { kind: 'pack', id: 'pack' } as const])
      await files.keep(subject, { videos: true });
    await files.recacheChannel('retail');
    expect(world.renewed).toEqual([address('tour.mp4')]);
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
    world.begun.set(`${address('old-version.mp4')}?from=0`, 1);
    await files.recacheChannel('retail');
    expect([...world.cached.keys()].sort()).toEqual([...pictures, address('guide.xls')]);
    expect(world.begun.size).toBe(0);
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

  describe('[CACHE-08, CONST-02] with many pictures', () => {
    const many = Array.from({ length: 45 }, (_, at) => `${at}.webp`);

    async function manyPictures(world: Device) {
      const files = Object.fromEntries(
        many.map((name) => [`${name}.xls`, ['document', 1, name] as [Kind, number, string]]),
      );
      await addBundle(world, 'many', files);
      await world.database.records('salestool--channel').put({
        id: 'retail',
        type: 'salestool--channel',
        bundles: [{ type: 'salestool--document_bundle', id: 'many' }],
      });
    }

    test('two questions are asked at a time, and each picture comes once', async () => {
      const world = device();
      await manyPictures(world);
      const { open, opened } = gate();
      world.state.answer = () => opened;
      const loading = world.openWindow().recacheChannel('retail');
      await expect.poll(() => world.fetched).toHaveLength(2);
      open();
      await loading;
      expect(world.fetched.toSorted()).toEqual(many.map(address).toSorted());
      expect(world.counts().mostAtOnce).toBe(2);
    });

    test('an address that does not answer holds back no other, and the channel counts as renewed', async () => {
      const world = device();
      await manyPictures(world);
      world.state.answer = (url) => (url === address('19.webp') ? 'unreachable' : null);
      const files = world.openWindow();
      await files.recacheChannel('retail');
      expect(world.cached.size).toBe(44);
      world.renewed.length = 0;
      await files.recacheChannel('retail');
      expect(world.renewed).toEqual([]);
    });

    test('several that do not answer end it, and it is tried anew', async () => {
      const world = device();
      await manyPictures(world);
      world.state.answer = () => 'unreachable';
      const files = world.openWindow();
      await files.recacheChannel('retail');
      expect(world.fetched).toHaveLength(20);
      world.renewed.length = 0;
      await files.recacheChannel('retail');
      expect(world.renewed).toHaveLength(20);
    });

    test('a renewal that reached nobody is none', async () => {
      const world = device();
      await channel(world);
      const files = world.openWindow();
      await files.recacheChannel('retail');
      world.state.now += 24 * hour;
      world.state.renewal = () => 'unreachable';
      await files.recacheChannel('retail');
      world.state.renewal = () => null;
      world.renewed.length = 0;
      await files.recacheChannel('retail');
      expect(world.renewed.sort()).toEqual(pictures);
    });
  });

  describe('[RES-10] while the list of a kept bundle is not known', () => {
    test('keeps its files, which are dropped by nobody, until it is known what goes', async () => {
      const world = device();
      const { database } = world;
      const counter = await channel(world);
      const files = world.openWindow();
      await files.keep(counter);
      world.cached.set(address('old-version.xls'), 'x');
      const bundles = database.records('salestool--document_bundle');
      await bundles.update('counter', { _meta: { stub: true } });
      await database.records('media--document').update('guide.xls', { _meta: { stub: true } });
      await noteSpareFiles(database);
      const there = [...world.cached.keys(), address('cover.svg')].sort();
      await files.recacheChannel('retail');
      expect([...world.cached.keys()].sort()).toEqual(there);
      await bundles.update('counter', { _meta: {} });
      await database.records('media--document').update('guide.xls', { _meta: {} });
      await files.recacheChannel('retail');
      expect([...world.cached.keys()].sort()).toEqual([...pictures, address('guide.xls')]);
    });

    test('drops what was withdrawn all the same', async () => {
      const world = device();
      const { database } = world;
      const counter = await channel(world);
      await addPack(world, ['guide.xls', 'old.xls']);
      await addMedia(database, 'old.xls', 'document', 10);
      const files = world.openWindow();
      await files.keep(counter);
      await files.keep({ kind: 'pack', id: 'pack' });
      await database.records('salestool--document_bundle').update('counter', { _meta: { stub: true } });
      await database.records('media--document').update('guide.xls', { _meta: { stub: true } });
      await database.records('media--document').delete('old.xls');
      await noteSpareFiles(database);
      await files.recacheChannel('retail');
      expect(world.cached.has(address('old.xls'))).toBe(false);
      expect(world.cached.has(address('guide.xls'))).toBe(true);
    });

    test('[APP-07] an app without a manifest holds back what lies beside its scripts, and nothing else', async () => {
      const world = device();
      const { database } = world;
      await channel(world);
      await database.records('salestool--miniapp_bundle').put({
        id: 'app',
        type: 'salestool--miniapp_bundle',
        miniapp_type: 'embed',
        urls: [{ uri: '/sites/default/files/app/app.js', title: '', options: [] }],
      });
      world.state.answer = (url) => (url.endsWith('manifest.json') ? 'refused' : null);
      const files = world.openWindow();
      await files.keep({ kind: 'bundle', id: 'app' });
      await addMedia(database, 'app/withdrawn.mp4', 'video', 10);
      await database.records('media--video').delete('app/withdrawn.mp4');
      for (const name of ['old-version.webp', 'app/counter.svg', 'app/withdrawn.mp4'])
        world.cached.set(address(name), 'x');
      await files.recacheChannel('retail');
      expect([...world.cached.keys()].sort()).toEqual(
        [...pictures, address('app/app.js'), address('app/counter.svg')].sort(),
      );
    });

    test('a bundle that has left the device holds nothing back', async () => {
      const world = device();
      const { database } = world;
      const counter = await channel(world);
      const files = world.openWindow();
      await files.keep(counter);
      await database.records('salestool--document_bundle').delete('counter');
      await files.recacheChannel('retail');
      expect(world.cached.has(address('guide.xls'))).toBe(false);
    });
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
