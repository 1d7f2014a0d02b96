import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectTold, waysToFollow } from '#testing/following-packs.ts';
import { askThenPut, type Put } from './ask-then-put.ts';
import { type Database, openDatabase } from './database.ts';

let database: Database;
beforeEach(() => {
  database = openDatabase('ask-then-put');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.dexie.delete();
});

const mark = (id: string, value: unknown = 1) => ({ id, value });
const pack = {
  ...{ id: 'pack-4', type: 'salestool--pack', changed: 99 },
  channel: { type: 'salestool--channel', id: 'channel-1' },
};

const putMarks = (...values: object[]) =>
  database.write([database.marks], async () => {
    await askThenPut([{ table: database.marks, key: 'there' }], () =>
      values.map((value): Put => ({ table: database.marks, value })),
    );
  });

test('what is put depends on what is there, and is committed at once', async () => {
  const { marks, lease, write } = database;
  await marks.put(mark('there'));
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
  await write([marks, lease], async () => {
    await askThenPut(
      [
        { table: marks, key: 'there' },
        { table: lease, key: 'push' },
      ],
      ([there, row]) => [
        { table: marks, value: { ...(there as object), id: 'copy', none: row } },
        { table: lease, value: { id: 'push', epoch: 1 } },
      ],
    );
  });
  expect(commit).toHaveBeenCalledTimes(1);
  expect(await marks.get('copy')).toEqual({ ...mark('copy'), none: undefined });
  expect(await lease.get('push')).toEqual({ id: 'push', epoch: 1 });
});

test('where nothing is to be put the transaction goes on', async () => {
  const { marks, write } = database;
  await write([marks], async () => {
    await askThenPut([{ table: marks, key: 'there' }], () => []);
    await marks.put(mark('later', await marks.count()));
  });
  expect(await marks.toArray()).toEqual([mark('later', 0)]);
});

const broken = {
  'is no data': mark('broken', () => 1),
  'cannot be copied': mark('broken', new WeakMap()),
  'has no key': mark({} as string),
};

describe.each(Object.entries(broken))('nothing is kept and nobody told when one %s', (_why, bad) => {
  test.each([
    [bad, mark('one')],
    [mark('one'), bad],
  ])('%o, %o', async (...values) => {
    const told = vi.fn();
    const following = liveQuery(() => database.marks.toArray()).subscribe(told);
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
    await expect(putMarks(...values)).rejects.toThrow();
    await database.lease.put({ id: 'push', epoch: 1 });
    expect(await database.marks.count()).toBe(0);
    expect(told).toHaveBeenCalledTimes(1);
    following.unsubscribe();
  });
});

test('nothing is kept when the disk takes one and not the other', async () => {
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
    // Of two under one key, the second fails once the first has been taken.
    return value.id === 'second' ? this.add({ ...value, id: 'first' }) : put.call(this, value);
  });
  await expect(putMarks(mark('first'), mark('second'))).rejects.toThrow('This device could not save it.');
  expect(await database.marks.count()).toBe(0);
});

test('an error of who decides ends the transaction, and nothing is kept', async () => {
  const { marks, write } = database;
  const writing = write([marks], async () => {
    await marks.put(mark('before'));
    await askThenPut([{ table: marks, key: 'there' }], () => {
      throw new Error('Not found');
    });
  });
  await expect(writing).rejects.toThrow('Not found');
  expect(await marks.count()).toBe(0);
});

test('a large record is put in a task of its own after those there were read, and a small one at once', async () => {
  const { marks } = database;
  const heard: string[] = [];
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
    heard.push('put');
    return put.call(this, value);
  });
  const { commit } = IDBTransaction.prototype;
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
    heard.push('commit');
    commit.call(this);
  });
  const save = (value: object) =>
    database.write([marks], async () => {
      await askThenPut([{ table: marks, key: 'there' }], () => {
        queueMicrotask(() => heard.push('the end of the task'));
        return [{ table: marks, value }];
      });
    });
  await save(mark('small'));
  expect(heard).toEqual(['put', 'commit', 'the end of the task']);
  heard.length = 0;
  await save(mark('large', 'x'.repeat(1_000_000)));
  expect(heard).toEqual(['the end of the task', 'put', 'commit']);
  expect(await marks.count()).toBe(2);
});

test('nothing is kept of a large record that cannot be copied', async () => {
  const text = 'x'.repeat(1_000_000);
  await expect(putMarks(mark('one'), mark('broken', [text, new WeakMap()]))).rejects.toThrow();
  expect(await database.marks.count()).toBe(0);
});

test('thousands of files of a pack are put as one text', async () => {
  const packs = database.records('salestool--pack');
  const medias = Array.from({ length: 1000 }, (_, at) => ({ type: 'media--image' as const, id: `m${at}` }));
  const large = { ...pack, medias };
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await database.write([packs], () =>
    Promise.resolve(askThenPut([{ table: packs, key: pack.id }], () => [{ table: packs, value: large }])),
  );
  expect(put.mock.lastCall?.[0].medias).toEqual([]);
  expect(await packs.get(pack.id)).toEqual(large);
});

test.each(waysToFollow)('a live query that follows packs %s is told of a new one', (_how, query) => {
  const packs = database.records('salestool--pack');
  return expectTold(
    () => query(database),
    () =>
      database.write([packs], async () => {
        await askThenPut([{ table: packs, key: pack.id }], () => [{ table: packs, value: pack }]);
      }),
  );
});

test('of what is only looked for, no value is read', async () => {
  const { marks, write } = database;
  await marks.put(mark('there'));
  const read = vi.spyOn(IDBObjectStore.prototype, 'get');
  const decide = vi.fn((): Put[] => []);
  await write([marks], async () => {
    await askThenPut(
      ['there', 'nowhere'].map((key) => ({ table: marks, key, isThere: true })),
      decide,
    );
  });
  expect(decide).toHaveBeenCalledExactlyOnceWith([true, false]);
  expect(read).not.toHaveBeenCalled();
});
