import type { HelpPages } from '#services.ts';
import type { CollectionParts } from './collection-parts.ts';
import { collections } from './collections.ts';
import { runLoad } from './run-load.ts';

export function createHelpPages(parts: CollectionParts): HelpPages {
  const records = parts.database.records('node--help_page');
  const all = () => records.toArray();
  return {
    all,
    load: () =>
      runLoad(parts, collections.helpPage.load, {
        local: async () => {
          const pages = await all();
          return pages.length > 0 ? pages : null;
        },
        isFresh: () => false,
        pull: async () => (await parts.engine()).loads.helpPages(),
      }),
  };
}
