import { newId } from './new-id.ts';
import {
  defaultSectionTitle,
  type MediaElement,
  type MediasElement,
  type PackBundle,
  type PackData,
  type PackElement,
  type PackMedia,
} from './pack-data.ts';
import { mediaElementFor } from './read-element.ts';

/** Changes to a pack as pure functions: the answer is a new pack, and an id that is not there changes nothing. */

interface NewSection {
  title?: string;
  /** Position among the sections; at the end by default. */
  at?: number;
}

const titled = (title: string) => ({
  id: newId(),
  title,
  showTitle: true,
  introText: '',
  options: { hideTitle: false },
});

const withSection = (pack: PackData, section: PackElement, at = pack.elements.length): PackData => ({
  ...pack,
  elements: pack.elements.toSpliced(at, 0, section),
});

export const addTextSection = (
  pack: PackData,
  { title = defaultSectionTitle, at, content = '' }: NewSection & { content?: string } = {},
) => withSection(pack, { ...titled(title), type: 'text', data: { content } }, at);

export const addMediasSection = (
  pack: PackData,
  {
    title = defaultSectionTitle,
    at,
    medias = [],
    bundle,
  }: NewSection & { medias?: readonly PackMedia[]; bundle?: PackBundle } = {},
) =>
  withSection(
    pack,
    {
      ...titled(title),
      type: 'medias',
      data: { medias: withMedias([], medias), ...(bundle && { bundle }) },
    },
    at,
  );

export const removeSection = (pack: PackData, sectionId: string): PackData => ({
  ...pack,
  elements: pack.elements.filter(({ id }) => id !== sectionId),
});

function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Moves a section from one position to another; both count from 0. */
export const moveSection = (pack: PackData, from: number, to: number): PackData => ({
  ...pack,
  elements: moved(pack.elements, from, to),
});

/**
 * The sections in the order of these ids. One that has gone stays gone, and one that is not named stays where it stands:
 * both are what has happened since somebody looked at the order.
 */
export function arrangeSections(pack: PackData, ids: readonly string[]): PackData {
  const sections = new Map(pack.elements.map((section) => [section.id, section]));
  const arranged = ids.flatMap((id) => sections.get(id) ?? []).values();
  const named = new Set(ids);
  return {
    ...pack,
    elements: pack.elements.map((section) =>
      named.has(section.id) ? (arranged.next().value ?? section) : section,
    ),
  };
}

const changeSection = (
  pack: PackData,
  sectionId: string,
  change: (section: PackElement) => PackElement,
): PackData => ({
  ...pack,
  elements: pack.elements.map((element) => (element.id === sectionId ? change(element) : element)),
});

export const renameSection = (pack: PackData, sectionId: string, title: string) =>
  changeSection(pack, sectionId, (section) => (section.type === 'unknown' ? section : { ...section, title }));

/** Writes `showTitle` and `options.hideTitle` alike (PDATA-06). */
export const setSectionTitleShown = (pack: PackData, sectionId: string, shown: boolean) =>
  changeSection(pack, sectionId, (section) =>
    section.type === 'unknown'
      ? section
      : { ...section, showTitle: shown, options: { ...section.options, hideTitle: !shown } },
  );

/** @param content HTML; sanitised by whoever stores or shows it */
export const setText = (pack: PackData, sectionId: string, content: string) =>
  changeSection(pack, sectionId, (section) =>
    section.type === 'text' ? { ...section, data: { ...section.data, content } } : section,
  );

const changeMedias = (
  pack: PackData,
  sectionId: string,
  change: (medias: readonly MediaElement[]) => MediaElement[],
) =>
  changeSection(pack, sectionId, (section) =>
    section.type === 'medias'
      ? { ...section, data: { ...section.data, medias: change(section.data.medias) } }
      : section,
  );

function withMedias(
  present: readonly MediaElement[],
  added: readonly PackMedia[],
  at = present.length,
): MediaElement[] {
  const known = new Set(present.map(({ data }) => data.media.id));
  const fresh = added.filter(({ id }) => !known.has(id) && known.add(id));
  return present.toSpliced(at, 0, ...fresh.map((media) => mediaElementFor(media, newId())));
}

const holds = (section: PackElement, mediaId: string): section is MediasElement =>
  section.type === 'medias' && section.data.medias.some(({ data }) => data.media.id === mediaId);

type Added = { ok: true; pack: PackData } | { ok: false; because: 'already-there' };

const isIn = (pack: PackData, sectionId: string, mediaId: string) =>
  pack.elements.some((section) => section.id === sectionId && holds(section, mediaId));

/**
 * A media item can be in a section only once (PBUILD-19).
 * @param at position in the section, counted from 0; at its end by default
 */
export function addMedia(pack: PackData, sectionId: string, media: PackMedia, at?: number): Added {
  if (isIn(pack, sectionId, media.id)) return { ok: false, because: 'already-there' };
  return { ok: true, pack: changeMedias(pack, sectionId, (present) => withMedias(present, [media], at)) };
}

/** Takes a media item with its name out of one section and puts it into another, if it is not there yet. */
export function moveMediaTo(
  pack: PackData,
  mediaId: string,
  { from, to, at }: { from: string; to: string; at: number },
): Added {
  if (isIn(pack, to, mediaId)) return { ok: false, because: 'already-there' };
  const source = pack.elements.find((section) => section.id === from && holds(section, mediaId));
  const media = source?.type === 'medias' && source.data.medias.find(({ data }) => data.media.id === mediaId);
  // Whoever holds it while another version comes in may put it into what is gone: it stays where it is.
  if (!media || !pack.elements.some(({ id, type }) => id === to && type === 'medias'))
    return { ok: true, pack };
  return {
    ok: true,
    pack: changeMedias(removeMedia(pack, from, mediaId), to, (present) => present.toSpliced(at, 0, media)),
  };
}

/**
 * Adds all media of a bundle to a section, except those already in it.
 * @param at position in the section, counted from 0; at its end by default
 */
export const addBundle = (pack: PackData, sectionId: string, medias: readonly PackMedia[], at?: number) =>
  changeMedias(pack, sectionId, (present) => withMedias(present, medias, at));

export const removeMedia = (pack: PackData, sectionId: string, mediaId: string) =>
  changeMedias(pack, sectionId, (medias) => medias.filter(({ data }) => data.media.id !== mediaId));

/** Moves a media item within its section; positions count from 0. */
export const moveMedia = (pack: PackData, sectionId: string, from: number, to: number) =>
  changeMedias(pack, sectionId, (medias) => moved(medias, from, to));

/** Changes the name the pack shows, never the media's own record (PBUILD-17). */
export const renameMedia = (pack: PackData, sectionId: string, mediaId: string, name: string) =>
  changeMedias(pack, sectionId, (medias) =>
    medias.map((element) =>
      element.data.media.id === mediaId
        ? { ...element, title: name, data: { ...element.data, media: { ...element.data.media, name } } }
        : element,
    ),
  );
