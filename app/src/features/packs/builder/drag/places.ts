import type { PackBundle, PackData, PackMedia } from '@satchel/core/pack/pack-data.ts';

/** What is carried: something of the pack itself, or of the palette. */
export type Dragged = { title: string } & (
  | { kind: 'section'; id: string }
  | { kind: 'tile'; sectionId: string; media: PackMedia }
  | { kind: 'text' }
  | { kind: 'documents' }
  | { kind: 'bundle'; bundle: PackBundle; imageUrl: string | null; fileCount: number }
  | { kind: 'file'; media: PackMedia }
);

/** Where it may be put: before the section at a position, or before the file at a position of a section. */
export type Place = { kind: 'gap'; at: number } | { kind: 'section'; id: string; at: number };

export const isSamePlace = (one: Place | null, other: Place | null) =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.kind === other.kind &&
    one.at === other.at &&
    (one.kind === 'gap' || one.id === (other as { id: string }).id));

export const goesBetweenSections = ({ kind }: Dragged) => kind !== 'tile';
export const goesIntoSections = ({ kind }: Dragged) =>
  kind === 'bundle' || kind === 'file' || kind === 'tile';

/** What is carried lies between two places of its own; it is said to be in the first. */
const isOwnSecond = (dragged: Dragged, place: Place, contents: PackData) => {
  if (dragged.kind === 'section' && place.kind === 'gap')
    return contents.elements[place.at - 1]?.id === dragged.id;
  if (dragged.kind !== 'tile' || place.kind === 'gap' || place.id !== dragged.sectionId) return false;
  return positionOf(dragged, contents) === place.at - 1;
};

function filesOf(sectionId: string, { elements }: PackData) {
  const section = elements.find(({ id }) => id === sectionId);
  return section?.type === 'medias' ? section.data.medias : [];
}

const positionOf = ({ sectionId, media }: { sectionId: string; media: PackMedia }, contents: PackData) =>
  filesOf(sectionId, contents).findIndex(({ data }) => data.media.id === media.id);

/** Where it lies now, or where it would go without being asked. */
export function firstPlace(dragged: Dragged, contents: PackData): Place {
  const { elements } = contents;
  if (dragged.kind === 'tile')
    return { kind: 'section', id: dragged.sectionId, at: positionOf(dragged, contents) };
  const at = dragged.kind === 'section' ? elements.findIndex(({ id }) => id === dragged.id) : elements.length;
  return { kind: 'gap', at };
}

/**
 * All places in the order of the page, for the arrow keys. Inside its own section a file stops at every other file,
 * and at the end of every other section.
 */
export function placesFor(dragged: Dragged, contents: PackData): Place[] {
  const places: Place[] = [];
  const isBetween = goesBetweenSections(dragged);
  contents.elements.forEach((section, at) => {
    if (isBetween) places.push({ kind: 'gap', at });
    if (section.type !== 'medias' || !goesIntoSections(dragged)) return;
    const last = section.data.medias.length;
    const isOwn = dragged.kind === 'tile' && dragged.sectionId === section.id;
    for (let position = isOwn ? 0 : last; position <= last; position += 1)
      places.push({ kind: 'section', id: section.id, at: position });
  });
  if (isBetween) places.push({ kind: 'gap', at: contents.elements.length });
  return places.filter((place) => !isOwnSecond(dragged, place, contents));
}

export type StepKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/** The place that an arrow key leads to; up and down leave the section that a file lies in. */
export function stepFrom(place: Place, key: StepKey, places: readonly Place[]): Place {
  const step = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1;
  const leaves = key === 'ArrowUp' || key === 'ArrowDown';
  const own = place.kind === 'section' ? place.id : null;
  let at = places.findIndex((each) => isSamePlace(each, place)) + step;
  while (
    leaves &&
    own !== null &&
    places[at]?.kind === 'section' &&
    (places[at] as { id: string }).id === own
  )
    at += step;
  return places[at] ?? place;
}

/** Whether dropping there changes nothing. */
export const isHome = (dragged: Dragged, place: Place, contents: PackData) =>
  (dragged.kind === 'section' || dragged.kind === 'tile') &&
  (isSamePlace(place, firstPlace(dragged, contents)) || isOwnSecond(dragged, place, contents));

/** Which of how many it is among its own as long as it is not put elsewhere. */
export function homeOf(dragged: Dragged, contents: PackData) {
  const all = dragged.kind === 'tile' ? filesOf(dragged.sectionId, contents) : contents.elements;
  return { position: firstPlace(dragged, contents).at + 1, count: all.length };
}

/** Which file of the section it will be: what came before it there moves up when it leaves. */
export function positionIn(place: Place, dragged: Dragged, contents: PackData) {
  const isFromBefore =
    dragged.kind === 'tile' &&
    place.kind === 'section' &&
    place.id === dragged.sectionId &&
    positionOf(dragged, contents) < place.at;
  return isFromBefore ? place.at : place.at + 1;
}
