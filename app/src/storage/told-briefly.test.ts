import { Dexie, type ObservabilitySet, RangeSet } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectTold, waysToFollow } from '#testing/following-packs.ts';
import { type Database, openDatabase } from './database.ts';
import type { PackRecord } from './records.ts';
import { lastWritesToldBriefly } from './told-briefly.ts';

const pack = (at: number, changed: number) =>
  ({
    ...{ id: `pack-${at}`, type: 'salestool--pack', changed },
    channel: { type: 'salestool--channel', id: `channel-${at % 3}` },
  }) as PackRecord;

let database: Database;
const packs = () => database.records('salestool--pack');

beforeEach(async () => {
  database = openDatabase('told-briefly');
  await packs().bulkPut(Array.from({ length: 9 }, (_, at) => pack(at, at)));
});
afterEach(() => database.dexie.delete());

/** Of the nine every other one is changed, and one goes. */
const write = () =>
  database.write([packs()], () =>
    lastWritesToldBriefly(
      () => packs().bulkPut([0, 2, 4, 6].map((at) => pack(at, 100 - at))),
      () => packs().delete('pack-8'),
    ),
  );

test.each(waysToFollow)('a live query that follows packs %s is told of what was written', (_how, query) =>
  expectTold(() => query(database), write),
);

test('the keys themselves are told one by one, what is followed as a whole by one range', async () => {
  const told: ObservabilitySet[] = [];
  const hear = (parts: ObservabilitySet) => told.push(parts);
  Dexie.on.storagemutated.subscribe(hear);
  await write();
  Dexie.on.storagemutated.unsubscribe(hear);
  const ranges = (part: string) =>
    told.flatMap((parts) => {
      const keys = parts[`idb://told-briefly/salestool--pack/${part}`];
      return keys && 'from' in keys ? [...new RangeSet().add(keys)].map(({ from, to }) => [from, to]) : [];
    });
  expect(ranges('')).toEqual([0, 2, 4, 6, 8].map((at) => [`pack-${at}`, `pack-${at}`]));
  expect(ranges('channel.id')).toEqual([0, 1, 2].map((at) => [`channel-${at}`, `channel-${at}`]));
  expect(ranges(':dels')).toEqual([['pack-0', 'pack-8']]);
  expect(ranges('changed')).toEqual([[94, 100]]);
});
