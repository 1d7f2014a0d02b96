import { afterEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#storage/database.ts';
import type { FileRecord, LocalRecord } from '#storage/records.ts';
import {
  completeStaged,
  dropIncomplete,
  dropReading,
  dropStaged,
  newReading,
  rowsOfStaged,
  stage,
  stagedIds,
  stagedRecords,
  unpackStaged,
} from '#storage/staged-records.ts';
import { localFiles, localKeywords, localMediaRecords } from './local-records.ts';

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

/** As a channel that came whole leaves them. */
async function stageWhole(database: Database, records: readonly LocalRecord[]) {
  const reading = newReading();
  await stage(database, reading, records);
  const rows = rowsOfStaged(records.length);
  await database.write([database.staged, database.marks], () => completeStaged(database, reading, rows));
}

const idsOf = (records: Iterable<{ id: string }>) => [...records].map(({ id }) => id).sort();

test('[SYNC-09] a channel is read on a page that came without HTTPS, too', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(newReading()).not.toBe(newReading());
  vi.unstubAllGlobals();
});

test('what is staged is read as if it had rows of its own', async () => {
  const database = startDevice();
  await stageWhole(database, all(300));
  const medias = Array.from({ length: 300 }, (_, at) => media(at));
  const found = await localMediaRecords(database, [media(7).id, media(299).id, 'unknown']);
  expect([...found.values()]).toEqual([media(7), media(299)]);
  expect((await localFiles(database, [file(1).id])).get(file(1).id)).toEqual(file(1));
  expect((await localKeywords(database, ['k'])).get('k')).toEqual(keyword);
  // More than are asked for one by one.
  const many = await localMediaRecords(database, [...idsOf(medias), ...idsOf(all(300))]);
  expect(idsOf(many.values())).toEqual(idsOf(medias));
});

test('what an older version has staged as lists is read, sorted out and unpacked as well', async () => {
  const database = startDevice();
  const reading = newReading();
  const lists = [all(1), [media(1), file(1)]];
  for (const records of lists) await database.staged.add({ reading, ids: idsOf(records), records });
  const { staged, marks } = database;
  await database.write([staged, marks], () => completeStaged(database, reading, lists.length));
  expect((await localMediaRecords(database, [media(0).id])).get(media(0).id)).toEqual(media(0));
  expect((await stagedIds(database)).get('file--file')).toEqual(new Set([file(0).id, file(1).id]));
  await database.write([staged, marks], () => dropStaged(database, [media(1).id]));
  await unpackStaged(database);
  expect(await staged.count()).toBe(0);
  expect(await database.records('media--document').toArray()).toEqual([media(0)]);
  expect(await database.records('file--file').toArray()).toEqual([file(0), file(1)]);
  expect(await database.records('taxonomy_term--keywords').toArray()).toEqual([keyword]);
});

test('unpacked, every record has its row in the store of its type, and nothing is staged any more', async () => {
  const database = startDevice();
  await stageWhole(database, all(300));
  await unpackStaged(database);
  expect(await database.staged.count()).toBe(0);
  expect(await database.records('media--document').count()).toBe(300);
  expect(await database.records('file--file').get(file(299).id)).toEqual(file(299));
  expect(await database.records('taxonomy_term--keywords').get('k')).toEqual(keyword);
});

test('every record is found at every moment of unpacking', async () => {
  const database = startDevice();
  const wanted = idsOf(Array.from({ length: 600 }, (_, at) => media(at)));
  await stageWhole(database, all(600));
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

test('a record that came by another way stays where it is as young, and one known by its name only makes way', async () => {
  const database = startDevice();
  const table = database.records('media--document');
  const dated = (at: number, name: string, changed: number) => ({ ...media(at, name), changed });
  await stageWhole(
    database,
    [1, 2, 3, 4].map((at) => dated(at, 'As it came', 10)),
  );
  await table.bulkPut([
    dated(1, 'Younger', 20),
    dated(2, 'As young', 10),
    dated(3, 'Older', 5),
    { ...dated(4, '', 30), _meta: { stub: true } },
  ]);
  await unpackStaged(database);
  const stored = await table.bulkGet([1, 2, 3, 4].map((at) => media(at).id));
  expect(stored.map((record) => record?.name)).toEqual(['Younger', 'As young', 'As it came', 'As it came']);
  expect(stored[3]?._meta).toBeUndefined();
});

test('nobody sees a reading that is not complete, nobody unpacks it, and a later one clears it away', async () => {
  const database = startDevice();
  await stageWhole(database, [media(1)]);
  const cut = newReading();
  await stage(database, cut, [media(2)]);
  const rows = rowsOfStaged(1);
  expect(idsOf((await localMediaRecords(database, [media(1).id, media(2).id])).values())).toEqual([
    media(1).id,
  ]);
  await unpackStaged(database);
  expect(await database.records('media--document').toCollection().primaryKeys()).toEqual([media(1).id]);
  expect(await database.staged.count()).toBe(1);
  // Another window may be reading still.
  await dropIncomplete(database);
  expect(await database.staged.count()).toBe(1);
  await dropIncomplete(database, Date.now() + 2 * 60 * 60_000);
  await expect(
    database.write([database.staged, database.marks], () => completeStaged(database, cut, rows)),
  ).rejects.toThrow();
  expect(await database.staged.count()).toBe(0);
  expect((await database.records('media--document').get(media(1).id))?.name).toBe('Guide 1');
});

test('a reading that is completed while it is cleared away is whole or refused', async () => {
  const database = startDevice();
  const other = openDatabase(database.dexie.name);
  opened.push(other);
  const reading = newReading();
  await stage(other, reading, [media(1)]);
  const rows = rowsOfStaged(1);
  const { staged, marks } = other;
  const complete = async () => {
    await Promise.resolve();
    await other.write([staged, marks], () => completeStaged(other, reading, rows));
    return 'whole';
  };
  const completing: Promise<string>[] = [];
  // Just behind the first look at what is complete.
  const where = (index: string) => {
    if (completing.length === 0) completing.push(complete().catch(() => 'refused'));
    return database.marks.where(index);
  };
  const looking: Database['marks'] = Object.create(database.marks, { where: { value: where } });
  await dropIncomplete({ ...database, marks: looking }, Date.now() + 2 * 60 * 60_000);
  const [outcome] = await Promise.all(completing);
  expect((await localMediaRecords(database, [media(1).id])).size).toBe(outcome === 'whole' ? 1 : 0);
});

test('a reading that came to nothing leaves nothing, and what complete ones have brought stays', async () => {
  const database = startDevice();
  await stageWhole(database, [media(1)]);
  await stage(database, 'broken', all(100));
  await dropReading(database, 'broken');
  await dropIncomplete(database);
  expect((await stagedIds(database)).get('media--document')).toEqual(new Set([media(1).id]));
});

test('what is lost while it is staged does not come back', async () => {
  const database = startDevice();
  await stageWhole(database, all(100));
  await database.write([database.staged, database.marks], () =>
    dropStaged(database, [media(7).id, 'unknown']),
  );
  expect((await localMediaRecords(database, [media(6).id, media(7).id])).size).toBe(1);
  await unpackStaged(database);
  expect(await database.records('media--document').count()).toBe(99);
});

test('of what two readings have brought the younger is read, and gets the row', async () => {
  const dated = (at: number, name: string, changed: number) => ({ ...media(at, name), changed });
  for (const young of ['first', 'second']) {
    const database = startDevice();
    const changed = young === 'first' ? [20, 10] : [10, 20];
    await stageWhole(database, [dated(2, 'first', changed[0] ?? 0), dated(3, 'first', 10)]);
    await stageWhole(database, [dated(1, 'second', 10), dated(2, 'second', changed[1] ?? 0)]);
    const read = await localMediaRecords(
      database,
      [1, 2, 3].map((at) => media(at).id),
    );
    expect(read.get(media(2).id)?.name).toBe(young);
    await unpackStaged(database);
    expect((await database.records('media--document').get(media(2).id))?.name).toBe(young);
  }
});

test('what is still coming in stays when it is lost elsewhere', async () => {
  const database = startDevice();
  const reading = newReading();
  await stage(database, reading, all(2));
  const rows = rowsOfStaged(all(2).length);
  const { staged, marks } = database;
  for (const ids of [[media(1).id], Array.from({ length: 600 }, (_, at) => media(at).id)])
    await database.write([staged, marks], () => dropStaged(database, ids));
  await database.write([staged, marks], () => completeStaged(database, reading, rows));
  expect((await localMediaRecords(database, [media(0).id, media(1).id])).size).toBe(2);
});

test('two windows that unpack at the same time lose nothing', async () => {
  const database = startDevice();
  await stageWhole(database, all(400));
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
    await stageWhole(database, all(400));
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
  await stage(database, 'none', []);
  expect(rowsOfStaged(0)).toBe(0);
  expect((await stagedRecords(database, { types: ['media--document'], ids: ['m1'] })).size).toBe(0);
  await unpackStaged(database);
});
