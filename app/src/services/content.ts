import type { BundleTypeName } from '@satchel/core/contract/resource-types.ts';
import type { BundleRecord, ChannelRecord, HelpPageRecord, SignatureRecord } from '#storage/records.ts';
import type { BundleSummary, ContentBundle } from '#sync/bundle-files/bundle-summary.ts';
import type { FileOrder, FilesInSight, WantedFiles } from '#sync/bundle-files/wanted-files.ts';
import type { OfflineState } from '#sync/files/offline-state.ts';
import type { MediaView } from '#sync/media-view.ts';
import type { SearchHit } from '#sync/search/search-hit.ts';
import type { LoadOutcome } from './pushing.ts';
import type { Watchable } from './watchable.ts';

export interface Channels {
  /** Local channels of the signed-in user, by title (CHAN-18). */
  mine(): Promise<ChannelSummary[]>;
  /** Fetches the picker's list (API-31) with the one retry of CHAN-14. */
  loadMine(): Promise<LoadOutcome>;
  get(id: string): Promise<ChannelRecord | null>;
  summary(id: string): Promise<ChannelSummary | null>;
  view(id: string): Promise<ChannelView | null>;
  /**
   * When it last began to come to its end for this person, ms, where that is known.
   * @returns null when it never did: a list of packs without any says nothing then
   */
  lastSync(id: string): Promise<{ at: number | null } | null>;
  /**
   * Begins the load that the channel's own screen asks for next, before that screen is drawn.
   * @returns what there is to draw; null where that takes longer than a moment
   */
  begin(id: string): Promise<ChannelView | null>;
  /** The whole channel load of SYNC-09; without `force` only when missing, a stub or stale. */
  load(id: string, options?: { force?: boolean }): Promise<LoadOutcome>;
}

export interface ChannelSummary {
  id: string;
  title: string;
  summary: string;
  sandbox: boolean;
  imageUrl: string | null;
  /** When it was last taken from the host, ms. */
  pulled: number | null;
}

export interface ChannelView extends ChannelSummary {
  newsHtml: string | null;
  /** Pictures of the tiles Resources, Apps and Packs (HOME-09). */
  tileUrls: readonly (string | null)[];
  packHeaderHtml: string | null;
  packFooterHtml: string | null;
  signature: SignatureRecord | null;
  /** Null is what is not known yet, while the channel or its packs are still on their way. */
  counts: { bundles: number | null; files: number | null; apps: number | null; packs: number | null };
}

export interface Bundles {
  /** In the channel's order. */
  inChannel(channelId: string, types: readonly BundleTypeName[]): Promise<BundleSummary[]>;
  /** All bundles of the channel and their files, by name alone: there can be many thousands. */
  contents(channelId: string): Promise<ContentBundle[]>;
  /** None that only other channels have (BUN-01); a document bundle without the list of its files. */
  get(id: string): Promise<BundleRecord | null>;
  /** In the order asked for; unknown ones are absent. */
  several(ids: readonly string[]): Promise<BundleRecord[]>;
  summary(id: string): Promise<BundleSummary | null>;
  /** Every file, which can be many thousands; a list asks for those in sight. */
  medias(bundleId: string): Promise<MediaView[]>;
  filesInSight(bundleId: string, wanted: WantedFiles): Promise<FilesInSight>;
  /** Images and videos among the files that match, at most 200, around one of them. */
  showable(bundleId: string, order: FileOrder, around: string): Promise<MediaView[]>;
  load(id: string, options?: { force?: boolean }): Promise<LoadOutcome>;
  /** Files of an embed app, by name, out of the cache or the network. */
  appFiles(bundle: BundleRecord): Promise<Map<string, Blob>>;
}

export interface HelpPages {
  all(): Promise<HelpPageRecord[]>;
  load(): Promise<LoadOutcome>;
}

export type OfflineSubject = { kind: 'bundle' | 'pack'; id: string };

export interface OfflineFiles {
  watch(subject: OfflineSubject): Watchable<OfflineState>;
  /** Ids of the bundles that somebody wanted here; only these can be whole. */
  keptBundles(): Promise<string[]>;
  /** Downloads what is missing; resumes where it stopped. */
  keep(subject: OfflineSubject, options?: { videos?: boolean }): Promise<void>;
  stop(subject: OfflineSubject): void;
  /** Drops the files that nothing else keeps. */
  drop(subject: OfflineSubject): Promise<void>;
}

/** Searches what is on the device of a channel; both throw in words when the device cannot. */
export interface Search {
  /** Indexes the channel as it is now, unless that has been done. */
  prepare(channelId: string): Promise<void>;
  /** The best matches, best first; at most 50. */
  find(channelId: string, words: string): Promise<SearchHit[]>;
}
