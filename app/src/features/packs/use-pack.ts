import { packMediaIds } from '@satchel/core/pack/pack-contents.ts';
import { recallPackData } from '@satchel/core/pack/recalled-pack-data.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type LoadOutcome, type MediaView, useServices, useWatched } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { useLive } from '#ui/use-live.ts';
import { withSameViews } from './same-views.ts';
import type { Lack } from './use-missing-text.ts';

export type PackInView =
  | { state: 'loading' }
  /** `failure`: why nobody knows whether there is one; null when it is nowhere. */
  | { state: 'missing'; failure: string | null }
  /** `lack`: why some of what it names may not be among them. */
  | { state: 'here'; pack: PackRecord; medias: ReadonlyMap<string, MediaView>; lack: Lack };

/** A pack has to be fetched in full when it is a stub, has no channel, or names media that are not here (PVIEW-12). */
export function needsFullLoad(pack: PackRecord, here: { has(mediaId: string): boolean }): boolean {
  const read = recallPackData(pack.pack_data);
  const ids = read.ok ? packMediaIds(read.pack) : [];
  return Boolean(pack._meta?.stub) || !pack.channel || ids.some((id) => !here.has(id));
}

/**
 * A pack out of the local database, fetched once per visit as far as it is missing, old or incomplete.
 * @param id null for one that was never saved
 * @param hasMedias false where its files are not shown, and thousands of them need not be read
 */
export function usePack(id: string | null, hasMedias = true): PackInView {
  const { packs, connection } = useServices();
  const [held] = useState({ medias: noMedias });
  const local = useLive(async () => {
    const pack = id === null ? null : await packs.get(id);
    if (pack && hasMedias) held.medias = withSameViews(held.medias, await packs.medias(pack));
    else if (pack) await packs.read(pack.pack_data);
    return { id, pack, medias: pack ? held.medias : noMedias };
  }, [packs, id, hasMedias]);
  const { online } = useWatched(connection);
  const [met, setMet] = useState<Met | null>(null);
  const [tries, setTries] = useState(1);
  const isUnasked = useRef(false);
  // What is asked of the host depends on what was read: thousands of records are not read a second time for it.
  const isRead = id !== null && local?.id === id;
  const isToBeFetched = useEffectEvent(async () => {
    // Without a signal what is here has to do, until there is one.
    isUnasked.current = !online;
    if (!online) return false;
    if (!local?.pack) return true;
    return needsFullLoad(local.pack, hasMedias ? local.medias : await packs.mediaIdsHere(local.pack));
  });
  const askOnReturn = useEffectEvent(() => {
    if (online && isUnasked.current) setTries(tries + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the return of the host that counts
  useEffect(() => askOnReturn(), [online]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is another load
  useEffect(() => {
    if (id === null || !isRead) return;
    const visit = { isOver: false };
    const load = async () => {
      const isWhole = await isToBeFetched();
      const outcome = await packs.load(id, { force: isWhole });
      if (!visit.isOver) setMet({ outcome, isWhole });
    };
    void load();
    return () => {
      visit.isOver = true;
    };
  }, [packs, id, isRead, tries]);
  // With another id the answer of before is still there for a moment.
  if (id === null || local?.id !== id) return { state: 'loading' };
  const { pack, medias } = local;
  if (pack && (!pack._meta?.stub || met)) return { state: 'here', pack, medias, lack: lackOf(met) };
  if (!met) return { state: 'loading' };
  const { outcome } = met;
  return { state: 'missing', failure: outcome.ok || outcome.isNowhere ? null : outcome.failure };
}

/** What a load met that has ended. */
interface Met {
  outcome: LoadOutcome;
  /** All of it was asked for, whatever is here. */
  isWhole: boolean;
}

function lackOf(met: Met | null): Lack {
  if (!met) return 'loading';
  return met.isWhole && met.outcome.ok ? 'withdrawn' : 'not-here';
}

const noMedias: ReadonlyMap<string, MediaView> = new Map();
