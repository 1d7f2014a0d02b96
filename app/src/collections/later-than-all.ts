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
