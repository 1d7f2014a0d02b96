import { liveQuery } from 'dexie';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import type { MediaView } from '../media-view.ts';
import { type BundleReads, createBundleReads } from './bundle-reads.ts';
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

test('the files of a large pack come from the worker in their order, without those that are missing, and anew when one changes', async () => {
  const database = openDatabase();
  onTestFinished(() => database.dexie.delete());
  const ids = Array.from({ length: 900 }, (_, at) => `m${900 - at}`);
  const medias = ids.map((id) => ({ type: 'media--document' as const, id, name: id }));
  await database.records('media--document').bulkPut(medias.slice(1));
  const { origin } = location;
  const here = createBundleReads(database, origin);
  const asked = { here: 0, elsewhere: 0 };
  const counted = (reads: BundleReads, where: keyof typeof asked): BundleReads => ({
    ...reads,
    mediasById: (part) => {
      asked[where] += 1;
      return reads.mediasById(part);
    },
  });
  const elsewhere = createWorkerBundleReads(origin);
  const reads = readsOfMany(database, counted(here, 'here'), counted(elsewhere, 'elsewhere'));
  const seen: ReadonlyMap<string, MediaView>[] = [];
  const following = liveQuery(() => reads.mediasById(ids)).subscribe((all) => seen.push(all));
  onTestFinished(() => following.unsubscribe());
  await expect.poll(() => seen.length).toBe(1);
  expect([...(seen[0]?.keys() ?? [])]).toEqual(ids.slice(1));
  expect(asked).toEqual({ here: 0, elsewhere: 3 });
  await database.records('media--document').update('m1', { name: 'The last' });
  await expect.poll(() => seen.at(-1)?.get('m1')?.name).toBe('The last');
  expect([...(await reads.mediaIdsHere(ids))].sort()).toEqual(ids.slice(1).sort());
  const placed = ids.slice(0, 3).map((id) => ({ type: 'media--document' as const, id }));
  await database.records('salestool--document_bundle').bulkPut([
    { id: 'prices', type: 'salestool--document_bundle', availability: 'internal', medias: placed },
    { id: 'guides', type: 'salestool--document_bundle', availability: 'public', medias: placed.slice(1) },
  ]);
  const places = () => reads.placesOfFiles(['prices', 'guides'], ids);
  expect(await places()).toEqual({ internal: ['m900'], nowhere: ids.slice(3), areWhole: true });
  const told: boolean[] = [];
  const followingPlaces = liveQuery(places).subscribe(({ areWhole }) => told.push(areWhole));
  onTestFinished(() => followingPlaces.unsubscribe());
  await expect.poll(() => told).toEqual([true]);
  await database.records('salestool--document_bundle').update('guides', { _meta: { stub: true } });
  await expect.poll(() => told).toEqual([true, false]);
  // A few are read where they are asked for: they are there sooner than a worker answers.
  expect([...(await reads.mediasById(['m1', 'm900', 'm2'])).keys()]).toEqual(['m1', 'm2']);
  expect(asked.here).toBe(1);
});
