import { afterEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '#storage/database.ts';
import type { MessageRecord, PackRecord } from '#storage/records.ts';
import { saveOrKeepBoth } from './keep-both.ts';
import { neverSaved, packState } from './pack-state.ts';
import { addAllForPush } from './save-record.ts';

const ownerId = '7a2c9a4e-0000-4000-8000-000000000001';

const pack: PackRecord = {
  ...{ id: '7a2c9a4e-0000-4000-8000-000000000002', type: 'salestool--pack', ownerId, title: 'Offer' },
  ...{ pack_type: 'private', pack_data: '[]', created: 1, changed: 1 },
} as PackRecord;

const message = {
  ...{
    id: '7a2c9a4e-0000-4000-8000-000000000003',
    type: 'salestool--message',
    ownerId,
    created: 2,
    changed: 2,
  },
  pack: { type: 'salestool--pack', id: pack.id },
} as MessageRecord;

let database: Database;
afterEach(async () => {
  vi.restoreAllMocks();
  await database.dexie.delete();
});

/** What the browser's database is asked for, in order, and each time that it answers a read. To be called before it is opened. */
function listen(): string[] {
  const heard: string[] = [];
  const { put } = IDBObjectStore.prototype;
  const { commit } = IDBTransaction.prototype;
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const transaction = begin.apply(this, args);
    heard.push(
      `${transaction.mode}, ${transaction.durability}: ${[...transaction.objectStoreNames].join(' ')}`,
    );
    return transaction;
  });
  for (const asks of ['get', 'count'] as const) {
    const ask = IDBObjectStore.prototype[asks] as (this: IDBObjectStore, key: IDBValidKey) => IDBRequest;
    vi.spyOn(IDBObjectStore.prototype, asks).mockImplementation(function (
      this: IDBObjectStore,
      key: unknown,
    ) {
      heard.push(`${asks} ${this.name}`);
      const request = ask.call(this, key as IDBValidKey);
      request.addEventListener('success', () => heard.push('told'));
      return request;
    });
  }
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    heard.push(`put ${this.name}`);
    return key === undefined ? put.call(this, value) : put.call(this, value, key);
  });
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
    heard.push('commit');
    commit.call(this);
  });
  return heard;
}

test('[SYNC-02] saving a pack goes to the database and back twice, in one durable transaction', async () => {
  const heard = listen();
  database = openDatabase('save-requests');
  await saveOrKeepBoth(database, pack, { began: neverSaved, now: 1 });
  const there = (await database.records('salestool--pack').get(pack.id)) as PackRecord;
  heard.length = 0;
  await saveOrKeepBoth(
    database,
    { ...there, title: 'Tender', changed: 2 },
    { began: packState(there), now: 2 },
  );
  expect(heard).toEqual([
    'readwrite, strict: queue salestool--pack',
    ...['get salestool--pack', 'get queue', 'told', 'told'],
    ...['put salestool--pack', 'put queue', 'commit'],
  ]);
});

test('[SYNC-02] so does a message, which looks whether its pack is there', async () => {
  const heard = listen();
  database = openDatabase('save-requests');
  await saveOrKeepBoth(database, pack, { began: neverSaved, now: 1 });
  heard.length = 0;
  await addAllForPush(database, [message]);
  expect(heard).toEqual([
    'readwrite, strict: queue salestool--message salestool--pack',
    ...['count salestool--pack', 'get salestool--message', 'get queue', 'told', 'told', 'told'],
    ...['put salestool--message', 'put queue', 'commit'],
  ]);
});
