import { useState } from 'react';
import { type MediaView, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';
import { bundleIdsOf, type Here, isAllHere } from '../pack-contents.ts';
import { withSameViews } from './same-views.ts';
import type { Lack } from './use-missing-text.ts';
import { usePackLoad } from './use-pack-load.ts';

export type PackInView =
  | { state: 'loading' }
  /** `failure`: why nobody knows whether there is one; null when it is nowhere. */
  | { state: 'missing'; failure: string | null }
  /** `lack`: why some of what it names may not be among them. */
  | { state: 'here'; pack: PackRecord; medias: ReadonlyMap<string, MediaView>; lack: Lack };

/** A pack has to be fetched in full when it is a stub, has no channel, or names what is not here (PVIEW-12). */
export const needsFullLoad = (pack: PackRecord, here: Here): boolean =>
  Boolean(pack._meta?.stub) || !pack.channel || !isAllHere(pack, here);

/**
 * A pack out of the local database, fetched once per visit as far as it is missing, old or incomplete.
 * @param id null for one that was never saved
 * @param hasMedias false where its files are not shown, and thousands of them need not be read
 */
export function usePack(id: string | null, hasMedias = true): PackInView {
  const { packs, bundles } = useServices();
  const [held] = useState({ medias: noMedias });
  const local = useLive(async () => {
    const pack = id === null ? null : await packs.get(id);
    if (pack && hasMedias) held.medias = withSameViews(held.medias, await packs.medias(pack));
    else if (pack) await packs.read(pack.pack_data);
    return { id, pack, medias: pack ? held.medias : noMedias };
  }, [packs, id, hasMedias]);
  // With another id the answer of before is still there for a moment.
  const read = id !== null && local?.id === id ? local : null;
  const needsAll = async (pack: PackRecord) => {
    const medias = hasMedias && read ? read.medias : await packs.mediaIdsHere(pack);
    return needsFullLoad(pack, { medias, bundles: await bundles.several(bundleIdsOf(pack)) });
  };
  const { outcome, lack } = usePackLoad({ id, pack: read?.pack, needsAll });
  if (!read) return { state: 'loading' };
  const { pack, medias } = read;
  if (pack && (!pack._meta?.stub || outcome)) return { state: 'here', pack, medias, lack };
  if (!outcome) return { state: 'loading' };
  return { state: 'missing', failure: outcome.ok || outcome.isNowhere ? null : outcome.failure };
}

const noMedias: ReadonlyMap<string, MediaView> = new Map();
