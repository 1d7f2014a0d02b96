import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { completeStaged, unpackStaged } from '#storage/staged-records.ts';
import { createSiftedRecords } from './sifted-records.ts';

const database = openDatabase('sifted-records');
afterEach(() => database.dexie.delete());

const picture = (id: string) => ({ id, type: 'file--file' as const, filename: `${id}.png` });

test('what somebody else puts while an answer comes in waits for the swap, and the rest is staged', async () => {
  const records = createSiftedRecords(database);
  records.add(picture('first'));
  await records.finish();
  const files = database.records('file--file');
  await database.write([files], () => files.put(picture('doors') as never));
  records.add(picture('doors'));
  records.add(picture('second'));
  await records.finish();
  const { records: toSwap, staged } = await records.toSwap();
  expect(toSwap.map(({ id }) => id)).toEqual(['doors']);
  await completeStaged(database, staged.reading, staged.rows);
  await unpackStaged(database);
  expect(await files.toCollection().primaryKeys()).toEqual(['doors', 'first', 'second']);
});
