import { type BundleTypeName, bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { Bundles } from '#services.ts';
import { readMany } from '#storage/read-many.ts';
import type { BundleRecord, ChannelRecord } from '#storage/records.ts';
import type { ReadsOfMany } from '#sync/bundle-files/reads-of-many.ts';
import type { CollectionParts } from './collection-parts.ts';
import { collections } from './collections.ts';
import { runLoad } from './run-load.ts';
import { createUnmetWishes } from './unmet-wishes.ts';

export function createBundles(
  parts: CollectionParts,
  appFiles: Bundles['appFiles'],
  reads: ReadsOfMany,
): Bundles {
  const { database, channel } = parts;
  const wishes = createUnmetWishes(parts);

  /** The active channel, when this is one of its bundles. */
  async function channelWith(bundleId: string): Promise<ChannelRecord | null> {
    const active = channel.current();
    const record = active ? await database.records('salestool--channel').get(active) : undefined;
    return record?.bundles?.some(({ id }) => id === bundleId) ? record : null;
  }

  /** The channel's own load vouches for its bundles too, but not for those of which a pack brought newer words since. */
  async function pulledAt(bundle: BundleRecord): Promise<number> {
    if (bundle.pulled === undefined) return 0;
    return Math.max(bundle.pulled, (await channelWith(bundle.id))?.pulled ?? 0);
  }

  return {
    inChannel: reads.inChannel,

    contents: reads.contents,

    // BUN-01: what came with another channel, maybe for somebody else on this device, is not shown in this one.
    get: async (id) => ((await channelWith(id)) ? reads.head(id) : null),

    summary: reads.summary,

    filesInSight: reads.filesInSight,

    showable: reads.showable,

    async several(ids) {
      const found = new Map<string, BundleRecord>();
      for (const type of bundleTypes)
        for (const [id, bundle] of await readMany<BundleRecord>(database.records(type), ids))
          found.set(id, bundle);
      return ids.flatMap((id) => found.get(id) ?? []);
    },

    medias: reads.medias,

    async load(id, { force = false } = {}) {
      return runLoad(
        parts,
        collections.bundle.load,
        {
          local: async () => {
            const bundle = await reads.head(id);
            return bundle && !bundle._meta?.stub ? { pulled: await pulledAt(bundle) } : null;
          },
          isFresh: ({ pulled }) => wishes.isFresh(id, pulled),
          pull: async () => {
            const type = (await reads.head(id))?.type ?? (await typeInChannel(id));
            if (type === null) throw new Error('Not found');
            const { loads } = await parts.engine();
            await wishes.pull(id, force, () => loads.bundle(type, id));
          },
        },
        force,
      );
    },

    appFiles,
  };

  /** A bundle is known by its channel before it is fetched. */
  async function typeInChannel(id: string): Promise<BundleTypeName | null> {
    const channels = await database.records('salestool--channel').toArray();
    return channels.flatMap(({ bundles }) => bundles ?? []).find((bundle) => bundle.id === id)?.type ?? null;
  }
}
