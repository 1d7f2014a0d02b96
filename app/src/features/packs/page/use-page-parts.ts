import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import { sanitiseInSteps } from '@satchel/core/html/sanitise-in-steps.ts';
import { prospectWords } from '@satchel/core/pack-page/prospect-words.ts';
import { renderPackPageParts } from '@satchel/core/pack-page/render-pack-page.ts';
import { useState } from 'react';
import { type MediaView, type MessageForm, useServices } from '#services.ts';
import type { PackRecord } from '#storage/records.ts';
import { type Lack, useMissingText } from '../opening/use-missing-text.ts';
import { isAllHere } from '../pack-contents.ts';
import { packPageOf, prospectPageOf } from './pack-page-of.ts';
import { type Surroundings, useSurrounded } from './use-surrounded.ts';

/**
 * A pack as its prospect will see it, and what stands around it; both are there at once, or not yet.
 * @param lack why some of it may be missing
 * @param chosen the signature of the message that it goes with; without a message the rep is told of what no prospect sees
 */
export function usePageParts(
  pack: PackRecord,
  medias: ReadonlyMap<string, MediaView>,
  lack: Lack,
  chosen?: MessageForm['signature'],
) {
  const { configuration } = useServices();
  const pageOf = chosen === undefined ? packPageOf : prospectPageOf;
  const missingText = useMissingText(pack, medias, lack, chosen && prospectWords.withdrawn);
  const [held] = useState<{ page: Page | undefined }>({ page: undefined });
  return useSurrounded(
    pack,
    (surroundings) => {
      // Before it is known what is said of what is missing, nothing is; a page that is shown stays meanwhile.
      const isKnown = missingText !== null || isAllHere(pack, { medias, bundles: surroundings.bundles });
      if (!isKnown) return held.page?.of === pack.id ? held.page : undefined;
      const sanitisers = { sanitise: sanitiseInBrowser, sanitiseInSteps };
      const shown = { pack, medias, ...surroundings, configuration, missingText, ...sanitisers };
      held.page = { of: pack.id, surroundings, parts: renderPackPageParts(pageOf(shown)) };
      return held.page;
    },
    [medias, configuration, missingText],
    chosen,
  );
}

interface Page {
  /** Id of the pack. */
  of: string;
  surroundings: Surroundings;
  parts: ReturnType<typeof renderPackPageParts>;
}
