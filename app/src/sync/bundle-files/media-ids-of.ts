import type { BundleRecord } from '#storage/records.ts';

export const mediaIdsOf = (bundle: BundleRecord) =>
  bundle.type === 'salestool--document_bundle' ? (bundle.medias ?? []).map(({ id }) => id) : [];
