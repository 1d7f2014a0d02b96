import { type MediaTypeName, mediaTypes } from '#contract/resource-type-names.ts';
import type { ResourceIdentifier } from '#contract/resource-types.ts';
import type { PackBundle, PackData, PackElement, PackMedia } from './pack-data.ts';

function mediasOf(element: PackElement): PackMedia[] {
  if (element.type === 'medias') return element.data.medias.map(({ data }) => data.media);
  return element.type === 'media' ? [element.data.media] : [];
}

function bundleOf(element: PackElement): PackBundle[] {
  if (element.type === 'text' || element.type === 'media' || element.type === 'unknown') return [];
  return element.data.bundle ? [element.data.bundle] : [];
}

const once = <Item extends { id: string }>(items: readonly Item[]): Item[] =>
  [...new Map(items.toReversed().map((item) => [item.id, item])).values()].reverse();

const found = new WeakMap<PackData, readonly PackMedia[]>();

/** A pack is never changed in place, and of a large one several ask at once. */
function mediasIn(pack: PackData): readonly PackMedia[] {
  const medias = found.get(pack) ?? once(pack.elements.flatMap(mediasOf));
  found.set(pack, medias);
  return medias;
}

/** Ids of the media a pack names, each once, in the order of the page. */
export const packMediaIds = (pack: PackData): string[] => mediasIn(pack).map(({ id }) => id);

const isMediaType = (type: string): type is MediaTypeName => mediaTypes.some((known) => known === type);

/** What a pack's relationships list: each bundle and media named in its data, once (PDATA-08). */
export function packReferences(pack: PackData) {
  const medias = mediasIn(pack).flatMap(({ id, type }): ResourceIdentifier<MediaTypeName>[] =>
    isMediaType(type) ? [{ type, id }] : [],
  );
  return { bundles: once(pack.elements.flatMap(bundleOf)).map(({ type, id }) => ({ type, id })), medias };
}
