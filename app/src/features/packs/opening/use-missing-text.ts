import { useMemo, useState } from 'react';
import { type MediaView, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';
import { bundleIdsOf, isAllHere } from '../pack-contents.ts';
import { texts } from '../texts.ts';

/** Why something that a pack names may be missing, as far as its load tells. */
export type Lack = 'loading' | 'not-here' | 'withdrawn';

const words: Record<Exclude<Lack, 'withdrawn'>, string> = {
  loading: texts.view.onItsWay,
  'not-here': texts.view.notHere,
};

/**
 * What is said to the rep in place of something that is not on this device; null where nothing is missing, and until it
 * is known. Another function only where another word may be said.
 * @param withdrawnText what is said of what was withdrawn
 */
export function useMissingText(
  pack: PackRecord,
  medias: ReadonlyMap<string, MediaView>,
  lack: Lack,
  withdrawnText: string = texts.view.withdrawn,
) {
  const withdrawn = useWithdrawn(pack, medias);
  return useMemo(
    () =>
      withdrawn &&
      ((id: string) => (withdrawn.has(id) || lack === 'withdrawn' ? withdrawnText : words[lack])),
    [withdrawn, lack, withdrawnText],
  );
}

/** What of a pack was withdrawn, as far as this device knows; null as long as nothing of it is known to be missing. */
function useWithdrawn(pack: PackRecord, medias: ReadonlyMap<string, MediaView>) {
  const { packs, bundles } = useServices();
  const [held] = useState({ ids: nothing });
  const found = useLive(async () => {
    if (isAllHere(pack, { medias, bundles: await bundles.several(bundleIdsOf(pack)) })) return null;
    const items = await packs.unsendable(pack);
    const ids = new Set(items.flatMap(({ id, because }) => (because === 'withdrawn' ? id : [])));
    // A page is drawn anew with another set, and this is asked again with every record that comes.
    if (!isSame(ids, held.ids)) held.ids = ids;
    return held.ids;
  }, [packs, bundles, pack, medias]);
  return found ?? null;
}

const nothing: ReadonlySet<string> = new Set();

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((id) => other.has(id));
