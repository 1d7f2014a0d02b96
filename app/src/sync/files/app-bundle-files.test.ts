import { describe, expect, test } from 'vitest';
import type { BundleRecord } from '#storage/records.ts';
import { address, type Device, device, hour, isSettled, origin, watch } from '#testing/files-device.ts';
import { createAppFiles } from './app-files.ts';
import type { Subject } from './list-files.ts';
import { forgetNoManifest, hasNoManifest } from './no-manifest.ts';

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

  describe('[APP-07] without a manifest, as its host says', () => {
    const manifest = address('app/manifest.json');

    /** What starts it, with what is kept. */
    const startOf = ({ database, cached }: Pick<Device, 'database' | 'cached'>, reach: typeof fetch) =>
      createAppFiles({
        origin: () => origin,
        caches: {
          match: async (key) => (cached.has(String(key)) ? new Response(cached.get(String(key))) : undefined),
        },
        fetch: reach,
        hasNoManifest: (folder) => hasNoManifest(database, folder),
        forgetNoManifest: (folder) => forgetNoManifest(database, folder),
      });

    async function withoutManifest() {
      const world = device();
      await world.database.records('salestool--miniapp_bundle').put(app as never);
      world.state.answer = (url) => (url.endsWith('manifest.json') ? 'refused' : null);
      const asked: string[] = [];
      world.state.fetch = async (url) => {
        asked.push(url);
        return new Response('', { status: 404 });
      };
      return { ...world, asked };
    }

    test('[RES-10] is whole with its scripts and styles', async () => {
      const world = await withoutManifest();
      const files = world.openWindow();
      await files.keep(subject);
      await isSettled(files, subject, 'on');
      expect([...world.cached.keys()]).toEqual([address('app/app.js')]);
      expect(world.asked).toEqual([address('app/manifest.json')]);
      await isSettled(world.openWindow(), subject, 'on');
    });

    test.each<[string, () => Promise<Response>]>([
      ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
      ['something before its host says that it is down', async () => new Response('', { status: 502 })],
      [
        'a network answers with a page of its own',
        async () => new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } }),
      ],
      ['something else answers', async () => Response.json({ error: 'no such address' })],
    ])('starts where %s, now and later', async (_where, answer) => {
      const world = await withoutManifest();
      await world.openWindow().keep(subject);
      for (const answers of [answer, () => Promise.reject(new TypeError('Failed to fetch'))]) {
        const appFiles = startOf(world, answers);
        expect([...(await appFiles(app)).keys()]).toEqual(['app.js']);
      }
    });

    test('that has got one since starts with the files it lists, and is kept with them', async () => {
      const world = await withoutManifest();
      const files = world.openWindow();
      await files.keep(subject);
      await isSettled(files, subject, 'on');
      world.state.answer = () => null;
      world.state.bodies.set(address('app/manifest.json'), '["counter.svg"]');
      const appFiles = startOf(world, async (url) =>
        String(url).endsWith('manifest.json') ? new Response('["counter.svg"]') : new Response('x'),
      );
      expect([...(await appFiles(app)).keys()]).toEqual(['app.js', 'counter.svg']);
      await expect.poll(() => world.cached.has(address('app/counter.svg'))).toBe(true);
    });

    test('is asked for it again by whoever keeps it again', async () => {
      const world = await withoutManifest();
      const files = world.openWindow();
      await files.keep(subject);
      await files.drop(subject);
      expect(await hasNoManifest(world.database, { manifest })).toBe(false);
      await files.keep(subject);
      await files.keep(subject);
      expect(world.asked).toEqual([manifest, manifest, manifest]);
      await isSettled(files, subject, 'on');
    });

    test('holds up no one who stops it while the host is asked', async () => {
      const world = await withoutManifest();
      const [asked, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      world.state.fetch = (_url, call) =>
        new Promise((_resolve, reject) => {
          call?.signal?.addEventListener('abort', () => {
            stopped.resolve();
            reject(call.signal?.reason);
          });
          asked.resolve();
        });
      const files = world.openWindow();
      const keeping = files.keep(subject);
      await asked.promise;
      files.stop(subject);
      await stopped.promise;
      await keeping;
      await isSettled(files, subject, 'off');
    });

    test('[CACHE-08] costs one question where the host is away, and none once the app has left this device', async () => {
      const world = await withoutManifest();
      const other = { ...app, id: 'other', urls: [{ ...app.urls![0]!, uri: '/sites/default/files/b/b.js' }] };
      await world.database.records('salestool--miniapp_bundle').put(other as never);
      const files = world.openWindow();
      await files.keep(subject);
      await files.keep({ kind: 'bundle', id: 'other' });
      world.asked.length = 0;
      world.state.fetch = async (url) => {
        world.asked.push(url);
        throw new TypeError('Failed to fetch');
      };
      world.state.now += 24 * hour;
      await files.recacheChannel('retail');
      expect(world.asked).toEqual([manifest]);

      await world.database.records('salestool--miniapp_bundle').delete('app');
      world.asked.length = 0;
      world.state.now += 24 * hour;
      await files.recacheChannel('retail');
      expect(world.asked).toEqual([address('b/manifest.json')]);
      expect(await hasNoManifest(world.database, { manifest })).toBe(false);
    });

    test('[CACHE-08] that has got one since is kept with the files it lists', async () => {
      const world = await withoutManifest();
      const files = world.openWindow();
      await files.keep(subject);
      world.state.now += 24 * hour;
      world.state.answer = () => null;
      world.state.fetch = async () => new Response('[]');
      world.state.bodies.set(address('app/manifest.json'), '["counter.svg"]');
      await files.recacheChannel('retail');
      await isSettled(files, subject, 'on');
      expect(world.cached.has(address('app/counter.svg'))).toBe(true);
    });

    test('a script that the host does not give either keeps it from being called whole', async () => {
      const world = await withoutManifest();
      world.state.answer = () => 'refused';
      const files = world.openWindow();
      await files.keep(subject);
      await isSettled(files, subject, 'partial');
      expect(watch(files, subject).current()).toMatchObject({ filesTotal: 1, problem: 'refused' });
    });
  });

  test('[APP-07] one script that the host does not give holds up none of the files that the manifest lists', async () => {
    const world = device();
    await world.database.records('salestool--miniapp_bundle').put(app as never);
    world.state.answer = (url) => (url.endsWith('app.js') ? 'refused' : null);
    world.state.bodies.set(address('app/manifest.json'), '["app.js","counter.svg"]');
    const files = world.openWindow();
    await files.keep(subject);
    await isSettled(files, subject, 'partial');
    expect(world.cached.has(address('app/counter.svg'))).toBe(true);
    expect(watch(files, subject).current()).toMatchObject({
      filesDone: 2,
      filesTotal: 3,
      problem: 'refused',
    });
  });
});
