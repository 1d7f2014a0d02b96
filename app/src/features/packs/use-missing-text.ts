import { packReferences } from '@satchel/core/pack/pack-contents.ts';
import { useCallback } from 'react';
import { type MediaView, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';
import { contentsOf } from './pack-contents.ts';
import { texts } from './texts.ts';

/** Why something that a pack names may be missing, as far as its load tells. */
export type Lack = 'loading' | 'not-here' | 'withdrawn';

const words: Record<Lack, string> = {
  loading: texts.view.onItsWay,
  'not-here': texts.view.notHere,
  withdrawn: texts.view.withdrawn,
};

/** What is said to the rep in place of something that is not on this device; another function only where anything is missing. */
export function useMissingText(pack: PackRecord, medias: ReadonlyMap<string, MediaView>, lack: Lack) {
  const withdrawn = useWithdrawn(pack, medias);
  const met = withdrawn === null ? null : lack;
  return useCallback(
    (id: string) => words[withdrawn?.has(id) ? 'withdrawn' : (met ?? 'loading')],
    [withdrawn, met],
  );
}

/** What of a pack was withdrawn, as far as this device knows; null as long as nothing of it is known to be missing. */
function useWithdrawn(pack: PackRecord, medias: ReadonlyMap<string, MediaView>) {
  const { packs, bundles } = useServices();
  const found = useLive(async () => {
    const named = packReferences(contentsOf(pack));
    const here = await bundles.several(named.bundles.map(({ id }) => id));
    if (here.length === named.bundles.length && named.medias.every(({ id }) => medias.has(id))) return null;
    const items = await packs.unsendable(pack);
    return new Set(items.filter(({ because }) => because === 'withdrawn').map(({ id }) => id));
  }, [packs, bundles, pack, medias]);
  return found ?? null;
}
