/** The record kinds by name, apart from their fields (resource-types.ts) for those who need no more. */

export const bundleTypes = [
  'salestool--document_bundle',
  'salestool--content_bundle',
  'salestool--miniapp_bundle',
] as const;

export const mediaTypes = ['media--document', 'media--image', 'media--video', 'media--remote_video'] as const;

export const resourceTypeNames = [
  'salestool--channel',
  ...bundleTypes,
  ...mediaTypes,
  'salestool--pack',
  'salestool--message',
  'salestool--signature',
  'file--file',
  'taxonomy_term--keywords',
  'taxonomy_term--products',
  'user--user',
  'node--help_page',
] as const;

export type BundleTypeName = (typeof bundleTypes)[number];
export type MediaTypeName = (typeof mediaTypes)[number];
export type ResourceTypeName = (typeof resourceTypeNames)[number];
