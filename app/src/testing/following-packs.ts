import { liveQuery } from 'dexie';
import { expect, vi } from 'vitest';
import type { Database } from '#storage/database.ts';

/** Ways in which a live query follows packs, one for each part of a table that Dexie tells apart. */
export const waysToFollow: readonly [string, (database: Database) => PromiseLike<unknown>][] = [
  ['by its key', (database) => database.records('salestool--pack').get('pack-4')],
  ['by all keys', (database) => database.records('salestool--pack').toCollection().primaryKeys()],
  ['by how many there are', (database) => database.records('salestool--pack').count()],
  [
    'by an index',
    (database) => database.records('salestool--pack').where('channel.id').equals('channel-1').toArray(),
  ],
  [
    'by the order of an index',
    (database) => database.records('salestool--pack').orderBy('changed').primaryKeys(),
  ],
  [
    'by a range of an index',
    (database) => database.records('salestool--pack').where('changed').above(95).count(),
  ],
];

/** That a live query answers anew after a write, and then as the database does. */
export async function expectTold(query: () => PromiseLike<unknown>, write: () => Promise<unknown>) {
  const told = vi.fn();
  const following = liveQuery(query).subscribe(told);
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  await write();
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2));
  expect(told.mock.lastCall?.[0]).toEqual(await query());
  following.unsubscribe();
}
