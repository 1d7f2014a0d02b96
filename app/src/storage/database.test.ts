import { resourceTypeNames } from '@satchel/core/contract/resource-type-names.ts';
import { Dexie, liveQuery } from 'dexie';
import { expect, test, vi } from 'vitest';
import { openDatabase } from './database.ts';
import { asStorageFailure, StorageFailure } from './storage-failure.ts';

/** As they were published, whatever the app knows of by now. */
const storesOfVersion1 = [
  'salestool--channel',
  'salestool--document_bundle',
  'salestool--content_bundle',
  'salestool--miniapp_bundle',
  'media--document',
  'media--image',
  'media--video',
  'media--remote_video',
  'salestool--pack',
  'salestool--message',
  'salestool--signature',
  'file--file',
  'taxonomy_term--keywords',
  'taxonomy_term--products',
  'user--user',
  'node--help_page',
];
const stores = Object.fromEntries(storesOfVersion1.map((type) => [type, 'id, type, changed']));

/** A database as an older release left it. */
async function leftBy(name: string, version: 1 | 2, fill: (old: Dexie) => Promise<unknown>) {
  const old = new Dexie(name);
  old.version(1).stores(stores);
  if (version === 2) old.version(2).stores({ pack_log: 'id, uuid, pack_uuid, date_sent' });
  await old.open();
  await fill(old);
  old.close();
}

const unsentPack = {
  id: 'pack-1',
  type: 'salestool--pack',
  pack_type: 'private',
  title: 'Made before the update',
  uid: { type: 'user--user', id: 'nora' },
  changed: 1_700_000_000_000,
  _meta: { push: true, included: ['a'] },
};

const unsentMessage = {
  id: 'message-1',
  type: 'salestool--message',
  sent: true,
  date_sent: 1_700_000_000,
  pack: { type: 'salestool--pack', id: 'pack-1' },
};

test('[MODEL-32] every content type has a store with the indexes id, type and changed, and the pack log its four', async () => {
  const { dexie } = openDatabase('shape');
  await dexie.open();
  for (const type of resourceTypeNames) {
    const { primKey, indexes } = dexie.table(type).schema;
    expect([primKey.name, ...indexes.map(({ name }) => name)]).toEqual(
      expect.arrayContaining(['id', 'type', 'changed']),
    );
  }
  const log = dexie.table('pack_log').schema;
  expect([log.primKey.name, ...log.indexes.map(({ name }) => name)]).toEqual([
    'id',
    'uuid',
    'pack_uuid',
    'date_sent',
  ]);
  expect(dexie.verno).toBe(3);
  dexie.close();
});

test.each([1, 2] as const)(
  '[MODEL-33, MODEL-34] a database of version %i opens as version 3 without losing anything',
  async (version) => {
    const name = `old-${version}`;
    await leftBy(name, version, async (old) => {
      await old.table('salestool--pack').put(unsentPack);
      await old.table('salestool--message').put(unsentMessage);
      if (version === 2) await old.table('pack_log').put({ id: 1, uuid: 'm', pack_uuid: 'p', date_sent: 1 });
    });
    const database = openDatabase(name);
    expect(await database.records('salestool--pack').get('pack-1')).toEqual({
      ...unsentPack,
      ownerId: 'nora',
    });
    expect(await database.records('salestool--message').where('pack.id').equals('pack-1').toArray()).toEqual([
      { ...unsentMessage, ownerId: null },
    ]);
    if (version === 2) expect(await database.dexie.table('pack_log').count()).toBe(1);
    database.dexie.close();
  },
);

test('a transaction that fails leaves nothing behind', async () => {
  const database = openDatabase('atomic');
  const { marks, queue } = database;
  const failing = database.write([marks, queue], async () => {
    await marks.put({ id: 'a', value: 1 });
    throw new Error('half way');
  });
  await expect(failing).rejects.toThrow('half way');
  expect(await marks.count()).toBe(0);
  database.dexie.close();
});

test.each([
  [
    'too large for one value',
    'x'.repeat(64 * 2 ** 20),
    'too-large',
    /^This is too large to be kept on a device/,
  ],
  ['no data', () => {}, 'no-data', /^A part of this cannot be kept on a device/],
  ['no data deep inside', { list: [{ of: Symbol('none') }] }, 'no-data', /^A part of this cannot be kept/],
])(
  '[F5] what is %s is refused in words before anything is written, and the rest with it',
  async (_what, value, kind, words) => {
    const database = openDatabase('unfit');
    const { marks, queue } = database;
    const written = vi.spyOn(IDBObjectStore.prototype, 'put');
    const refused = database.write([marks, queue], async () => {
      await marks.put({ id: 'a', value });
    });
    await expect(refused).rejects.toMatchObject({ name: 'StorageFailure', kind, message: words });
    expect(written).not.toHaveBeenCalled();
    written.mockRestore();
    const half = database.write([marks, queue], async () => {
      await marks.put({ id: 'a', value: 1 });
      await marks.put({ id: 'b', value });
    });
    await expect(half).rejects.toBeInstanceOf(StorageFailure);
    expect(await marks.count()).toBe(0);
    await database.write(
      [marks],
      async () => void (await marks.put({ id: 'a', value: 'x'.repeat(2 ** 20) })),
    );
    expect(await marks.count()).toBe(1);
    await database.dexie.delete();
  },
);

test('what a live query brings about is written, though nothing may be written in it', async () => {
  const { dexie, marks, write } = openDatabase('in-query');
  const bringing = liveQuery(async () => {
    await write([marks], () => marks.put({ id: 'a', value: 'brought' }));
    return 'written';
  });
  const told = await new Promise((resolve, reject) => bringing.subscribe({ next: resolve, error: reject }));
  expect(told).toBe('written');
  expect(await marks.toArray()).toEqual([{ id: 'a', value: 'brought' }]);
  await dexie.delete();
});

test('a full device is told as full, also where the browser hides it in an aborted transaction', () => {
  const quota = new DOMException('full', 'QuotaExceededError');
  const aborted = Object.assign(new Error('aborted'), { name: 'AbortError', inner: quota });
  for (const error of [quota, aborted]) {
    const failure = asStorageFailure(error);
    expect(failure).toBeInstanceOf(StorageFailure);
    expect(failure).toMatchObject({ kind: 'full' });
  }
});

test('[ERR-11] a database that does not open says so in words', () => {
  const failure = asStorageFailure(Object.assign(new Error('no'), { name: 'OpenFailedError' }));
  expect(failure).toMatchObject({ kind: 'unavailable', message: 'Error initialising local store' });
});

test('an error that is none of the database stays what it is', () => {
  const error = new TypeError('a fault of ours');
  expect(asStorageFailure(error)).toBe(error);
});
