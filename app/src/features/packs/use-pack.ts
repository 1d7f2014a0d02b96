import { packMediaIds } from '@satchel/core/pack/pack-contents.ts';
import { recallPackData } from '@satchel/core/pack/recalled-pack-data.ts';
import { useEffect, useState } from 'react';
import { type LoadOutcome, type MediaView, type Packs, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';
import { withSameViews } from './same-views.ts';

export type PackInView =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'here'; pack: PackRecord; medias: ReadonlyMap<string, MediaView> };

/** A pack has to be fetched in full when it is a stub, has no channel, or names media that are not here (PVIEW-12). */
export function needsFullLoad(pack: PackRecord, medias: ReadonlyMap<string, MediaView>): boolean {
  const read = recallPackData(pack.pack_data);
  const ids = read.ok ? packMediaIds(read.pack) : [];
  return Boolean(pack._meta?.stub) || !pack.channel || ids.some((id) => !medias.has(id));
}

/**
 * A pack out of the local database, fetched once per visit as far as it is missing, old or incomplete.
 * @param id null for one that was never saved
 */
export function usePack(id: string | null): PackInView {
  const { packs } = useServices();
  const [held] = useState(() => ({ medias: noMedias }));
  const local = useLive(async () => {
    const { pack, medias } = await readLocal(packs, id);
    held.medias = withSameViews(held.medias, medias);
    return { id, pack, medias: held.medias };
  }, [packs, id]);
  const [outcome, setOutcome] = useState<LoadOutcome | null>(null);
  useEffect(() => {
    if (id === null) return;
    const visit = { isOver: false };
    const load = async () => {
      const { pack, medias } = await readLocal(packs, id);
      const met = await packs.load(id, { force: !pack || needsFullLoad(pack, medias) });
      if (!visit.isOver) setOutcome(met);
    };
    void load();
    return () => {
      visit.isOver = true;
    };
  }, [packs, id]);
  // With another id the answer of before is still there for a moment.
  if (id === null || local?.id !== id) return { state: 'loading' };
  const { pack, medias } = local;
  if (pack && (!pack._meta?.stub || outcome)) return { state: 'here', pack, medias };
  return outcome ? { state: 'missing' } : { state: 'loading' };
}

const noMedias: ReadonlyMap<string, MediaView> = new Map();

async function readLocal(packs: Packs, id: string | null) {
  const pack = id === null ? null : await packs.get(id);
  return { pack, medias: pack ? await packs.medias(pack) : new Map<string, MediaView>() };
}
