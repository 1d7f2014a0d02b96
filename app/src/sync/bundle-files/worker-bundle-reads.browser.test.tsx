import { liveQuery } from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { createBundleReads } from './bundle-reads.ts';
import { readsOfMany } from './reads-of-many.ts';
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
  expect(await reads.head('all', 0)).toEqual({ id: 'all', type: 'salestool--document_bundle', title: 'All' });
  await database.records('media--document').update('b', { name: 'd' });
  expect(await names(1)).toEqual(['a', 'c', 'd']);
});

test('a live query has what comes from the worker in several parts, and again when it has changed', async () => {
  const database = openDatabase();
  onTestFinished(() => database.dexie.delete());
  const bundles = Array.from({ length: 450 }, (_, at) => ({
    type: 'salestool--document_bundle' as const,
    id: `b${at}`,
  }));
  await database
    .records('salestool--document_bundle')
    .bulkPut(bundles.map((bundle) => ({ ...bundle, title: bundle.id, medias: [] })));
  await database.records('salestool--channel').put({ id: 'c', type: 'salestool--channel', bundles });
  const { origin } = location;
  const reads = readsOfMany(database, createBundleReads(database, origin), createWorkerBundleReads(origin));
  const seen: (string | null | undefined)[][] = [];
  const following = liveQuery(async () => reads.inChannel('c', ['salestool--document_bundle'])).subscribe(
    (all) => seen.push([String(all.length), all.at(-1)?.title]),
  );
  onTestFinished(() => following.unsubscribe());
  await expect.poll(() => seen).toEqual([['450', 'b449']]);
  await database.records('salestool--document_bundle').update('b449', { title: 'The last' });
  await expect
    .poll(() => seen)
    .toEqual([
      ['450', 'b449'],
      ['450', 'The last'],
    ]);
});
