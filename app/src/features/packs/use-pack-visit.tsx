import { useCallback, useEffect, useState } from 'react';
import { usePageStore } from '#navigation/page-state.tsx';
import type { PackRecord } from '#storage/records.ts';

interface Visit {
  /** That of the address. */
  id: string;
  /** What a new pack was saved as. */
  saved: PackRecord | null;
  key: number;
}

/**
 * The visit that an address is part of. Each pack is a visit of its own, but a new one that is saved goes on under its own
 * address with everything that is open on the page.
 */
export function usePackVisit(id: string) {
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
