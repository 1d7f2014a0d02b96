import { describe, expect, test } from 'vitest';
import type { BundleRecord } from '#storage/records.ts';
import { address, device, isSettled, watch } from '#testing/files-device.ts';
import type { Subject } from './list-files.ts';

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
