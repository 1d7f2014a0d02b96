import type { BundleTypeName } from '@satchel/core/contract/resource-type-names.ts';

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
