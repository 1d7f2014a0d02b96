import { Dexie, liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectTold, waysToFollow } from '#testing/following-packs.ts';
import { type Database, openDatabase } from './database.ts';
import { tellOfTables } from './tell-of-tables.ts';

let database: Database;
beforeEach(async () => {
  // Under a name of its own: that a database went is told, too.
  database = openDatabase(`tell-of-tables-${crypto.randomUUID()}`);
  await database.dexie.open();
});
afterEach(() => database.dexie.delete());

const packs = () => database.records('salestool--pack');

const write = () =>
  database.write([packs(), database.marks], async () => {
    await database.marks.put({ id: 'before', value: 1 });
    Dexie.currentTransaction.idbtrans.objectStore('salestool--pack').put({
      ...{ id: 'pack-4', type: 'salestool--pack', changed: 99 },
      channel: { type: 'salestool--channel', id: 'channel-1' },
    });
    tellOfTables([packs()]);
    await database.marks.put({ id: 'after', value: 1 });
  });

test.each(waysToFollow)('a live query that follows packs %s is told of what went past Dexie', (_how, query) =>
  expectTold(() => query(database), write),
);

test('one that looks elsewhere is not', async () => {
  const asked = vi.fn(() => database.records('salestool--message').count());
  const following = liveQuery(asked).subscribe(() => {});
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  await write();
  await database.records('salestool--message').count();
  expect(asked).toHaveBeenCalledTimes(1);
  following.unsubscribe();
});

test('one that looks into several is told once, also of what Dexie wrote', async () => {
  const asked = vi.fn(async () => [await packs().count(), await database.marks.count()]);
  const following = liveQuery(asked).subscribe(() => {});
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  await write();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  await packs().count();
  expect(asked).toHaveBeenCalledTimes(2);
  expect(await asked.mock.results.at(-1)?.value).toEqual([1, 2]);
  following.unsubscribe();
});

test('of what comes to nothing nobody is told', async () => {
  const asked = vi.fn(() => packs().count());
  const following = liveQuery(asked).subscribe(() => {});
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  const failing = database.write([packs()], async () => {
    tellOfTables([packs()]);
    throw new Error('Not kept');
  });
  await expect(failing).rejects.toThrow('Not kept');
  await packs().count();
  expect(asked).toHaveBeenCalledTimes(1);
  following.unsubscribe();
});
