import { packMediaIds, packReferences } from '@satchel/core/pack/pack-contents.ts';
import { emptyPack, type PackData, type PackElement } from '@satchel/core/pack/pack-data.ts';
import { recallPackData } from '@satchel/core/pack/recalled-pack-data.ts';
import type { PackRecord } from '#storage/records.ts';

type Stored = Pick<PackRecord, 'pack_data'>;

/** What a pack holds; nothing when its data cannot be read (PDATA-08). */
export function contentsOf({ pack_data }: Stored): PackData {
  const read = recallPackData(pack_data);
  return read.ok ? read.pack : emptyPack;
}

/** Ids of the bundles a pack names. */
export const bundleIdsOf = (pack: Stored) => packReferences(contentsOf(pack)).bundles.map(({ id }) => id);

/** What of a pack is on this device. */
export interface Here {
  medias: { has(mediaId: string): boolean };
  /** Of those that it names. */
  bundles: readonly unknown[];
}

export const isAllHere = (pack: Stored, { medias, bundles }: Here): boolean =>
  bundleIdsOf(pack).length === bundles.length && packMediaIds(contentsOf(pack)).every((id) => medias.has(id));

/** The bundle or the one file that a section stands for. */
export function itemOf(element: PackElement): string | undefined {
  if (element.type === 'text' || element.type === 'unknown') return undefined;
  return element.type === 'media' ? element.data.media.id : element.data.bundle?.id;
}
