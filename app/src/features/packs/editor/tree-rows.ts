import type { ContentBundle, ContentMedia } from '#services.ts';
import type { Chosen } from './chosen-content.ts';

interface Named<T> {
  item: T;
  /** The name as it is searched. */
  lower: string;
}

export interface TreeBranch extends Named<ContentBundle> {
  medias: readonly Named<ContentMedia>[];
}

/** A row of the tree: a bundle, or a file below it. */
export interface TreeRow {
  key: string;
  bundle: ContentBundle;
  /** Null on the bundle's own row. */
  media: ContentMedia | null;
  name: string;
  /** The files of a bundle that are shown, all of them unless they are filtered. */
  shown: readonly ContentMedia[];
  /** Null when there is nothing to open. */
  isOpen: boolean | null;
  position: number;
  count: number;
}

export type Ticked = boolean | 'mixed';

/**
 * What a pack can be made of: never what is meant for colleagues only (PEDIT-16). Bundles without files stand only in
 * packs of version 1.
 */
export const treeOf = (bundles: readonly ContentBundle[], version: 1 | 2): TreeBranch[] =>
  bundles
    .filter(({ availability }) => availability !== 'internal')
    .filter(({ medias }) => version === 1 || medias.length > 0)
    .map((bundle) => ({
      item: bundle,
      lower: bundle.title.toLowerCase(),
      medias: bundle.medias.map((media) => ({ item: media, lower: media.name.toLowerCase() })),
    }));

interface Showing {
  /** Part of a name, in any case; '' for everything. */
  filter: string;
  /** Bundles that the rep has opened or closed; with a filter those with matching files stand open by themselves. */
  isOpen: ReadonlyMap<string, boolean>;
}

function filesShown(branch: TreeBranch, text: string) {
  const matching = text === '' ? [] : branch.medias.filter(({ lower }) => lower.includes(text));
  const all = text === '' || branch.lower.includes(text);
  return {
    files: all ? branch.medias : matching,
    isMatch: all || matching.length > 0,
    matches: matching.length,
  };
}

/** The rows that stand in the tree, top to bottom (PEDIT-15). */
export function treeRows(tree: readonly TreeBranch[], { filter, isOpen }: Showing): TreeRow[] {
  const text = filter.trim().toLowerCase();
  const branches = tree
    .map((branch) => ({ branch, ...filesShown(branch, text) }))
    .filter(({ isMatch }) => isMatch);
  return branches.flatMap(({ branch, files, matches }, position) => {
    const bundle = branch.item;
    const shown = files.map(({ item }) => item);
    const opened = isOpen.get(bundle.id) ?? matches > 0;
    const row: TreeRow = {
      key: bundle.id,
      bundle,
      media: null,
      name: bundle.title,
      shown,
      isOpen: bundle.medias.length > 0 ? opened : null,
      position,
      count: branches.length,
    };
    if (!row.isOpen) return [row];
    const below = shown.map(
      (media, at): TreeRow => ({
        key: `${bundle.id}/${media.id}`,
        bundle,
        media,
        name: media.name,
        shown: [],
        isOpen: null,
        position: at,
        count: shown.length,
      }),
    );
    return [row, ...below];
  });
}

/** Whether what a row stands for is in the pack; 'mixed' when only some of it is. */
export function tickOf({ bundle, media, shown }: TreeRow, chosen: Chosen): Ticked {
  if (media) return chosen.medias.has(media.id);
  if (bundle.medias.length === 0) return chosen.bundles.has(bundle.id);
  const ticked = shown.reduce((sum, { id }) => sum + (chosen.medias.has(id) ? 1 : 0), 0);
  if (ticked === 0) return false;
  return ticked === shown.length ? true : 'mixed';
}

/** How many files of a bundle are in the pack, those that the filter hides included. */
export const tickedFiles = ({ medias }: ContentBundle, chosen: Chosen): number =>
  medias.reduce((sum, { id }) => sum + (chosen.medias.has(id) ? 1 : 0), 0);

/** The next row whose name begins with what was typed, round the end. */
export function rowStartingWith(rows: readonly TreeRow[], typed: string, from: number): number | null {
  const text = typed.toLowerCase();
  // While more is typed the row may stay the one it is.
  const first = text.length > 1 ? from : from + 1;
  for (let step = 0; step < rows.length; step += 1) {
    const at = (first + step) % rows.length;
    if (rows[at]?.name.toLowerCase().startsWith(text)) return at;
  }
  return null;
}
