import type { PackData, PackElement } from './pack-data.ts';

function leftOf(element: PackElement, isGone: (id: string) => boolean): PackElement[] {
  switch (element.type) {
    case 'medias': {
      const { bundle } = element.data;
      const medias = element.data.medias.filter(({ data }) => !isGone(data.media.id));
      if (bundle && isGone(bundle.id))
        return [{ ...element, data: { ...element.data, medias, bundle: undefined } }];
      return [{ ...element, data: { ...element.data, medias } }];
    }
    case 'media':
      return isGone(element.data.media.id) ? [] : [element];
    case 'text':
    case 'unknown':
      return [element];
    default:
      return isGone(element.data.bundle.id) ? [] : [element];
  }
}

/** A pack without the media and bundles of these ids; its sections stay, also those that held nothing else. */
export function withoutItems(pack: PackData, ids: readonly string[]): PackData {
  const gone = new Set(ids);
  return { ...pack, elements: pack.elements.flatMap((element) => leftOf(element, (id) => gone.has(id))) };
}
