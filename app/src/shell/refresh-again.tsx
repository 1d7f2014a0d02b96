import { useEffect, useEffectEvent, useRef } from 'react';
import { inView, usePageState, usePageStore } from '#navigation/page-state.tsx';
import { useServices, useWatched } from '#services.ts';

/**
 * Asks again for what a refresh did not bring, while its page is open: once with the host's return, since one that comes and
 * goes with each call would be asked for ever, and when what is left alone for a while may be asked for.
 */
export function RefreshAgain() {
  const { online } = useWatched(useServices().connection);
  const store = usePageStore();
  const missed = usePageState((state) => state.missed);
  const askAgain = useEffectEvent(async () => {
    if (!missed || !online) return;
    store.setState({ missed: null });
    const outcome = await inView(store.getState())?.reload({ force: false });
    // The next page may be open by then, for which nothing is asked but what is due.
    if (outcome?.againInMs !== undefined) store.setState({ missed: outcome });
  });
  const wasGone = useRef(false);
  useEffect(() => {
    if (wasGone.current) void askAgain();
    wasGone.current = !online;
  }, [online]);
  useEffect(() => {
    if (missed?.againInMs === undefined) return;
    const timer = setTimeout(() => void askAgain(), missed.againInMs);
    return () => clearTimeout(timer);
  }, [missed]);
  return null;
}
