import type { Database } from '#storage/database.ts';
import type { ChannelRecord } from '#storage/records.ts';
import type { HostGeneration } from '#sync/host-generation.ts';

interface SparedParts {
  database: Database;
  generation: HostGeneration;
}

/**
 * Whether medias that an answer leaves out stay on this device for now (F27): the host was restored from a backup, and since
 * then none of the channels was read that tell of them, or none at all. To be asked once the answer has come, so that a
 * restore before it is met.
 */
export const createAreMediasSpared =
  ({ database, generation }: SparedParts) =>
  async (tells: (channel: ChannelRecord) => boolean): Promise<boolean> => {
    const met = await generation.meet();
    const channels = await database.records('salestool--channel').toArray();
    const idsOf = (some: readonly ChannelRecord[]) => some.map(({ id }) => id);
    return (
      (await generation.isSparing(idsOf(channels.filter(tells)), met)) ||
      generation.isSparing(idsOf(channels), met)
    );
  };
