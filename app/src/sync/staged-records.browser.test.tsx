import { liveQuery } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import type { LocalRecord } from '#storage/records.ts';
import { completeStaged, newReading, rowsOfStaged, stage } from '#storage/staged-records.ts';
import { localMediaRecords } from './local-records.ts';

// Only a browser has the promises that Dexie has to find its way through.
const database = openDatabase('staged-live');
afterEach(() => database.dexie.delete());

test('a live query that finds records staged goes on following what it reads after them', async () => {
  const medias = Array.from(
    { length: 600 },
    (_, at): LocalRecord => ({ id: `m${at}`, type: 'media--document', name: `Guide ${at}` }),
  );
  const reading = newReading();
  await stage(database, reading, medias);
  const rows = rowsOfStaged(medias.length);
  await database.write([database.staged, database.marks], () => completeStaged(database, reading, rows));
  const channels = database.records('salestool--channel');
  const seen: string[] = [];
  const following = liveQuery(async () => {
    const found = await localMediaRecords(database, [...medias.map(({ id }) => id), 'unknown']);
    return `${found.size} ${(await channels.get('c'))?.title ?? ''}`;
  }).subscribe((said) => seen.push(said));
  await vi.waitFor(() => expect(seen).toEqual(['600 ']));
  await channels.put({ id: 'c', type: 'salestool--channel', title: 'Retail' });
  await vi.waitFor(() => expect(seen.at(-1)).toBe('600 Retail'));
  following.unsubscribe();
});
