import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { newPackId } from '#navigation/new-pack-id.ts';
import { usePageStore } from '#navigation/page-state.tsx';
import { type MediaView, useServices, useWatched } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { PackFailure } from './pack-failure.tsx';
import { PackPageSkeleton } from './pack-page-skeleton.tsx';
import { UnsavedOfMissing } from './unsaved-of-missing.tsx';
import type { Lack } from './use-missing-text.ts';
import { type PackInView, usePack } from './use-pack.ts';

/** What a page that changes a pack is about. */
export interface PackInHand {
  pack: PackRecord;
  /** It was never saved. */
  isNew: boolean;
  /** It was deleted or archived meanwhile, in another window or on another device; what it was is shown. */
  isGone: boolean;
  /** None where they were not asked for. */
  medias: ReadonlyMap<string, MediaView>;
  /** Why some of what it names may not be on this device. */
  lack: Lack;
  /** It has an address of its own now, and the page leads there with everything that is open on it. */
  onSavedAs: (saved: PackRecord) => void;
}

interface PackVisitProps {
  /** That of the address. */
  id: string;
  /** Whether what is shown needs the records of its files. */
  hasMedias: boolean;
  /** Whether unsaved work on a pack that is not here can be gone on with, which brings it back. */
  bringsBack?: boolean;
  children: (inHand: PackInHand) => ReactNode;
}

/** A pack that is changed, or made, as long as the page is about it. */
export function PackVisit({ id, hasMedias, bringsBack = false, children }: PackVisitProps) {
  const { user } = useWatched(useServices().session);
  const { key, saved, onSavedAs } = useVisit(id);
  // Nobody goes on with what somebody else had open.
  return (
    <OpenPack
      key={`${key} ${user?.uuid}`}
      id={saved?.id ?? id}
      {...{ hasMedias, bringsBack, saved, onSavedAs }}
    >
      {children}
    </OpenPack>
  );
}

interface OpenPackProps extends PackVisitProps {
  /** What it was saved as; it is shown until it comes out of the database. */
  saved: PackRecord | null;
  onSavedAs: (saved: PackRecord) => void;
}

type Here = Extract<PackInView, { state: 'here' }>;

const noMedias: ReadonlyMap<string, MediaView> = new Map();

function OpenPack({ id, hasMedias, bringsBack, saved, onSavedAs, children }: OpenPackProps) {
  const { packs } = useServices();
  const isNew = id === newPackId;
  const [begun] = useState(() => (isNew ? packs.draft() : null));
  const found = usePack(isNew ? null : id, hasMedias);
  const [seen, setSeen] = useState<Here | null>(null);
  if (found.state === 'here' && (found.pack !== seen?.pack || found.medias !== seen.medias)) setSeen(found);
  // What is unsaved here must not go with a pack that goes.
  const before = seen?.pack.id === id ? seen : null;
  const [standIn, setStandIn] = useState<PackRecord | null>(null);
  const here = found.state === 'here' ? found : before;
  const pack = here?.pack ?? saved ?? begun ?? standIn;
  if (!pack) {
    if (found.state !== 'missing') return <PackPageSkeleton />;
    const { failure } = found;
    return bringsBack ? (
      <UnsavedOfMissing id={id} failure={failure} onGoOn={setStandIn} />
    ) : (
      <PackFailure failure={failure} />
    );
  }
  // Where nobody could be asked, nobody knows what became of it.
  const isGone =
    found.state === 'missing' && (before !== null || (standIn !== null && found.failure === null));
  // A copy names the same files as the pack that it was made of.
  const medias = (here ?? seen)?.medias ?? noMedias;
  return children({ pack, isNew, isGone, medias, lack: lackOf(found), onSavedAs });
}

function lackOf(found: PackInView): Lack {
  if (found.state === 'here') return found.lack;
  return found.state === 'loading' ? 'loading' : 'not-here';
}

interface Visit {
  /** That of the address. */
  id: string;
  /** What it was saved as under another address than the one that it was at: a new pack, or a copy. */
  saved: PackRecord | null;
  key: number;
}

/**
 * The visit that an address is part of. Each pack is a visit of its own, but one that is saved as another goes on under
 * the address of that one.
 */
function useVisit(id: string) {
  const store = usePageStore();
  const [last, setVisit] = useState<Visit>({ id, saved: null, key: 0 });
  const visit = visitOf(id, last);
  if (visit !== last) setVisit(visit);
  const goesOn = visit.id === visit.saved?.id;
  useEffect(() => {
    // The page is the same: the hand stays where it is.
    if (goesOn) store.setState({ focusTitle: false });
  }, [store, goesOn]);
  return {
    /** Another one is another visit. */
    key: visit.key,
    saved: visit.saved,
    onSavedAs: useCallback((saved: PackRecord) => setVisit((now) => ({ ...now, saved })), []),
  };
}

function visitOf(id: string, visit: Visit): Visit {
  if (visit.id === id) return visit;
  return visit.saved?.id === id ? { ...visit, id } : { id, saved: null, key: visit.key + 1 };
}
