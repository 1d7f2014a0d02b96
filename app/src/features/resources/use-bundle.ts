import { useEffect, useState } from 'react';
import { useContentInView, useItemTitle } from '#navigation/page-state.tsx';
import { type LoadOutcome, useServices } from '#services.ts';
import { useLive } from '#ui/use-live.ts';

/** The local copy of a bundle, brought up to date while it is shown. Names the page and what is in view. */
export function useBundle(id: string) {
  const { bundles } = useServices();
  const bundle = useLive(() => bundles.get(id), [id]);
  const [outcome, setOutcome] = useState<LoadOutcome | null>(null);
  useEffect(() => {
    let isHere = true;
    bundles.load(id).then((met) => isHere && setOutcome(met));
    return () => {
      isHere = false;
    };
  }, [bundles, id]);
  useItemTitle(bundle?.title);
  useContentInView(bundle?.pulled ?? null, () => bundles.load(id, { force: true }));
  return { bundle, outcome };
}
