import type { HelpPages } from '#services.ts';
import { hasKey, isHelpReader } from '#sync/load/help-reader.ts';
import { type CollectionParts, userIdOf } from './collection-parts.ts';
import { collections } from './collections.ts';
import { runLoad } from './run-load.ts';

export function createHelpPages(parts: CollectionParts): HelpPages {
  const records = parts.database.records('node--help_page');
  /** Pages for some roles only are for nobody but who they came for, whoever has the device in hand. */
  const all = async () => {
    const [pages, isTheirs] = await Promise.all([
      records.toArray(),
      isHelpReader(parts.database, userIdOf(parts)),
    ]);
    return isTheirs ? pages : pages.filter((page) => !hasKey(page));
  };
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
