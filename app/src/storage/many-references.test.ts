import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import type { PackRecord } from './records.ts';

const kinds = ['media--document', 'media--image', 'media--video'] as const;

const packWith = (files: number): PackRecord => ({
  ...{ id: 'p', type: 'salestool--pack', title: 'Everything', changed: 1, pack_data: '[]' },
  medias: Array.from({ length: files }, (_, at) => ({ type: kinds[at % 3] ?? kinds[0], id: `m-${at}` })),
  _meta: { push: true },
});

function open(): Database {
  const database = openDatabase(`references-${crypto.randomUUID()}`);
  onTestFinished(() => database.dexie.delete());
  return database;
}

/** The record as it lies there. */
async function stored({ dexie }: Database): Promise<Record<string, unknown>> {
  await dexie.open();
  const request = dexie.backendDB().transaction('salestool--pack').objectStore('salestool--pack').get('p');
  return new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
}

const large = packWith(5000);

const waysToPut: Record<string, (database: Database) => PromiseLike<unknown>> = {
  put: (database) => database.records('salestool--pack').put(large),
  'put with others': (database) =>
    database.records('salestool--pack').bulkPut([large, { ...large, id: 'q' } as PackRecord]),
  add: (database) => database.records('salestool--pack').add(large),
};

test.each(Object.entries(waysToPut))(
  'thousands of files of a pack that is %s lie there as one text',
  async (_how, put) => {
    const database = open();
    await put(database);
    expect(await stored(database)).toMatchObject({
      title: 'Everything',
      medias: [],
      mediasAtRest: expect.any(String),
    });
    expect(await database.records('salestool--pack').get('p')).toEqual(large);
  },
);

test('whoever reads such a pack finds its files in their order, and nothing else that was not put', async () => {
  const database = open();
  const packs = database.records('salestool--pack');
  await packs.put(large);
  expect(await packs.bulkGet(['p', 'nowhere'])).toEqual([large, undefined]);
  expect(await packs.toArray()).toEqual([large]);
  expect(await packs.filter(({ title }) => title === 'Everything').toArray()).toEqual([large]);
  expect(await packs.where('changed').above(0).first()).toEqual(large);
  expect(await packs.get('nowhere')).toBeUndefined();
});

test('what is changed of such a pack leaves its files as they are', async () => {
  const database = open();
  const packs = database.records('salestool--pack');
  await packs.put(large);
  await packs.update('p', { ownerId: 'somebody' });
  expect(await packs.get('p')).toEqual({ ...large, ownerId: 'somebody' });
  await packs.put(packWith(1));
  expect(await packs.get('p')).toEqual(packWith(1));
});

test('few files lie there as they are, and so do those of which a host says more', async () => {
  const database = open();
  const packs = database.records('salestool--pack');
  await packs.put(packWith(10));
  expect(await stored(database)).toEqual(packWith(10));
  const [first, ...others] = large.medias ?? [];
  const told = { ...large, medias: [{ ...first, meta: { of: 'a host' } }, ...others] } as PackRecord;
  await packs.put(told);
  expect(await stored(database)).toEqual(told);
});

test('files that an earlier app put back in their place are those of the pack', async () => {
  const database = open();
  const packs = database.records('salestool--pack');
  await packs.put(large);
  const old = { ...(await stored(database)), ...packWith(2) };
  const request = database.dexie
    .backendDB()
    .transaction('salestool--pack', 'readwrite')
    .objectStore('salestool--pack')
    .put(old);
  await new Promise((resolve) => {
    request.onsuccess = resolve;
  });
  expect(await packs.get('p')).toEqual(packWith(2));
});
