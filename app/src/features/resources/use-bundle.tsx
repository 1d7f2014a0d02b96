import { useEffect, useState } from 'react';
import { useContentInView, useItemTitle } from '#navigation/page-state.tsx';
import { type LoadOutcome, useServices } from '#services.ts';
import { useLive } from '#ui/use-live.ts';

interface Loaded {
  outcome: LoadOutcome;
  isMissing: boolean;
}

/** The local copy of a bundle, brought up to date while it is shown. Names the page and what is in view. */
export function useBundle(id: string) {
  const { bundles } = useServices();
  const bundle = useLive(() => bundles.get(id), [id]);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let isHere = true;
    bundles.load(id).then(async (outcome) => {
      // Looked for by itself: the live query may answer after the load has ended.
      const isMissing = (await bundles.get(id)) === null;
      if (isHere) setLoaded({ outcome, isMissing });
    });
    return () => {
      isHere = false;
    };
  }, [bundles, id]);
  useItemTitle(bundle?.title);
  useContentInView(bundle?.pulled ?? null, () => bundles.load(id, { force: true }));
  return {
    bundle,
    isLoaded: loaded !== null,
    /** Why there is nothing to show; null as long as something may still come. */
    missing: loaded?.isMissing ? loaded.outcome : null,
  };
}
