import { afterEach, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { readMany } from './read-many.ts';

let database: Database | null = null;

afterEach(async () => {
  await database?.dexie.delete();
  database = null;
});

const idOf = (at: number) => `${(at * 7919) % 10_007}`.padStart(6, '0');

async function filesOnDevice(count: number) {
  database = openDatabase(`read-many-${count}`);
  const files = database.records('file--file');
  await files.bulkPut(
    Array.from({ length: count }, (_, at) => ({ id: idOf(at), type: 'file--file' as const })),
  );
  return files;
}

test.each([
  ['none', []],
  ['a few', [3, 1, 2]],
  ['some of many', Array.from({ length: 150 }, (_, at) => at * 3)],
  ['most of them', Array.from({ length: 900 }, (_, at) => at)],
  ['all of them', Array.from({ length: 1_000 }, (_, at) => at)],
])('%s are read, each once, and nothing else', async (_, wanted) => {
  const files = await filesOnDevice(1_000);
  const ids = wanted.map(idOf);
  const found = await readMany(files, [...ids, ...ids, 'unknown', '', 'zzz']);
  expect([...found.keys()].sort()).toEqual(ids.toSorted());
  for (const [id, row] of found) expect(row.id).toBe(id);
});

test('more are asked for than there are', async () => {
  const files = await filesOnDevice(250);
  const found = await readMany(
    files,
    Array.from({ length: 900 }, (_, at) => idOf(at)),
  );
  expect(found.size).toBe(250);
});
