import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useContentInView, useItemTitle } from '#navigation/page-state.tsx';
import { type LoadOutcome, useServices, useWatched } from '#services.ts';
import { useLive } from '#ui/use-live.ts';

interface Loaded {
  outcome: LoadOutcome;
  /** There is none here, or one that came without what belongs to it. */
  isMissing: boolean;
}

/** The local copy of a bundle, brought up to date while it is shown. Names the page and what is in view. */
export function useBundle(id: string) {
  const { bundles, session } = useServices();
  const { activeChannelId } = useWatched(session);
  const bundle = useLive(() => bundles.get(id), [id, activeChannelId]);
  const loaded = useLoadOf(id);
  useItemTitle(bundle?.title);
  useContentInView({ pulled: bundle?.pulled ?? null, reload: (how) => bundles.load(id, how) });
  return {
    bundle,
    isLoaded: loaded !== null,
    /** Why there is nothing to show, or less than there should be; null as long as something may still come. */
    missing: loaded?.isMissing ? loaded.outcome : null,
  };
}

/** The load that began with the page, or with the host's return where it could not be asked before. */
function useLoadOf(id: string): Loaded | null {
  const { bundles, connection } = useServices();
  const { online } = useWatched(connection);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [tries, setTries] = useState(1);
  const isUnasked = useRef(false);
  const noteAsked = useEffectEvent(() => {
    isUnasked.current = !online;
  });
  const askOnReturn = useEffectEvent(() => {
    if (online && isUnasked.current) setTries(tries + 1);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the return of the host that counts
  useEffect(() => askOnReturn(), [online]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is another load
  useEffect(() => {
    let isHere = true;
    noteAsked();
    setLoaded(null);
    bundles.load(id).then(async (outcome) => {
      // Looked for by itself: the live query may answer after the load has ended.
      const bundle = await bundles.get(id);
      const isMissing = bundle === null || (Boolean(bundle._meta?.stub) && !outcome.ok);
      if (isHere) setLoaded({ outcome, isMissing });
    });
    return () => {
      isHere = false;
    };
  }, [bundles, id, tries]);
  return loaded;
}
