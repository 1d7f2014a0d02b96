import { type BundleTypeName, bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import { htmlToText, summarise } from '@satchel/core/html/plain-text.ts';
import type { Database } from '#storage/database.ts';
import type { BundleRecord } from '#storage/records.ts';
import { localMedias, localMediaWords } from '../local-medias.ts';
import { localFiles, localMediaRecords } from '../local-records.ts';
import type { MediaView } from '../media-view.ts';
import { bundleImageUrl } from '../pictures.ts';
import { type ArrangedFiles, arrangeFiles } from './arrange-files.ts';
import type { BundleSummary, ContentBundle } from './bundle-summary.ts';
import { contentsOf } from './contents-of.ts';
import { firstByDate } from './files-by-date.ts';
import type { Part, PartWanted } from './in-parts.ts';
import { mediaIdsOf } from './media-ids-of.ts';
import { placesOfFiles } from './places-of-files.ts';
import type { FileOrder, FilesInSight, WantedFiles } from './wanted-files.ts';

/** More than anybody swipes through before the next ones are there. */
const showableAtOnce = 200;

/** A page further back is found by putting all files in order, and so is one of a bundle with hardly more. */
const firstFiles = 200;

/** A bundle of any kind by its id. */
async function findBundle(database: Database, id: string): Promise<BundleRecord | null> {
  for (const type of bundleTypes) {
    const bundle = await database.records(type).get(id);
    if (bundle) return bundle;
  }
  return null;
}

/** Bundles of these kinds that are here, in the order of the list. */
async function bundlesAmong(
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
  return body?.summary ? htmlToText(body.summary) : summarise(body?.processed ?? body?.value ?? '');
}

/**
 * What screens ask of bundles, answered with as little as they show: a bundle may have fifty thousand files. Every answer
 * can be copied to another thread.
 */
export function createBundleReads(database: Database, origin: string) {
  let read: { id: string; version: number; bundle: Promise<BundleRecord | null> } | null = null;
  let arranging: Arranging | null = null;

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

  async function bundlesOfChannel(id: string, types: readonly BundleTypeName[], { from, most }: PartWanted) {
    const channel = await database.records('salestool--channel').get(id);
    const among = channel?.bundles?.filter(({ type }) => types.some((wanted) => wanted === type)) ?? [];
    return {
      all: among.length,
      bundles: await bundlesAmong(database, among.slice(from, from + most), types),
    };
  }

  /** The list of a bundle's files alone takes a while to read: the page of a bundle asks for it several times. */
  function bundleAt(id: string, version: number): Promise<BundleRecord | null> {
    if (read?.id === id && read.version >= version) return read.bundle;
    const mine = { id, version, bundle: findBundle(database, id) };
    read = mine;
    const forget = () => {
      if (read === mine) read = null;
    };
    // The version counts changes of document bundles and files, not those of other bundles.
    mine.bundle.then((bundle) => bundle?.type !== 'salestool--document_bundle' && forget(), forget);
    return mine.bundle;
  }

  async function mediaIds(id: string, version: number): Promise<string[]> {
    const bundle = await bundleAt(id, version);
    return bundle ? [...new Set(mediaIdsOf(bundle))] : [];
  }

  /** @param version of what is stored; files that were arranged from an older one are read anew */
  function arrangedFiles(id: string, version: number): Promise<ArrangedFiles> {
    if (arranging?.id === id && arranging.version >= version) return arranging.files;
    const files = mediaIds(id, version)
      .then((ids) => localMediaWords(database, ids, origin))
      .then((words) => arrangeFiles(words.values()));
    const mine: Arranging = { id, version, files, arranged: null };
    arranging = mine;
    files.then(
      (arranged) => {
        mine.arranged = arranged;
      },
      () => {
        if (arranging === mine) arranging = null;
      },
    );
    return files;
  }

  const isArranged = (id: string, version: number) =>
    arranging?.id === id && arranging.version >= version && arranging.arranged !== null;

  const viewsOf = async (ids: readonly string[]): Promise<MediaView[]> => [
    ...(await localMedias(database, ids, origin)).values(),
  ];

  /** The first pages of what a bundle opens with, while all of its files are put in order. Null where that cannot be. */
  async function firstInSight(
    id: string,
    wanted: WantedFiles,
    version: number,
  ): Promise<FilesInSight | null> {
    const { page, pageSize, search, sort, named } = wanted;
    const most = (page + 1) * pageSize;
    if (sort.column !== 'changed' || search.trim() !== '' || most > firstFiles) return null;
    const ids = await mediaIds(id, version);
    if (ids.length <= firstFiles) return null;
    const first = await firstByDate(database, ids, { descending: sort.descending, most });
    if (!first) return null;
    const among = new Set(ids);
    const [files, namedFiles] = await Promise.all([
      viewsOf(first.slice(page * pageSize)),
      viewsOf(named.filter((name) => among.has(name))),
    ]);
    return { all: ids.length, matching: ids.length, page, pageSize, files, named: namedFiles };
  }

  return {
    /** Without the list of its files. */
    async head(id: string, version: number): Promise<BundleRecord | null> {
      const bundle = await bundleAt(id, version);
      if (bundle?.type !== 'salestool--document_bundle') return bundle;
      const { medias: _, ...head } = bundle;
      return head;
    },

    async summary(id: string, version: number): Promise<BundleSummary | null> {
      const bundle = await bundleAt(id, version);
      return (bundle && (await summariesOf([bundle]))[0]) ?? null;
    },

    /** In the channel's order. */
    async inChannel(
      channelId: string,
      types: readonly BundleTypeName[],
      part: PartWanted,
    ): Promise<Part<BundleSummary>> {
      const { all, bundles } = await bundlesOfChannel(channelId, types, part);
      return { all, items: await summariesOf(bundles) };
    },

    /** The same with their files, by name alone. */
    async contents(channelId: string, part: PartWanted): Promise<Part<ContentBundle>> {
      const { all, bundles } = await bundlesOfChannel(channelId, bundleTypes, part);
      return { all, items: await contentsOf(database, bundles) };
    },

    /** Files of a bundle in its order. */
    async medias(id: string, { from, most }: PartWanted, version: number): Promise<Part<MediaView>> {
      const ids = await mediaIds(id, version);
      return { all: ids.length, items: await viewsOf(ids.slice(from, from + most)) };
    },

    /** Files wherever they stand, in the order asked for; missing ones are absent. */
    mediasById: viewsOf,

    /** Which of these files are here in full. */
    mediaIdsHere: async (ids: readonly string[]) => new Set((await localMediaRecords(database, ids)).keys()),

    placesOfFiles: (bundleIds: readonly string[], mediaIds: readonly string[]) =>
      placesOfFiles(database, bundleIds, mediaIds),

    async filesInSight(id: string, wanted: WantedFiles, version: number): Promise<FilesInSight> {
      const first = isArranged(id, version) ? null : await firstInSight(id, wanted, version);
      const arranged = arrangedFiles(id, version);
      if (first) return first;
      const files = await arranged;
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

/** Files of a bundle as they were at a version of what is stored. */
interface Arranging {
  id: string;
  version: number;
  files: Promise<ArrangedFiles>;
  /** Null until they are in order. */
  arranged: ArrangedFiles | null;
}

export type BundleReads = ReturnType<typeof createBundleReads>;
