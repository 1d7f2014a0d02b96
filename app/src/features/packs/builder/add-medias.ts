import { addMedia } from '@satchel/core/pack/edit-pack.ts';
import type { PackData, PackElement, PackMedia } from '@satchel/core/pack/pack-data.ts';
import type { MediaView } from '#services.ts';

/** A media as a pack names it. */
export const packMediaOf = ({ id, type, typeLabel, name, url, thumbnailUrl }: MediaView): PackMedia => ({
  id,
  type,
  mediaType: typeLabel,
  name,
  url,
  thumbnail: thumbnailUrl,
});

/** Adds media to a section; those that are there already stay once and are told by name (PBUILD-19). */
export function addMedias(contents: PackData, sectionId: string, medias: readonly PackMedia[]) {
  let changed = contents;
  const duplicates: PackMedia[] = [];
  for (const media of medias) {
    const result = addMedia(changed, sectionId, media);
    if (result.ok) changed = result.pack;
    else duplicates.push(media);
  }
  return { contents: changed, duplicates };
}

/** Name of a section for sentences about it. */
export const sectionName = (section: PackElement | undefined): string =>
  section === undefined || section.type === 'unknown' ? '' : section.title;
