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
  const channels = database.records('salestool--channel');
  const wishes = createUnmetWishes(parts);

  const isNamedBy =
    (bundleId: string) =>
    ({ bundles }: ChannelRecord): boolean =>
      bundles?.some(({ id }) => id === bundleId) ?? false;

  /** The active channel, when this is one of its bundles. */
  async function channelWith(bundleId: string): Promise<ChannelRecord | null> {
    const active = channel.current();
    const record = active ? await channels.get(active) : undefined;
    return record && isNamedBy(bundleId)(record) ? record : null;
  }

  /**
   * BUN-01: what came with another channel alone, maybe for somebody else on this device, is not shown in this one. What no
   * channel names is: a host that was restored may have it no more (F27).
   */
  const isElsewhere = async (id: string) =>
    !(await channelWith(id)) && (await channels.filter(isNamedBy(id)).count()) > 0;

  /** The channel's own load vouches for its bundles too, but not for those of which a pack brought newer words since. */
  async function pulledAt(bundle: BundleRecord): Promise<number> {
    if (bundle.pulled === undefined) return 0;
    return Math.max(bundle.pulled, (await channelWith(bundle.id))?.pulled ?? 0);
  }

  return {
    inChannel: reads.inChannel,

    contents: reads.contents,

    get: async (id) => ((await isElsewhere(id)) ? null : reads.head(id)),

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
    const all = await channels.toArray();
    return all.flatMap(({ bundles }) => bundles ?? []).find((bundle) => bundle.id === id)?.type ?? null;
  }
}
