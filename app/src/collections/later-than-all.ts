import type { ResourceTypeName } from '@satchel/core/contract/resource-types.ts';
import type { CollectionParts } from './collection-parts.ts';

/**
 * Now in ms, or just after the newest record of these kinds: the device's clock may be behind what the host said. By the index
 * alone, since records may be large.
 */
export async function laterThanAll(
  { database, now }: Pick<CollectionParts, 'database' | 'now'>,
  types: readonly ResourceTypeName[],
): Promise<number> {
  const newest = await Promise.all(
    types.map((type) => database.records(type).orderBy('changed').reverse().limit(1).keys()),
  );
  return Math.max(now(), ...newest.flat().map((changed) => (typeof changed === 'number' ? changed + 1 : 0)));
}

/** So many of the newest are looked at: of a device on which more than these wait, its own clock is believed. */
const looked = 50;

/**
 * Now in ms, or just after the newest record of these kinds that the host has. What waits here tells of no other clock than this
 * device's, which may have been ahead.
 */
export async function laterThanHost(
  { database, now }: Pick<CollectionParts, 'database' | 'now'>,
  types: readonly ResourceTypeName[],
): Promise<number> {
  const newest = await Promise.all(
    types.map(async (type) => {
      const byAge = () => database.records(type).orderBy('changed').reverse().limit(looked);
      const [times, ids] = await Promise.all([byAge().keys(), byAge().primaryKeys()]);
      const waiting = await database.queue.bulkGet(ids);
      return times.find((_, at) => waiting[at] === undefined);
    }),
  );
  return Math.max(now(), ...newest.map((changed) => (typeof changed === 'number' ? changed + 1 : 0)));
}
