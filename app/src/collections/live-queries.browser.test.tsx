import { liveQuery } from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { createActivity } from '#sync/activity.ts';
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
  session: { current: () => ({ user: { uuid: 'nora', channels: ['c'] }, tokens: null }) },
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
  await vi.waitFor(() => expect(seen.at(-1)).toBe(0));
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
