import type { BundleTypeName, MediaTypeName } from '@satchel/core/contract/resource-type-names.ts';

/** A bundle as lists show it. */
export interface BundleSummary {
  id: string;
  type: BundleTypeName;
  title: string | null;
  summary: string;
  availability: string | null;
  color: string | null;
  imageUrl: string | null;
  miniappType: string | null;
  fileCount: number;
  changed: number | null;
}

/** What a pack can be made of: a bundle and its files, by name alone. */
export interface ContentBundle {
  id: string;
  type: BundleTypeName;
  title: string;
  availability: string | null;
  medias: readonly ContentMedia[];
}

export interface ContentMedia {
  id: string;
  type: MediaTypeName;
  name: string;
}
