import type { PackLog } from '#services.ts';
import { createLoadPackLog } from '#sync/load/load-pack-log.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';
import { collections } from './collections.ts';
import { runLoad } from './run-load.ts';

/** To whom packs were sent, as the host knows it, kept for when it cannot be asked (PRPT-01, PRPT-06). */
export function createPackLog(parts: CollectionParts, address: () => string): PackLog {
  const { database } = parts;

  async function ofPack(packId: string) {
    const ownerId = userIdOf(parts);
    const found = await database.packLog.where('pack_uuid').equals(packId).toArray();
    return found
      .filter((entry) => ownerId !== null && entry.ownerId === ownerId)
      .sort((one, other) => other.date_sent - one.date_sent);
  }

  return {
    ofPack,
    load: (packId) =>
      runLoad(parts, collections.packLog.load, {
        // Where nothing is kept, what came of asking is told: an empty list would say that it went nowhere.
        local: async () => (await ofPack(packId))[0] ?? null,
        isFresh: () => false,
        pull: async () => {
          const { request } = await parts.engine();
          const userId = () => userIdOf(parts);
          await createLoadPackLog({ database, request, address, userId, now: parts.now })(packId);
        },
      }),
  };
}
