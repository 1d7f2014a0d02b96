import type { HostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import { type BundleReads, createBundleReads } from '#sync/bundle-files/bundle-reads.ts';
import { readsOfMany } from '#sync/bundle-files/reads-of-many.ts';
import { createWorkerBundleReads } from '#sync/bundle-files/worker-bundle-reads.ts';
import { createAppFiles } from '#sync/files/app-files.ts';
import { forgetNoManifest, hasNoManifest } from '#sync/files/no-manifest.ts';
import { createBundles } from './bundles.ts';
import type { CollectionParts } from './collection-parts.ts';
import { createPacks } from './packs.ts';

/**
 * Bundles and packs, which read many files by the same reads.
 * @param elsewhere those in another thread, which take over from the page when there are many files; null without one
 */
export function createBundlesAndPacks(
  parts: CollectionParts,
  flags: HostConfiguration['flags'],
  elsewhere: BundleReads | null = createWorkerBundleReads(parts.origin),
) {
  const { database, origin } = parts;
  const reads = readsOfMany(database, createBundleReads(database, origin), elsewhere);
  const appFiles = createAppFiles({
    origin: () => origin,
    hasNoManifest: (app) => hasNoManifest(database, app),
    forgetNoManifest: (app) => forgetNoManifest(database, app),
  });
  return {
    bundles: createBundles(parts, appFiles, reads),
    packs: createPacks(parts, flags, reads),
  };
}
