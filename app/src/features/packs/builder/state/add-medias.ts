import { addBundle, addMediasSection } from '@satchel/core/pack/edit-pack.ts';
import type { PackData, PackElement, PackMedia } from '@satchel/core/pack/pack-data.ts';
import type { MediaView } from '#services.ts';
import { texts } from '../../texts.ts';

/** A media as a pack names it. */
export const packMediaOf = ({ id, type, typeLabel, name, url, thumbnailUrl }: MediaView): PackMedia => ({
  id,
  type,
  mediaType: typeLabel,
  name,
  url,
  thumbnail: thumbnailUrl,
});

/**
 * Adds media to a section; those that are there already stay once and are told by name (PBUILD-19).
 * @param at position in the section, counted from 0; at its end by default
 */
export function addMedias(contents: PackData, sectionId: string, medias: readonly PackMedia[], at?: number) {
  const section = contents.elements.find((element) => element.id === sectionId);
  const present = section?.type === 'medias' ? section.data.medias.map(({ data }) => data.media.id) : [];
  const known = new Set(present);
  const duplicates = medias.filter(({ id }) => known.has(id) || !known.add(id));
  return { contents: addBundle(contents, sectionId, medias, at), duplicates };
}

/** With what is being chosen for a section, which may be gone by now: then it is a section of its own. */
export function withChosen(contents: PackData, sectionId: string, medias: readonly PackMedia[]): PackData {
  if (medias.length === 0) return contents;
  const isThere = contents.elements.some(({ id, type }) => id === sectionId && type === 'medias');
  return isThere ? addBundle(contents, sectionId, medias) : addMediasSection(contents, { medias });
}

/** Name of a section for sentences about it; '' for one of an unknown type. */
export function sectionName(section: PackElement | undefined): string {
  if (section === undefined || section.type === 'unknown') return '';
  return section.title.trim() === '' ? texts.builder.sectionTitle : section.title;
}
