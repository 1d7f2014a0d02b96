import { Dexie, type IntervalTreeNode, type ObservabilitySet, RangeSet } from 'dexie';
import { lastWrites, type Write } from './last-writes.ts';

/** What nearly every query follows as a whole that follows it at all: which keys went, and the order of age. */
const isFollowedWhole = (part: string) => part.endsWith('/:dels') || part.endsWith('/changed');

/** One range from the first key to the last. */
function hull(keys: IntervalTreeNode) {
  let [first, last] = [keys, keys];
  while (first.l) first = first.l;
  while (last.r) last = last.r;
  return new RangeSet(first.from, last.to);
}

/**
 * Writes of many records that end their transaction, over and over again. Every live query of the page adds what each
 * transaction changed to all that it has been told before, key by key: it is told fewer of them, and nothing less.
 */
export async function lastWritesToldBriefly(...writes: readonly Write[]) {
  const transaction = Dexie.currentTransaction.idbtrans as { mutatedParts?: ObservabilitySet };
  await lastWrites(...writes);
  const told = transaction.mutatedParts ?? {};
  for (const [part, keys] of Object.entries(told))
    if (isFollowedWhole(part) && 'from' in keys) told[part] = hull(keys);
}
