import type { PackElement, PackMedia } from '@satchel/core/pack/pack-data.ts';
import type { PackRecord } from '#storage/records.ts';
import { contentsOf } from '../pack-contents.ts';

const mediasOf = (element: PackElement): PackMedia[] => {
  if (element.type === 'medias') return element.data.medias.map(({ data }) => data.media);
  return element.type === 'media' ? [element.data.media] : [];
};

/** What a pack names, each media once, in the order of the page; nothing when its data cannot be read. */
export function packMedias(pack: Pick<PackRecord, 'pack_data'>): PackMedia[] {
  const seen = new Set<string>();
  return contentsOf(pack)
    .elements.flatMap(mediasOf)
    .filter(({ id }) => !seen.has(id) && seen.add(id));
}
