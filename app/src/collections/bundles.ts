import { type BundleTypeName, bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import { htmlToText, summarise } from '@satchel/core/html/plain-text.ts';
import type { BundleSummary, Bundles, ContentBundle, ContentMedia, MediaView } from '#services.ts';
import type { Database } from '#storage/database.ts';
import type { BundleRecord, ChannelRecord } from '#storage/records.ts';
import { isYoung } from '#sync/load/load-parts.ts';
import { localMedias } from '#sync/local-medias.ts';
import { filesOfMedias, localFiles, localMediaRecords } from '#sync/local-records.ts';
import { bundleImageUrl } from '#sync/pictures.ts';

import type { CollectionParts } from './collection-parts.ts';
import { collections } from './collections.ts';
import { runLoad } from './run-load.ts';

const mediaIdsOf = (bundle: BundleRecord) =>
  bundle.type === 'salestool--document_bundle' ? (bundle.medias ?? []).map(({ id }) => id) : [];

function summaryText({ body }: BundleRecord): string {
  return body?.summary ? htmlToText(body.summary) : summarise(body?.processed ?? '');
}

/** A bundle of any kind by its id. */
export async function findBundle(database: Database, id: string): Promise<BundleRecord | null> {
  for (const type of bundleTypes) {
    const bundle = await database.records(type).get(id);
    if (bundle) return bundle;
  }
  return null;
}

// Read in parts, so that a channel of many thousands of files holds up nobody's finger.
const namesAtOnce = 250;

async function mediaNames(database: Database, wanted: readonly string[]): Promise<Map<string, ContentMedia>> {
  const ids = [...new Set(wanted)];
  const names = new Map<string, ContentMedia>();
  for (let at = 0; at < ids.length; at += namesAtOnce) {
    const records = await localMediaRecords(database, ids.slice(at, at + namesAtOnce));
    const medias = [...records.values()];
    const files = await filesOfMedias(
      database,
      medias.filter(({ name }) => !name),
    );
    for (const { id, type, name, file } of medias)
      names.set(id, { id, type, name: name || (files.get(file?.id ?? '')?.filename ?? '') });
  }
  return names;
}

export function createBundles(parts: CollectionParts, appFiles: Bundles['appFiles']): Bundles {
  const { database, origin, channel } = parts;

  async function bundlesOf(record: ChannelRecord | undefined, types: readonly BundleTypeName[]) {
    const wanted = (record?.bundles ?? []).filter(({ type }) => types.includes(type));
    const found = new Map<string, BundleRecord>();
    for (const type of types) {
      const ids = wanted.filter((target) => target.type === type).map(({ id }) => id);
      for (const bundle of await database.records(type).bulkGet(ids))
        if (bundle) found.set(bundle.id, bundle);
    }
    return wanted.flatMap(({ id }) => found.get(id) ?? []);
  }

  /** The channel's own load vouches for its bundles too. */
  async function pulledAt(bundle: BundleRecord): Promise<number> {
    const active = channel.current();
    const record = active ? await database.records('salestool--channel').get(active) : undefined;
    const isInChannel = record?.bundles?.some(({ id }) => id === bundle.id);
    return Math.max(bundle.pulled ?? 0, isInChannel ? (record?.pulled ?? 0) : 0);
  }

  return {
    async inChannel(channelId, types) {
      const record = await database.records('salestool--channel').get(channelId);
      const bundles = await bundlesOf(record, types);
      const files = await localFiles(
        database,
        bundles.flatMap(({ image }) => image?.id ?? []),
      );
      return bundles.map(
        (bundle): BundleSummary => ({
          id: bundle.id,
          type: bundle.type,
          title: bundle.title ?? null,
          summary: summaryText(bundle),
          availability: bundle.availability ?? null,
          color: typeof bundle.color === 'object' ? (bundle.color?.color ?? null) : (bundle.color ?? null),
          imageUrl: bundleImageUrl(bundle, { origin, file: (id) => files.get(id) }),
          miniappType: bundle.type === 'salestool--miniapp_bundle' ? (bundle.miniapp_type ?? null) : null,
          fileCount: mediaIdsOf(bundle).length,
          changed: bundle.changed ?? null,
        }),
      );
    },

    async contents(channelId) {
      const record = await database.records('salestool--channel').get(channelId);
      const bundles = await bundlesOf(record, bundleTypes);
      const names = await mediaNames(database, bundles.flatMap(mediaIdsOf));
      return bundles.map(
        (bundle): ContentBundle => ({
          id: bundle.id,
          type: bundle.type,
          title: bundle.title ?? '',
          availability: bundle.availability ?? null,
          medias: [...new Set(mediaIdsOf(bundle))].flatMap((id) => names.get(id) ?? []),
        }),
      );
    },

    get: (id) => findBundle(database, id),

    async medias(bundleId): Promise<MediaView[]> {
      const bundle = await findBundle(database, bundleId);
      return bundle ? [...(await localMedias(database, mediaIdsOf(bundle), origin)).values()] : [];
    },

    async load(id, { force = false } = {}) {
      return runLoad(
        parts,
        collections.bundle.load,
        {
          local: async () => {
            const bundle = await findBundle(database, id);
            return bundle && !bundle._meta?.stub ? { pulled: await pulledAt(bundle) } : null;
          },
          isFresh: ({ pulled }) => isYoung(pulled, parts.now()),
          pull: async () => {
            const type = (await findBundle(database, id))?.type ?? (await typeInChannel(id));
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
