import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { createWorkerBundleReads } from './worker-bundle-reads.ts';

const inOrder = {
  search: '',
  sort: { column: 'name', descending: false },
  page: 0,
  pageSize: 10,
  named: [],
} as const;

test('the worker tells the files in sight, and a newer version of them when one is asked for', async () => {
  const database = openDatabase();
  onTestFinished(() => database.dexie.delete());
  const medias = ['a', 'b', 'c'].map((id) => ({ type: 'media--document' as const, id }));
  await database.records('media--document').bulkPut(medias.map((media) => ({ ...media, name: media.id })));
  await database
    .records('salestool--document_bundle')
    .put({ id: 'all', type: 'salestool--document_bundle', title: 'All', medias });
  const reads = createWorkerBundleReads(location.origin);
  const names = async (version: number) =>
    (await reads.filesInSight('all', inOrder, version)).files.map(({ name }) => name);
  expect(await names(0)).toEqual(['a', 'b', 'c']);
  expect(await reads.head('all')).toEqual({ id: 'all', type: 'salestool--document_bundle', title: 'All' });
  await database.records('media--document').update('b', { name: 'd' });
  expect(await names(1)).toEqual(['a', 'c', 'd']);
});
