import { type BundleTypeName, bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import { htmlToText, summarise } from '@satchel/core/html/plain-text.ts';
import type { Database } from '#storage/database.ts';
import type { BundleRecord } from '#storage/records.ts';
import { localMedias } from '../local-medias.ts';
import { localFiles } from '../local-records.ts';
import type { MediaView } from '../media-view.ts';
import { bundleImageUrl } from '../pictures.ts';
import { type ArrangedFiles, arrangeFiles } from './arrange-files.ts';
import type { BundleSummary } from './bundle-summary.ts';
import type { FileOrder, FilesInSight, WantedFiles } from './wanted-files.ts';

/** More than anybody swipes through before the next ones are there. */
const showableAtOnce = 200;

export const mediaIdsOf = (bundle: BundleRecord) =>
  bundle.type === 'salestool--document_bundle' ? (bundle.medias ?? []).map(({ id }) => id) : [];

/** A bundle of any kind by its id. */
export async function findBundle(database: Database, id: string): Promise<BundleRecord | null> {
  for (const type of bundleTypes) {
    const bundle = await database.records(type).get(id);
    if (bundle) return bundle;
  }
  return null;
}

/** Bundles of these kinds that are here, in the order of the list. */
export async function bundlesAmong(
  database: Database,
  targets: readonly { type: string; id: string }[],
  types: readonly BundleTypeName[],
): Promise<BundleRecord[]> {
  const found = new Map<string, BundleRecord>();
  for (const type of types) {
    const ids = targets.filter((target) => target.type === type).map(({ id }) => id);
    for (const bundle of await database.records(type).bulkGet(ids)) if (bundle) found.set(bundle.id, bundle);
  }
  return targets.flatMap(({ id }) => found.get(id) ?? []);
}

function summaryText({ body }: BundleRecord): string {
  return body?.summary ? htmlToText(body.summary) : summarise(body?.processed ?? '');
}

/**
 * What screens ask of bundles, answered with as little as they show: a bundle may have fifty thousand files. Every answer
 * can be copied to another thread.
 */
export function createBundleReads(database: Database, origin: string) {
  let arranged: { id: string; version: number; files: Promise<ArrangedFiles> } | null = null;

  async function summariesOf(bundles: readonly BundleRecord[]): Promise<BundleSummary[]> {
    const files = await localFiles(
      database,
      bundles.flatMap(({ image }) => image?.id ?? []),
    );
    return bundles.map((bundle) => ({
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
    }));
  }

  async function mediasOf(id: string): Promise<Map<string, MediaView>> {
    const bundle = await findBundle(database, id);
    return bundle ? localMedias(database, mediaIdsOf(bundle), origin) : new Map();
  }

  /** @param version of what is stored; files that were arranged from an older one are read anew */
  function arrangedFiles(id: string, version: number): Promise<ArrangedFiles> {
    if (arranged?.id === id && arranged.version >= version) return arranged.files;
    const files = mediasOf(id).then((views) => arrangeFiles(views.values()));
    const mine = { id, version, files };
    arranged = mine;
    files.catch(() => {
      if (arranged === mine) arranged = null;
    });
    return files;
  }

  const viewsOf = async (ids: readonly string[]) => [...(await localMedias(database, ids, origin)).values()];

  return {
    /** Without the list of its files. */
    async head(id: string): Promise<BundleRecord | null> {
      const bundle = await findBundle(database, id);
      if (bundle?.type !== 'salestool--document_bundle') return bundle;
      const { medias: _, ...head } = bundle;
      return head;
    },

    async summary(id: string): Promise<BundleSummary | null> {
      const bundle = await findBundle(database, id);
      return (bundle && (await summariesOf([bundle]))[0]) ?? null;
    },

    /** In the channel's order. */
    async inChannel(channelId: string, types: readonly BundleTypeName[]): Promise<BundleSummary[]> {
      const channel = await database.records('salestool--channel').get(channelId);
      return summariesOf(await bundlesAmong(database, channel?.bundles ?? [], types));
    },

    async filesInSight(id: string, wanted: WantedFiles, version: number): Promise<FilesInSight> {
      const files = await arrangedFiles(id, version);
      const { ids, ...page } = files.page(wanted);
      const [inSight, named] = await Promise.all([viewsOf(ids), viewsOf(wanted.named.filter(files.has))]);
      return { ...page, files: inSight, named };
    },

    /** Images and videos among the files that match, at most 200, around one of them. */
    async showable(id: string, order: FileOrder, around: string, version: number): Promise<MediaView[]> {
      const files = await arrangedFiles(id, version);
      return viewsOf(files.showable(order, around, showableAtOnce));
    },
  };
}

export type BundleReads = ReturnType<typeof createBundleReads>;
