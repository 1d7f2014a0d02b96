import { type BundleTypeName, bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import type { Bundles } from '#services.ts';
import { readMany } from '#storage/read-many.ts';
import type { BundleRecord } from '#storage/records.ts';
import type { ReadsOfMany } from '#sync/bundle-files/reads-of-many.ts';
import { isYoung } from '#sync/load/load-parts.ts';
import type { CollectionParts } from './collection-parts.ts';
import { collections } from './collections.ts';
import { runLoad } from './run-load.ts';

export function createBundles(
  parts: CollectionParts,
  appFiles: Bundles['appFiles'],
  reads: ReadsOfMany,
): Bundles {
  const { database, channel } = parts;

  /** The channel's own load vouches for its bundles too, but not for those of which a pack brought newer words since. */
  async function pulledAt(bundle: BundleRecord): Promise<number> {
    if (bundle.pulled === undefined) return 0;
    const active = channel.current();
    const record = active ? await database.records('salestool--channel').get(active) : undefined;
    const isInChannel = record?.bundles?.some(({ id }) => id === bundle.id);
    return Math.max(bundle.pulled, isInChannel ? (record?.pulled ?? 0) : 0);
  }

  return {
    inChannel: reads.inChannel,

    contents: reads.contents,

    get: reads.head,

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
          isFresh: ({ pulled }) => isYoung(pulled, parts.now()),
          pull: async () => {
            const type = (await reads.head(id))?.type ?? (await typeInChannel(id));
            if (type === null) throw new Error('Not found');
            await (await parts.engine()).loads.bundle(type, id);
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
