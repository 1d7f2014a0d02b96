import { addBundle, addMediasSection } from '@satchel/core/pack/edit-pack.ts';
import type { PackData, PackElement, PackMedia } from '@satchel/core/pack/pack-data.ts';
import type { ContentBundle, ContentMedia } from '#services.ts';
import type { EditedPack } from './edited-pack.ts';

/** What of the channel is in the pack. */
export interface Chosen {
  medias: ReadonlySet<string>;
  /** Bundles that stand in the pack themselves. */
  bundles: ReadonlySet<string>;
}

function mediaIdsOf(element: PackElement): string[] {
  if (element.type === 'medias') return element.data.medias.map(({ data }) => data.media.id);
  return element.type === 'media' ? [element.data.media.id] : [];
}

const bundleOf = (element: PackElement) =>
  element.type === 'text' || element.type === 'media' || element.type === 'unknown'
    ? undefined
    : element.data.bundle;

export const chosenIn = ({ elements }: PackData): Chosen => ({
  medias: new Set(elements.flatMap(mediaIdsOf)),
  bundles: new Set(elements.flatMap((element) => bundleOf(element)?.id ?? [])),
});

/** Address and picture follow when the pack is saved. */
const packMedia = ({ id, type, name }: ContentMedia): PackMedia => ({
  id,
  type,
  mediaType: null,
  name,
  url: null,
  thumbnail: null,
});

/** Where files of a bundle go: to the bundle's own section; in version 2 else to the last one that holds files. */
function sectionFor({ contents, version }: EditedPack, bundle: ContentBundle): PackElement | undefined {
  const { elements } = contents;
  const own = elements.find((element) => element.type === 'medias' && bundleOf(element)?.id === bundle.id);
  return own ?? (version === 2 ? elements.findLast(({ type }) => type === 'medias') : undefined);
}

/** Puts files of a bundle into the pack, or a bundle that has none. What is there already stays where it is. */
export function choose(edited: EditedPack, bundle: ContentBundle, medias: readonly ContentMedia[]): PackData {
  const there = chosenIn(edited.contents);
  const added = medias.filter(({ id }) => !there.medias.has(id)).map(packMedia);
  const section = sectionFor(edited, bundle);
  if (section) return addBundle(edited.contents, section.id, added);
  const { id, type, title } = bundle;
  return addMediasSection(edited.contents, { title, bundle: { id, type }, medias: added });
}

function without(element: PackElement, ids: ReadonlySet<string>, version: 1 | 2): PackElement[] {
  if (element.type === 'media') return ids.has(element.data.media.id) ? [] : [element];
  if (element.type !== 'medias') return [element];
  const medias = element.data.medias.filter(({ data }) => !ids.has(data.media.id));
  if (medias.length === element.data.medias.length) return [element];
  // A group of version 1 is there for its files; a section of version 2 has a place and a title of its own.
  if (medias.length === 0 && version === 1) return [];
  return [{ ...element, data: { ...element.data, medias } }];
}

/** Takes files out of the pack, wherever they stand in it. */
export const unchoose = ({ contents, version }: EditedPack, ids: ReadonlySet<string>): PackData => ({
  ...contents,
  elements: contents.elements.flatMap((element) => without(element, ids, version)),
});

/** Takes a bundle without files out of a pack of version 1. */
export const unchooseBundle = ({ contents }: EditedPack, bundleId: string): PackData => ({
  ...contents,
  elements: contents.elements.filter((element) => bundleOf(element)?.id !== bundleId),
});
