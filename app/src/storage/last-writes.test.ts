import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { lastWrites } from './last-writes.ts';

let database: Database;
afterEach(() => database.dexie.delete());

const mark = (id: string, value: unknown = 1) => ({ id, value });

test('a transaction is committed together with its last write, and everything in it is there', async () => {
  database = openDatabase('last-writes');
  const { marks, lease, write } = database;
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
  await marks.put(mark('there'));
  commit.mockClear();
  const found = await write([marks, lease], async () => {
    const there = await marks.get('there');
    await marks.put(mark('before'));
    expect(commit).not.toHaveBeenCalled();
    await lastWrites(
      () => marks.bulkPut([mark('one'), mark('two')]),
      () => lease.put({ id: 'push', epoch: 1 }),
      () => marks.delete('there'),
    );
    return there;
  });
  expect(commit).toHaveBeenCalledTimes(1);
  commit.mockRestore();
  expect(found).toEqual(mark('there'));
  expect((await marks.toArray()).map(({ id }) => id)).toEqual(['before', 'one', 'two']);
  expect(await lease.get('push')).toMatchObject({ epoch: 1 });
});

/** What the app itself refuses, and what the database does. */
const broken = { 'is no data': mark('broken', () => 1), 'has no key': mark({} as string) };

describe.each(Object.entries(broken))('nothing of it is kept when one of the last writes %s', (_why, bad) => {
  test.each([
    [bad, mark('one')],
    [mark('one'), bad],
  ])('%o, %o', async (...values) => {
    database = openDatabase('last-writes');
    const { marks, write } = database;
    const writing = write([marks], async () => {
      await lastWrites(...values.map((value) => () => marks.put(value)));
    });
    await expect(writing).rejects.toThrow();
    expect(await marks.count()).toBe(0);
  });
});

test('a full device says so, though the browser tells nothing of a write that was on its way', async () => {
  database = openDatabase('last-writes');
  const { marks, lease, write } = database;
  await marks.put(mark('there'));
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
    const request = put.call(this, value);
    // Chromium after the order to commit: neither success nor error.
    for (const kind of ['success', 'error'])
      request.addEventListener(kind, (event) => event.stopImmediatePropagation());
    return request;
  });
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
    vi.spyOn(this, 'error', 'get').mockReturnValue(new DOMException('Full', 'QuotaExceededError'));
    this.abort();
  });
  const writing = write([marks, lease], async () => {
    await lastWrites(
      () => marks.put(mark('one')),
      () => lease.put({ id: 'push', epoch: 1 }),
    );
  });
  await expect(writing).rejects.toMatchObject({ name: 'StorageFailure', kind: 'full' });
  vi.restoreAllMocks();
  expect((await marks.toArray()).map(({ id }) => id)).toEqual(['there']);
});

test('without anything to write the transaction ends by itself', async () => {
  database = openDatabase('last-writes');
  const { marks, write } = database;
  await write([marks], async () => {
    await marks.put(mark('one'));
    await lastWrites();
  });
  expect(await marks.count()).toBe(1);
});
