import type { PackData } from './pack-data.ts';

/** What a pack itself calls the bundles and media it names, by their ids. */
export function itemNames(pack: PackData): Map<string, string> {
  const names = new Map<string, string>();
  for (const element of pack.elements) {
    if (element.type === 'media') names.set(element.data.media.id, element.data.media.name);
    else if (element.type === 'medias') {
      if (element.data.bundle) names.set(element.data.bundle.id, element.title);
      for (const { data } of element.data.medias) names.set(data.media.id, data.media.name);
    } else if (element.type !== 'text' && element.type !== 'unknown')
      names.set(element.data.bundle.id, element.title);
  }
  return names;
}
