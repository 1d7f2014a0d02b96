import { bundleTypes } from '@satchel/core/contract/resource-type-names.ts';
import { fold } from '@satchel/core/format/fold.ts';
import { useMemo, useState } from 'react';
import {
  type BundleSummary,
  type ContentBundle,
  type MediaView,
  useServices,
  useWatched,
} from '#services.ts';
import { useLive } from '#ui/use-live.ts';
import { withSameRows } from '../../opening/same-views.ts';
import { offeredBundles } from './offered-bundles.ts';

/** A bundle that is offered, and what of it. */
export interface FoundBundle {
  bundle: BundleSummary;
  /** Ids of its files that were found; null for all of them, where the bundle itself was. */
  files: readonly string[] | null;
  /** It shows them without being asked. */
  opens: boolean;
}

// Each that opens reads and draws its files, and a short word may be in those of all bundles.
const openAtMost = 5;

/** @param channelId that of the pack, which stays it wherever the rep goes meanwhile; null for the active one */
function useChannel(channelId: string | null) {
  const { session } = useServices();
  const { activeChannelId } = useWatched(session);
  return channelId ?? activeChannelId;
}

/** The name of a file in a bundle, as it is searched. */
interface FileName {
  bundleId: string;
  id: string;
  folded: string;
}

type FileNames = ReadonlyMap<string, readonly FileName[]>;

const namesIn = (contents: readonly ContentBundle[]): FileName[] =>
  contents.flatMap(({ id: bundleId, medias }) =>
    medias.map(({ id, name }) => ({ bundleId, id, folded: fold(name) })),
  );

/** Names of all files of a channel while somebody searches; undefined until they are here. */
function useFileNames(channel: string | null, isSearched: boolean): FileNames | undefined {
  const { bundles } = useServices();
  const [held] = useState<{ names: readonly FileName[] }>({ names: [] });
  const names = useLive(async () => {
    if (!channel || !isSearched) return undefined;
    held.names = withSameRows(held.names, namesIn(await bundles.contents(channel)));
    return held.names;
  }, [channel, isSearched]);
  return useMemo(() => names && Map.groupBy(names, ({ bundleId }) => bundleId), [names]);
}

/** Bundles with the words in their names, and those with files that have them. */
function foundBundles(
  offered: readonly BundleSummary[],
  names: FileNames | undefined,
  search: string,
): FoundBundle[] {
  const words = fold(search.trim());
  let opened = 0;
  return offered.flatMap((bundle) => {
    if (fold(bundle.title ?? '').includes(words)) return { bundle, files: null, opens: false };
    const files = (names?.get(bundle.id) ?? []).flatMap(({ id, folded }) =>
      folded.includes(words) ? id : [],
    );
    if (files.length === 0) return [];
    opened += 1;
    return { bundle, files, opens: opened <= openAtMost };
  });
}

/**
 * The document bundles of a channel that prospects may see, as far as they or their files are called like that.
 * @param search '' for all of them
 * @returns `found`: undefined until it is known
 */
export function useFoundBundles(channelId: string | null, search: string) {
  const { bundles } = useServices();
  const channel = useChannel(channelId);
  const [held] = useState<{ all: readonly BundleSummary[] }>({ all: [] });
  const all = useLive(async () => {
    held.all = withSameRows(held.all, channel ? await bundles.inChannel(channel, bundleTypes) : []);
    return held.all;
  }, [channel]);
  const offered = useMemo(() => all && offeredBundles(all), [all]);
  const isSearched = search.trim() !== '';
  const names = useFileNames(channel, isSearched);
  return useMemo(() => {
    const found = offered && foundBundles(offered, names, search);
    // What nothing is found in may still be on its way.
    const isKnown = !isSearched || names !== undefined || (found?.length ?? 0) > 0;
    return isKnown ? found : undefined;
  }, [offered, names, search, isSearched]);
}

/** Its files as far as they were found; undefined until they are read. */
export function useFilesOf({ bundle, files }: FoundBundle): readonly MediaView[] | undefined {
  const { bundles, packs } = useServices();
  return useLive(
    async () => (files ? [...(await packs.mediasById(files)).values()] : bundles.medias(bundle.id)),
    [bundles, packs, bundle.id, files],
  );
}

/** Whether a bundle stands open: as it was left in this search, else as it was found. */
export function useOpened({ opens }: FoundBundle, search: string) {
  const [left, setLeft] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = left.get(search) ?? opens;
  return { isOpen, toggle: () => setLeft(new Map(left).set(search, !isOpen)) };
}
