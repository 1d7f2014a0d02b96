import { moveMedia, moveSection } from '@satchel/core/pack/edit-pack.ts';
import type { MediaElement, MediasElement, PackData, PackElement } from '@satchel/core/pack/pack-data.ts';
import type { EditedPack } from './edited-pack.ts';

/** A line of the ordered list. */
export type ChosenRow = SectionRow | MediaRow;

export interface SectionRow {
  key: string;
  kind: 'section';
  element: PackElement;
  name: string;
  /** Files below it; null for what holds none. */
  files: number | null;
  /** Position among the sections. */
  at: number;
  /** Groups of version 1 are the rep's choice; the sections of version 2 belong to the builder, but for files that stand alone (PEDIT-21). */
  isMovable: boolean;
  isRemovable: boolean;
}

export interface MediaRow {
  key: string;
  kind: 'media';
  sectionId: string;
  mediaId: string;
  type: string;
  name: string;
  /** Position in its section. */
  at: number;
  isMovable: true;
  isRemovable: true;
}

/** Where something that is carried would go, counted as it stands there afterwards. */
export interface Place {
  /** Null among the sections themselves. */
  sectionId: string | null;
  to: number;
}

const titleOf = (element: PackElement) => (element.type === 'unknown' ? '' : element.title);

const mediaRow = ({ id: sectionId }: MediasElement, { title, data }: MediaElement, at: number): MediaRow => ({
  key: `${sectionId}/${data.media.id}`,
  kind: 'media',
  sectionId,
  mediaId: data.media.id,
  type: data.media.type,
  name: title || data.media.name,
  at,
  isMovable: true,
  isRemovable: true,
});

export const chosenRows = ({ contents, version }: EditedPack): ChosenRow[] =>
  contents.elements.flatMap((element, at) => {
    const isOwn = version === 1 || element.type === 'media';
    const section: SectionRow = {
      key: element.id,
      kind: 'section',
      element,
      name: titleOf(element),
      files: element.type === 'medias' ? element.data.medias.length : null,
      at,
      isMovable: isOwn,
      isRemovable: isOwn,
    };
    if (element.type !== 'medias') return [section];
    return [section, ...element.data.medias.map((media, position) => mediaRow(element, media, position))];
  });

export const placeOf = (row: ChosenRow): Place =>
  row.kind === 'media' ? { sectionId: row.sectionId, to: row.at } : { sectionId: null, to: row.at };

const holds = (section: MediasElement, mediaId: string) =>
  section.data.medias.some(({ data }) => data.media.id === mediaId);

/** Sections that a file may go to: in version 1 only its bundle's own. */
export function sectionsFor({ contents, version }: EditedPack, row: MediaRow): MediasElement[] {
  return contents.elements.filter(
    (element): element is MediasElement =>
      element.type === 'medias' &&
      (element.id === row.sectionId || (version === 2 && !holds(element, row.mediaId))),
  );
}

/** How many places there are in a section for a row that may be in it already. */
const places = (section: MediasElement, row: MediaRow) =>
  section.data.medias.length - (section.id === row.sectionId ? 1 : 0);

/** One step up or down from a place; null at the end. */
export function stepFrom(edited: EditedPack, row: ChosenRow, place: Place, by: -1 | 1): Place | null {
  const to = place.to + by;
  if (row.kind === 'section') {
    const isThere = to >= 0 && to < edited.contents.elements.length;
    return isThere ? { sectionId: null, to } : null;
  }
  const section = edited.contents.elements.find(({ id }) => id === place.sectionId);
  // Most steps stay in their section: the others need not be looked through.
  if (section?.type === 'medias' && to >= 0 && to <= places(section, row)) return { ...place, to };
  const sections = sectionsFor(edited, row);
  const now = sections.findIndex(({ id }) => id === place.sectionId);
  const next = sections[now + by];
  return next ? { sectionId: next.id, to: by > 0 ? 0 : places(next, row) } : null;
}

function movedAcross(edited: EditedPack, row: MediaRow, { sectionId, to }: Place): PackData {
  const { contents } = edited;
  const from = contents.elements.find(({ id }) => id === row.sectionId);
  const media = from?.type === 'medias' ? from.data.medias[row.at] : undefined;
  if (!media || !sectionsFor(edited, row).some(({ id }) => id === sectionId)) return contents;
  return {
    ...contents,
    elements: contents.elements.map((element) => {
      if (element.type !== 'medias') return element;
      const { medias } = element.data;
      if (element === from)
        return { ...element, data: { ...element.data, medias: medias.toSpliced(row.at, 1) } };
      if (element.id !== sectionId) return element;
      return { ...element, data: { ...element.data, medias: medias.toSpliced(to, 0, media) } };
    }),
  };
}

const positionNow = <Item>(items: readonly Item[], at: number, isIt: (item: Item) => boolean) => {
  const drawn = items[at];
  return drawn !== undefined && isIt(drawn) ? at : items.findIndex(isIt);
};

/** Where a row stands that was drawn before another version may have come in; -1 where it is gone. */
function atNow({ elements }: PackData, row: ChosenRow): number {
  if (row.kind === 'section') return positionNow(elements, row.at, ({ id }) => id === row.key);
  const section = elements.find(({ id }) => id === row.sectionId);
  if (section?.type !== 'medias') return -1;
  return positionNow(section.data.medias, row.at, ({ data }) => data.media.id === row.mediaId);
}

/** The contents with a row at another place, or as they are where one of the two is gone. */
export function moveTo(edited: EditedPack, row: ChosenRow, place: Place): PackData {
  const { contents } = edited;
  const at = atNow(contents, row);
  if (at < 0) return contents;
  if (row.kind === 'section') return moveSection(contents, at, place.to);
  if (place.sectionId === row.sectionId) return moveMedia(contents, row.sectionId, at, place.to);
  return movedAcross(edited, { ...row, at }, place);
}

/** The line above which a place lies, counted from the first row. */
export function lineOf(rows: readonly ChosenRow[], row: ChosenRow, { sectionId, to }: Place): number {
  if (row.kind === 'section') {
    const at = to > row.at ? to + 1 : to;
    const line = rows.findIndex((other) => other.kind === 'section' && other.at === at);
    return line < 0 ? rows.length : line;
  }
  const first = rows.findIndex((other) => other.key === sectionId) + 1;
  return first + (sectionId === row.sectionId && to > row.at ? to + 1 : to);
}

/** Which of the lines lies nearest to a height. */
function nearest(lines: readonly number[], height: number) {
  const away = lines.map((line) => Math.abs(line - height));
  return away.indexOf(Math.min(...away));
}

function sectionPlaceAt(rows: readonly ChosenRow[], row: SectionRow, height: number): Place {
  const starts = rows.flatMap(({ kind }, line) => (kind === 'section' ? [line] : []));
  const index = nearest([...starts, rows.length], height);
  return { sectionId: null, to: index > row.at ? index - 1 : index };
}

function mediaPlaceAt(edited: EditedPack, rows: readonly ChosenRow[], row: MediaRow, height: number): Place {
  const lineOfSection = new Map(
    rows.flatMap(({ kind, key }, line) => (kind === 'section' ? [[key, line]] : [])),
  );
  const candidates = sectionsFor(edited, row).map(({ id, data }) => {
    const first = (lineOfSection.get(id) ?? 0) + 1;
    return { id, first, line: Math.min(first + data.medias.length, Math.max(first, Math.round(height))) };
  });
  const candidate =
    candidates[
      nearest(
        candidates.map(({ line }) => line),
        height,
      )
    ];
  if (!candidate) return placeOf(row);
  const at = candidate.line - candidate.first;
  return { sectionId: candidate.id, to: candidate.id === row.sectionId && at > row.at ? at - 1 : at };
}

/**
 * The place under a point of the list, or the nearest there is.
 * @param height of the point below the list's upper edge, in rows
 */
export const placeAt = (
  edited: EditedPack,
  rows: readonly ChosenRow[],
  row: ChosenRow,
  height: number,
): Place =>
  row.kind === 'section' ? sectionPlaceAt(rows, row, height) : mediaPlaceAt(edited, rows, row, height);
