import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import { sanitiseInSteps } from '@satchel/core/html/sanitise-in-steps.ts';
import { renderPackPageParts } from '@satchel/core/pack-page/render-pack-page.ts';
import { type MediaView, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { packPageOf } from './pack-page-of.ts';
import { type Lack, useMissingText } from './use-missing-text.ts';
import { useSurrounded } from './use-surrounded.ts';

/**
 * A pack as its prospect will see it, and what stands around it; both are there at once, or not yet.
 * @param lack why some of it may be missing
 */
export function usePageParts(
  pack: PackRecord,
  medias: ReadonlyMap<string, MediaView>,
  lack: Lack = 'not-here',
) {
  const { configuration } = useServices();
  const missingText = useMissingText(pack, medias, lack);
  return useSurrounded(
    pack,
    (surroundings) => {
      const sanitisers = { sanitise: sanitiseInBrowser, sanitiseInSteps };
      const shown = { pack, medias, ...surroundings, configuration, missingText, ...sanitisers };
      return { surroundings, parts: renderPackPageParts(packPageOf(shown)) };
    },
    [medias, configuration, missingText],
  );
}
