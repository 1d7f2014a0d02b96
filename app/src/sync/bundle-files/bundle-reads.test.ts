import { liveQuery } from 'dexie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Database, openDatabase } from '#storage/database.ts';
import { keepFileCount } from '../load/file-counts.ts';
import { createBundleReads } from './bundle-reads.ts';
import { readsOfMany } from './reads-of-many.ts';
import type { WantedFiles } from './wanted-files.ts';

const origin = 'https://host.example';
const newestFirst: WantedFiles = {
  search: '',
  sort: { column: 'changed', descending: true },
  page: 0,
  pageSize: 10,
  named: [],
};

const numbered = (at: number) => `m${String(at).padStart(5, '0')}`;
const media = (at: number) => ({ type: 'media--document' as const, id: numbered(at) });

/** A channel with one bundle of so many documents; every third has no date. */
async function device(files: number): Promise<Database> {
  const database = openDatabase(`reads-${crypto.randomUUID()}`);
  onTestFinished(() => database.dexie.delete());
  const ids = Array.from({ length: files }, (_, at) => media(at));
  await database.records('media--document').bulkPut(
    ids.map((identifier, at) => ({
      ...identifier,
      name: at % 2 === 0 ? `Guide ${at}` : `contract ${at}`,
      description: at === 7 ? 'About Queues' : '',
      changed: at % 3 === 0 ? null : at,
    })),
  );
  await database.records('salestool--document_bundle').put({
    id: 'b',
    type: 'salestool--document_bundle',
    title: 'Everything',
    medias: ids,
  });
  const bundles = [{ type: 'salestool--document_bundle' as const, id: 'b' }];
  const channel = { id: 'c', type: 'salestool--channel' as const, bundles };
  await database.records('salestool--channel').put(channel);
  await keepFileCount(database, channel);
  return database;
}

const ids = ({ files }: { files: readonly { id: string }[] }) => files.map(({ id }) => id);

test('[DOC-13] the newest ten come first, and what has no date comes last either way', async () => {
  const reads = createBundleReads(await device(30), origin);
  const newest = await reads.filesInSight('b', newestFirst, 0);
  expect(newest).toMatchObject({ all: 30, matching: 30, page: 0 });
  expect(ids(newest).slice(0, 3)).toEqual([29, 28, 26].map(numbered));
  const oldest = { ...newestFirst, sort: { column: 'changed', descending: false } } as const;
  expect(ids(await reads.filesInSight('b', oldest, 0)).slice(0, 3)).toEqual([1, 2, 4].map(numbered));
  for (const order of [newestFirst, oldest])
    expect(ids(await reads.filesInSight('b', { ...order, page: 2 }, 0))).toEqual(
      [0, 3, 6, 9, 12, 15, 18, 21, 24, 27].map(numbered),
    );
});

test('capitals do not count in an order by name', async () => {
  const reads = createBundleReads(await device(4), origin);
  const byName = { ...newestFirst, sort: { column: 'name', descending: false } } as const;
  const { files } = await reads.filesInSight('b', byName, 0);
  expect(files.map(({ name }) => name)).toEqual(['contract 1', 'contract 3', 'Guide 0', 'Guide 2']);
});

test('[DOC-06] a search finds capitals too, and a page past the last is the last', async () => {
  const reads = createBundleReads(await device(30), origin);
  const found = await reads.filesInSight('b', { ...newestFirst, search: ' qUEUES ', page: 4 }, 0);
  expect(found).toMatchObject({ all: 30, matching: 1, page: 0 });
  expect(ids(found)).toEqual([numbered(7)]);
});

test('files are named wherever they stand, but only those of the bundle', async () => {
  const database = await device(30);
  await database.records('media--document').put({ type: 'media--document', id: 'elsewhere', name: 'No' });
  const reads = createBundleReads(database, origin);
  const { named } = await reads.filesInSight('b', { ...newestFirst, named: [numbered(3), 'elsewhere'] }, 0);
  expect(named.map(({ id }) => id)).toEqual([numbered(3)]);
});

test('of thousands of files each is found once, in its order', async () => {
  const reads = createBundleReads(await device(2500), origin);
  const byId = { ...newestFirst, sort: { column: 'id', descending: false } } as const;
  const last = await reads.filesInSight('b', { ...byId, page: 24, pageSize: 100 }, 0);
  expect(last).toMatchObject({ all: 2500, matching: 2500, page: 24 });
  expect(ids(last)).toEqual(Array.from({ length: 100 }, (_, at) => numbered(2400 + at)));
});

/** A bundle of pictures and documents in turn, so many of each date. */
async function dated(files: number, ofEachDate = 4): Promise<Database> {
  const database = await device(0);
  const types = ['media--document', 'media--image'] as const;
  const medias = Array.from({ length: files }, (_, at) => ({
    type: types[at % 2] as 'media--document',
    // The order of the keys is not the one of the bundle.
    id: numbered((at * 7) % files),
    name: `File ${at}`,
    changed: 1000 + Math.floor(((at * 11) % files) / ofEachDate),
  }));
  for (const type of types)
    await database.records(type).bulkPut(medias.filter((media) => media.type === type) as never[]);
  await database.records('salestool--document_bundle').put({
    id: 'b',
    type: 'salestool--document_bundle',
    title: 'Everything',
    medias: medias.map(({ type, id }) => ({ type, id })),
  });
  const bundles = [{ type: 'salestool--document_bundle' as const, id: 'b' }];
  await keepFileCount(database, { id: 'c', bundles });
  return database;
}

for (const [descending, ofEachDate] of [[true, 4] as const, [false, 4] as const, [true, 400] as const])
  test(`[DOC-13] the first ${descending ? 'newest' : 'oldest'} of many files, ${ofEachDate} of each date, come before all are read, and in the same order`, async () => {
    const database = await dated(997, ofEachDate);
    let rows = 0;
    for (const type of ['media--document', 'media--image'] as const)
      database.records(type).hook('reading', (row) => {
        rows += 1;
        return row;
      });
    const wanted = { ...newestFirst, sort: { column: 'changed', descending }, pageSize: 25 } as const;
    const pages = [0, 1, 7].map((page) => ({ ...wanted, page }));
    const first = [];
    for (const page of pages) {
      const reads = createBundleReads(database, origin);
      rows = 0;
      first.push(await reads.filesInSight('b', page, 0));
      expect(rows).toBeLessThan(500);
      // The answer of one that has all of them in order.
      await reads.showable('b', wanted, '', 0);
      expect(await reads.filesInSight('b', page, 0)).toEqual(first.at(-1));
    }
    expect(new Set(first.flatMap(ids)).size).toBe(75);
  });

test('the first files are those of all that are known whole, when one is known by its name only', async () => {
  const database = await dated(997);
  const [newest] = ids(await createBundleReads(database, origin).filesInSight('b', newestFirst, 0));
  const type = (await database.records('media--document').get(newest as string))
    ? 'media--document'
    : 'media--image';
  await database.records(type).update(newest as string, { _meta: { stub: true } });
  const files = await createBundleReads(database, origin).filesInSight('b', newestFirst, 0);
  expect(files.all).toBe(996);
  expect(ids(files)).not.toContain(newest);
});

test('what is listed of many comes over in parts and is whole', async () => {
  const database = await dated(997);
  const here = createBundleReads(database, origin);
  const medias = vi.fn(here.medias);
  const contents = vi.fn(here.contents);
  const reads = readsOfMany(database, here, { ...here, medias, contents });
  const all = await reads.medias('b');
  expect(all.map(({ name }) => name)).toEqual(Array.from({ length: 997 }, (_, at) => `File ${at}`));
  expect(medias.mock.calls.length).toBeGreaterThan(1);
  for (const { value } of medias.mock.settledResults)
    expect((value as { items: unknown[] }).items.length).toBeLessThanOrEqual(400);
  const [bundle] = await reads.contents('c');
  expect(bundle?.medias).toEqual(all.map(({ id, type, name }) => ({ id, type, name })));
});

test('[PEDIT-16] of each bundle it is told whether it is internal', async () => {
  const database = await device(1);
  const reads = readsOfMany(database, createBundleReads(database, origin), null);
  expect(await reads.contents('c')).toMatchObject([{ id: 'b', availability: null }]);
  await database.records('salestool--document_bundle').update('b', { availability: 'internal' });
  expect(await reads.contents('c')).toMatchObject([{ id: 'b', availability: 'internal' }]);
});

test('a bundle is told without the list of its files', async () => {
  const reads = createBundleReads(await device(30), origin);
  expect(await reads.head('b', 0)).toEqual({
    id: 'b',
    type: 'salestool--document_bundle',
    title: 'Everything',
  });
  expect(await reads.summary('b', 0)).toMatchObject({ id: 'b', fileCount: 30 });
});

test('[RES-04] what a host sends as it was written is summed up as what it sanitised is', async () => {
  const database = await device(1);
  const reads = createBundleReads(database, origin);
  const text = { format: 'basic_html', value: '<p>Take the <b>counter</b> along</p>' };
  for (const [version, body] of [text, { ...text, processed: text.value }].entries()) {
    await database.records('salestool--document_bundle').update('b', { body });
    expect(await reads.summary('b', version)).toMatchObject({ summary: 'Take the counter along' });
  }
});

test('the page reads few files by itself, and many are read elsewhere', async () => {
  const [few, many] = await Promise.all([device(300), device(301)]);
  const elsewhere = (database: Database) => {
    const reads = createBundleReads(database, origin);
    return { ...reads, filesInSight: vi.fn(reads.filesInSight) };
  };
  const [ofFew, ofMany] = [elsewhere(few), elsewhere(many)];
  await readsOfMany(few, createBundleReads(few, origin), ofFew).filesInSight('b', newestFirst);
  await readsOfMany(many, createBundleReads(many, origin), ofMany).filesInSight('b', newestFirst);
  expect(ofFew.filesInSight).not.toHaveBeenCalled();
  expect(ofMany.filesInSight).toHaveBeenCalledOnce();
});

test('where the other thread fails the page reads by itself', async () => {
  const database = await device(301);
  const here = createBundleReads(database, origin);
  const failing = { ...here, filesInSight: () => Promise.reject(new Error('did not start')) };
  expect(await readsOfMany(database, here, failing).filesInSight('b', newestFirst)).toMatchObject({
    all: 301,
  });
});

test('a live query is told when a file has changed, whoever reads the files, and only then', async () => {
  const database = await device(301);
  const elsewhere = createBundleReads(database, origin);
  const asked = vi.fn(elsewhere.filesInSight);
  const reads = readsOfMany(database, elsewhere, { ...elsewhere, filesInSight: asked });
  const named: string[] = [];
  const following = liveQuery(() => reads.filesInSight('b', newestFirst)).subscribe(({ files }) =>
    named.push(files[0]?.name ?? ''),
  );
  onTestFinished(() => following.unsubscribe());
  await expect.poll(() => named).toEqual(['contract 299']);
  await database.marks.put({ id: 'of something else', value: 1 });
  await database.records('media--document').update(numbered(299), { name: 'Renamed' });
  await expect.poll(() => named).toEqual(['contract 299', 'Renamed']);
  const [before, after] = asked.mock.calls.map(([, , version]) => version);
  expect(after).toBe((before ?? 0) + 1);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('of many files that were asked for a moment ago only the others are read, until one changes', async () => {
  const database = await device(900);
  const here = createBundleReads(database, origin);
  const asked = vi.fn(here.mediasById);
  const reads = readsOfMany(database, here, { ...here, mediasById: asked });
  const read = async (...wanted: string[]) => {
    asked.mockClear();
    const found = await reads.mediasById(wanted);
    expect([...found.keys()]).toEqual(wanted.filter((id) => id !== 'nowhere'));
    return found;
  };
  const all = Array.from({ length: 900 }, (_, at) => numbered(899 - at));
  const before = await read(...all.slice(10));
  expect(asked.mock.calls.flat(2)).toEqual(all.slice(10));
  const again = await read(...all.slice(20), 'nowhere', ...all.slice(0, 10));
  expect(asked.mock.calls.flat(2)).toEqual(['nowhere', ...all.slice(0, 10)]);
  expect(again.get(numbered(5))).toBe(before.get(numbered(5)));
  await read(...all.slice(20), 'nowhere');
  expect(asked).not.toHaveBeenCalled();
  await database.records('media--document').update(numbered(5), { name: 'Renamed' });
  expect((await read(...all.slice(20))).get(numbered(5))?.name).toBe('Renamed');
  expect(asked.mock.calls.flat(2)).toEqual(all.slice(20));
});
