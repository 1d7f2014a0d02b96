import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import { renderPackPageParts } from '@satchel/core/pack-page/render-pack-page.ts';
import { useMemo } from 'react';
import { type MediaView, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { packPageOf } from './pack-page-of.ts';
import { useSurroundings } from './use-surroundings.ts';

/** A pack as its prospect will see it, and what stands around it; both are there at once, or not yet. */
export function usePageParts(pack: PackRecord, medias: ReadonlyMap<string, MediaView>) {
  const { configuration } = useServices();
  const surroundings = useSurroundings(pack);
  return useMemo(() => {
    if (!surroundings) return null;
    const shown = { pack, medias, ...surroundings, configuration, sanitise: sanitiseInBrowser };
    return { surroundings, parts: renderPackPageParts(packPageOf(shown)) };
  }, [pack, medias, surroundings, configuration]);
}
