import { afterEach, expect, test } from 'vitest';
import { localFiles, localKeywords, localMediaRecords } from '#sync/local-records.ts';
import { type Database, openDatabase } from './database.ts';
import type { FileRecord, LocalRecord } from './records.ts';
import { stage, stagedAmong, unpackStaged } from './staged-records.ts';

const opened: Database[] = [];
afterEach(async () => {
  for (const { dexie } of opened.splice(0)) await dexie.delete();
});

let devices = 0;
function startDevice() {
  devices += 1;
  const database = openDatabase(`staged-${devices}`);
  opened.push(database);
  return database;
}

const media = (at: number, name = `Guide ${at}`): LocalRecord<'media--document'> => ({
  id: `m${String(at).padStart(5, '0')}`,
  type: 'media--document',
  name,
});
const file = (at: number): FileRecord => ({
  id: `f${String(at).padStart(5, '0')}`,
  type: 'file--file',
  filename: `guide-${at}.pdf`,
});
const keyword = { id: 'k', type: 'taxonomy_term--keywords' as const, name: 'Counter' };

const all = (count: number): LocalRecord[] => [
  ...Array.from({ length: count }, (_, at) => [media(at), file(at)]).flat(),
  keyword,
];

const idsOf = (records: Iterable<{ id: string }>) => [...records].map(({ id }) => id).sort();

test('what is staged is read as if it had rows of its own', async () => {
  const database = startDevice();
  await stage(database, all(300));
  const medias = Array.from({ length: 300 }, (_, at) => media(at));
  const found = await localMediaRecords(database, [media(7).id, media(299).id, 'unknown']);
  expect([...found.values()]).toEqual([media(7), media(299)]);
  expect((await localFiles(database, [file(1).id])).get(file(1).id)).toEqual(file(1));
  expect((await localKeywords(database, ['k'])).get('k')).toEqual(keyword);
  // More than are asked for one by one.
  const many = await localMediaRecords(database, [...idsOf(medias), ...idsOf(all(300))]);
  expect(idsOf(many.values())).toEqual(idsOf(medias));
});

test('unpacked, every record has its row in the store of its type, and nothing is staged any more', async () => {
  const database = startDevice();
  await stage(database, all(300));
  await unpackStaged(database);
  expect(await database.staged.count()).toBe(0);
  expect(await database.records('media--document').count()).toBe(300);
  expect(await database.records('file--file').get(file(299).id)).toEqual(file(299));
  expect(await database.records('taxonomy_term--keywords').get('k')).toEqual(keyword);
});

test('every record is found at every moment of unpacking', async () => {
  const database = startDevice();
  const wanted = idsOf(Array.from({ length: 600 }, (_, at) => media(at)));
  await stage(database, all(600));
  let isDone = false;
  const unpacking = unpackStaged(database).then(() => {
    isDone = true;
  });
  const looks: Promise<{ asked: number; found: number }>[] = [];
  const look = async (ids: readonly string[]) => ({
    asked: ids.length,
    found: (await localMediaRecords(database, ids)).size,
  });
  for (let at = 0; !isDone; at += 1) {
    looks.push(look(at % 5 === 0 ? wanted : wanted.slice((at * 37) % 500, ((at * 37) % 500) + 40)));
    await new Promise((resolve) => setTimeout(resolve));
  }
  await unpacking;
  expect(looks.length).toBeGreaterThan(10);
  for (const { asked, found } of await Promise.all(looks)) expect(found).toBe(asked);
});

test('a record that came by another way stays, and one that is known by its name only makes way', async () => {
  const database = startDevice();
  const table = database.records('media--document');
  await stage(database, [media(1, 'As it came'), media(2, 'As it came')]);
  await table.put(media(1, 'Younger'));
  await table.put({ ...media(2, ''), _meta: { stub: true } });
  const named = async () => {
    const found = await localMediaRecords(database, [media(1).id, media(2).id]);
    return [found.get(media(1).id)?.name, found.get(media(2).id)?.name];
  };
  expect(await named()).toEqual(['Younger', 'As it came']);
  await unpackStaged(database);
  expect(await named()).toEqual(['Younger', 'As it came']);
  expect((await table.get(media(2).id))?._meta).toBeUndefined();
});

test('two windows that unpack at the same time lose nothing', async () => {
  const database = startDevice();
  await stage(database, all(400));
  const other = openDatabase(database.dexie.name);
  await Promise.all([unpackStaged(database), unpackStaged(other)]);
  other.dexie.close();
  expect(await database.records('media--document').count()).toBe(400);
  expect(await database.records('file--file').count()).toBe(400);
  expect(await database.staged.count()).toBe(0);
});

test('unpacking that ends at any moment loses nothing, and goes on with the next', async () => {
  for (const steps of [1, 2, 3, 5]) {
    const database = startDevice();
    await stage(database, all(400));
    // The power goes at the beginning of a transaction: nothing of it is there.
    const backend = await database.dexie.open().then(({ backendDB }) => backendDB.call(database.dexie));
    const begin = backend.transaction.bind(backend);
    let begun = 0;
    backend.transaction = (...how: Parameters<typeof begin>) => {
      const transaction = begin(...how);
      begun += how[1] === 'readwrite' ? 1 : 0;
      if (begun > steps) transaction.abort();
      return transaction;
    };
    await expect(unpackStaged(database)).rejects.toThrow();
    backend.transaction = begin;
    const wanted = idsOf(Array.from({ length: 400 }, (_, at) => media(at)));
    expect((await localMediaRecords(database, wanted)).size).toBe(400);
    await unpackStaged(database);
    expect(await database.records('media--document').count()).toBe(400);
  }
});

test('nothing is asked of rows that are not there', async () => {
  const database = startDevice();
  expect(await stage(database, [])).toEqual([]);
  expect((await stagedAmong(database, ['media--document'], ['m1'])).size).toBe(0);
  await unpackStaged(database);
});
