import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { completeStaged, unpackStaged } from '#storage/staged-records.ts';
import { expectNoise } from '#testing/quiet-browser.ts';
import { createSiftedRecords } from './sifted-records.ts';

const database = openDatabase('sifted-records');
afterEach(() => {
  // A read that is just ending holds the database a moment longer.
  expectNoise(/Dexie.delete\('sifted-records'\) was blocked/);
  return database.dexie.delete();
});

const picture = (id: string, changed: number) => ({
  id,
  type: 'file--file' as const,
  filename: `${id}.png`,
  changed,
});

test('what somebody else puts while an answer comes in makes way for what is younger, and the rest is staged', async () => {
  const records = createSiftedRecords(database);
  records.add(picture('first', 10));
  await records.finish();
  const files = database.records('file--file');
  await database.write([files], () =>
    files.bulkPut([picture('older', 10), picture('as young', 20), picture('younger', 30)] as never[]),
  );
  for (const id of ['older', 'as young', 'younger', 'second']) records.add(picture(id, 20));
  await records.finish();
  const { records: toSwap, staged } = await records.toSwap();
  expect(toSwap).toEqual([picture('older', 20)]);
  await completeStaged(database, staged.reading, staged.rows);
  await unpackStaged(database);
  const rows = await files.toArray();
  expect(rows.map(({ id, changed }) => [id, changed])).toEqual([
    ['as young', 20],
    ['first', 10],
    ['older', 20],
    ['second', 20],
    ['younger', 30],
  ]);
});
