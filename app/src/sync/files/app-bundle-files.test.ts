import { describe, expect, test } from 'vitest';
import type { BundleRecord } from '#storage/records.ts';
import { address, device, hour, isSettled, origin, watch } from '#testing/files-device.ts';
import { createAppFiles } from './app-files.ts';
import type { Subject } from './list-files.ts';
import { hasNoManifest } from './no-manifest.ts';

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

    test('starts where there is no connection', async () => {
      const { database, cached, openWindow } = await withoutManifest();
      await openWindow().keep(subject);
      const appFiles = createAppFiles({
        origin: () => origin,
        caches: {
          match: async (key) => (cached.has(String(key)) ? new Response(cached.get(String(key))) : undefined),
        },
        fetch: async () => {
          throw new TypeError('Failed to fetch');
        },
        hasNoManifest: (folder) => hasNoManifest(database, folder),
      });
      expect([...(await appFiles(app)).keys()]).toEqual(['app.js']);
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
