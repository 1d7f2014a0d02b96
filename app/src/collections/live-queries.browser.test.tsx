import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import { liveQuery } from 'dexie';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import type { PackRecord } from '#storage/records.ts';
import { createActivity } from '#sync/activity.ts';
import type { MediaView } from '#sync/media-view.ts';
import { createBundlesAndPacks } from './bundles-and-packs.ts';
import { createChannels } from './channels.ts';
import type { CollectionParts } from './collection-parts.ts';

// In a browser's own database: only there a query is lost on the way when an await is not followed.
const database = openDatabase('live-queries');
beforeEach(async () => {
  await database.dexie.delete();
  await database.dexie.open();
});

const parts = {
  database,
  session: {
    current: () => ({ user: { uuid: 'nora', channels: ['c'] }, tokens: null }),
    subscribe: () => () => {},
  },
  activity: createActivity(),
  origin: 'https://host.example',
  isOnline: () => false,
} as unknown as CollectionParts;

async function fillChannel() {
  await database.records('salestool--channel').put({
    id: 'c',
    type: 'salestool--channel',
    title: 'Retail',
    image: { type: 'media--image', id: 'm' },
    medias: [{ type: 'media--image', id: 'm' }],
    bundles: [{ type: 'salestool--document_bundle', id: 'b' }],
  });
  await database
    .records('media--image')
    .put({ id: 'm', type: 'media--image', file: { type: 'file--file', id: 'f' }, keywords: [] });
  await database.records('file--file').put({ id: 'f', type: 'file--file', filemime: 'image/png' });
}

test('[SYNC-03] what a screen shows of a channel follows what a later part of the load brings', async () => {
  await fillChannel();
  const channels = createChannels(parts, () => {});
  const seen: (number | null | undefined)[] = [];
  const following = liveQuery(async () => channels.view('c')).subscribe((view) =>
    seen.push(view?.counts.packs),
  );
  await vi.waitFor(() => expect(seen.at(-1)).toBeNull());
  await database.write([database.records('salestool--pack')], async () => {
    await database.records('salestool--pack').put({ id: 'p', type: 'salestool--pack', pack_type: 'global' });
  });
  await vi.waitFor(() => expect(seen.at(-1)).toBe(1));
  following.unsubscribe();
});

test('a transaction holds across functions that wait inside functions', async () => {
  const inner = async () => {
    await database.marks.put({ id: 'inner', value: 1 });
    await database.marks.get('inner');
  };
  const outer = async () => {
    await inner();
    await inner();
  };
  const failing = database.write([database.marks], async () => {
    await outer();
    await outer();
    throw new Error('at the very end');
  });
  await expect(failing).rejects.toThrow('at the very end');
  expect(await database.marks.count()).toBe(0);
});

test('the files of a large pack are followed, though reading it gives others a turn', async () => {
  const medias = Array.from({ length: 900 }, (_, at) => ({
    type: 'media--document' as const,
    id: `m${at}`,
    name: `File ${at}`,
  }));
  await database.records('media--document').bulkPut(medias);
  const elements = medias.map(({ id, type, name }) => ({
    ...{ id: `e-${id}`, type: 'media', title: name },
    data: { media: { id, type, name, mediaType: null, url: null, thumbnail: null } },
  }));
  // As on a slow tablet, where every few steps are a frame's share.
  let at = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    at += 1;
    return at;
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const { packs } = createBundlesAndPacks(parts, {} as HostConfiguration['flags'], null);
  const pack: PackRecord = {
    ...{ id: 'p', type: 'salestool--pack' },
    pack_data: JSON.stringify({ version: 2, elements }),
  };
  const seen: ReadonlyMap<string, MediaView>[] = [];
  const following = liveQuery(async () => packs.medias(pack)).subscribe((views) => seen.push(views));
  await vi.waitFor(() => expect(seen.at(-1)?.size).toBe(900), 10_000);
  await database.records('media--document').update('m899', { name: 'The last' });
  await vi.waitFor(() => expect(seen.at(-1)?.get('m899')?.name).toBe('The last'), 10_000);
  following.unsubscribe();
});
