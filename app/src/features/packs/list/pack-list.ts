import { fold } from '@satchel/core/format/fold.ts';
import { isPrivatePack } from '@satchel/core/pack/is-private-pack.ts';
import type { PackRecord } from '#storage/records.ts';

export type PackTab = 'all' | 'shared' | 'mine';

export const packTabs = ['all', 'shared', 'mine'] as const satisfies readonly PackTab[];

export const isShared = (pack: Pick<PackRecord, 'pack_type'>) => !isPrivatePack(pack);

export const packsOfTab = (packs: readonly PackRecord[], tab: PackTab) =>
  tab === 'all' ? packs : packs.filter((pack) => isShared(pack) === (tab === 'shared'));

export const countsOfTabs = (packs: readonly PackRecord[]): Record<PackTab, number> => {
  const shared = packs.filter(isShared).length;
  return { all: packs.length, shared, mine: packs.length - shared };
};

export type PackSort = 'changed' | 'name';

/** The first is how the packs come: the last change first. */
export const packSorts = ['changed', 'name'] as const satisfies readonly PackSort[];

const byName = new Intl.Collator('en-us', { sensitivity: 'base', numeric: true });

/** Those whose name or notes hold every word, in order. */
export function arrangedPacks(
  packs: readonly PackRecord[],
  { search, sort }: { search: string; sort: PackSort },
): readonly PackRecord[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const found =
    words.length === 0
      ? packs
      : packs.filter(({ title, notes }) => {
          const text = fold(`${title ?? ''} ${notes ?? ''}`);
          return words.every((word) => text.includes(word));
        });
  if (sort === 'changed') return found;
  return found.toSorted((one, other) => byName.compare(one.title ?? '', other.title ?? ''));
}

/** The word for a pack's type, as the host names it. */
export const typeWord = ({ pack_type }: Pick<PackRecord, 'pack_type'>) => pack_type || 'private';
