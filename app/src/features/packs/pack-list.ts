import type { PackRecord } from '#storage/records.ts';

export type PackTab = 'all' | 'shared' | 'mine';

export const packTabs = ['all', 'shared', 'mine'] as const satisfies readonly PackTab[];

/** A pack without a type counts as private (PLIST-02). */
export const isShared = ({ pack_type }: Pick<PackRecord, 'pack_type'>) =>
  Boolean(pack_type) && pack_type !== 'private';

export const packsOfTab = (packs: readonly PackRecord[], tab: PackTab) =>
  tab === 'all' ? packs : packs.filter((pack) => isShared(pack) === (tab === 'shared'));

export const countsOfTabs = (packs: readonly PackRecord[]): Record<PackTab, number> => {
  const shared = packs.filter(isShared).length;
  return { all: packs.length, shared, mine: packs.length - shared };
};

/** The word for a pack's type, as the host names it. */
export const typeWord = ({ pack_type }: Pick<PackRecord, 'pack_type'>) => pack_type || 'private';
