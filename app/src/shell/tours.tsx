import { useEffect } from 'react';
import { inView, usePageState } from '#navigation/page-state.tsx';
import { useServices, useWatched } from '#services.ts';
import { hintLevels } from '#ui/hint-level.ts';
import type { TourName } from './tour-steps.ts';
import { useRouteData } from './use-shell-data.ts';

/** Whoever saw a lower version of a tour sees it again (TOUR-02). */
const tourVersion = 1;
const preference = 'tours';

const tourOf = (route: string | undefined): TourName | null =>
  route === 'home' ? 'home' : route === 'content__bundle' ? 'documents' : null;

/**
 * Shows the way round a page the first time its content is there, unless the configuration has no tours (TOUR-03) or
 * somebody wants fewer hints than all (MODEL-31).
 */
export function Tours() {
  const { configuration, preferences, hints } = useServices();
  const isWanted = useWatched(hints) === hintLevels.verbose && configuration.tours;
  const { name } = useRouteData();
  const isLoaded = usePageState((state) => inView(state) !== null);
  const tour = isWanted && isLoaded ? tourOf(name) : null;
  useEffect(() => {
    if (!tour) return;
    const seen = () => preferences.read<Record<string, number>>(preference, {});
    if ((seen()[tour] ?? 0) >= tourVersion) return;
    const page = new AbortController();
    const show = async () => {
      const { runTour } = await import('./run-tour.ts');
      if (await runTour(tour, page.signal)) preferences.write(preference, { ...seen(), [tour]: tourVersion });
    };
    void show();
    return () => page.abort();
  }, [tour, preferences]);
  return null;
}
