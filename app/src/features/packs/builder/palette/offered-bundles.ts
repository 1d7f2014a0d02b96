import type { BundleSummary } from '#services.ts';

/** What a pack can be built from: document bundles that are not for internal use (PBUILD-22). */
export const offeredBundles = (bundles: readonly BundleSummary[]): BundleSummary[] =>
  bundles.filter(
    ({ type, availability }) => type === 'salestool--document_bundle' && availability !== 'internal',
  );
