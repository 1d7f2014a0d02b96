import type * as z from 'zod/mini';
import { leftOut, type MediaElement, type PackElement, type PackMedia } from './pack-data.ts';
import { group, groupBundle, groupItem, knownElement, mediaChild, unknownElement } from './pack-schema.ts';

interface StoredTitle {
  showTitle?: boolean | undefined;
  options?: { hideTitle?: boolean | undefined } | undefined;
}

/** The title shows unless hideTitle is true or showTitle is false (PDATA-06). */
function titleShown<Stored extends StoredTitle>(stored: Stored) {
  const showTitle = stored.options?.hideTitle !== true && stored.showTitle !== false;
  return { ...stored, showTitle, options: { ...stored.options, hideTitle: !showTitle } };
}

const unknownOf = (raw: unknown): PackElement => {
  const { id, type } = unknownElement.safeParse(raw).data ?? { id: '', type: '' };
  return { id, type: 'unknown', unknownType: type, raw };
};

function mediaElementOf(stored: z.infer<typeof mediaChild>, position: number): MediaElement {
  return { ...titleShown(stored), id: stored.id || `media-${position + 1}` };
}

// A section may hold thousands.
const mediasInStep = 20;

/** A media may stand in a section once only (PBUILD-19). */
function onceEach(elements: readonly MediaElement[]): MediaElement[] {
  const seen = new Set<string>();
  return elements.filter(({ data: { media } }) => !seen.has(media.id) && seen.add(media.id));
}

/** A child is shown and counted only if it names a media; every other is left out, and kept. */
function* mediasOf(
  children: readonly unknown[],
  read: (child: unknown, position: number) => MediaElement | null,
): Generator<void, { medias: MediaElement[]; [leftOut]?: unknown[] }> {
  const elements: MediaElement[] = [];
  const others: unknown[] = [];
  for (const [position, child] of children.entries()) {
    const element = read(child, position);
    if (element) elements.push(element);
    else others.push(child);
    if (position % mediasInStep === 0) yield;
  }
  return { medias: onceEach(elements), ...(others.length > 0 && { [leftOut]: others }) };
}

function storedChild(child: unknown, position: number): MediaElement | null {
  const { data } = mediaChild.safeParse(child);
  return data ? mediaElementOf(data, position) : null;
}

function itemOfGroup(child: unknown, position: number): MediaElement | null {
  const { data } = groupItem.safeParse(child);
  return data ? mediaElementFor(data, `media-${position + 1}`) : null;
}

/** A section of version 2; one that is not understood is kept as it is. */
export function* elementSteps(raw: unknown): Generator<void, PackElement> {
  const stored = knownElement.safeParse(raw).data;
  if (!stored) return unknownOf(raw);
  switch (stored.type) {
    case 'text':
    case 'media':
      return titleShown(stored);
    case 'medias':
      return {
        ...titleShown(stored),
        data: { ...stored.data, ...(yield* mediasOf(stored.data.medias, storedChild)) },
      };
    default: {
      const { bundle } = stored.data;
      const id = bundle.id || stored.id;
      if (id === '') return unknownOf(raw);
      return {
        ...titleShown(stored),
        data: { ...stored.data, bundle: { ...bundle, id, type: stored.type } },
      };
    }
  }
}

/** A media as a child of a documents section. */
export const mediaElementFor = (media: PackMedia, id: string): MediaElement => ({
  id,
  type: 'media',
  title: media.name,
  showTitle: true,
  introText: '',
  options: { hideTitle: false },
  data: { media },
});

/** A group of version 1 as a documents section with one child per item (PDATA-07). */
export function* groupSteps(raw: unknown): Generator<void, PackElement> {
  const stored = group.safeParse(raw).data;
  if (!stored) return unknownOf(raw);
  const bundle = groupBundle.safeParse({ id: stored.id, type: stored.type }).data;
  const medias = yield* mediasOf(stored.children, itemOfGroup);
  return {
    id: stored.id,
    type: 'medias',
    title: stored.name,
    showTitle: true,
    introText: '',
    options: { hideTitle: false },
    data: { ...medias, ...(bundle && { bundle }) },
  };
}

/** Gives every section an id of its own; the same sections always get the same ids. */
export function withUniqueIds(elements: readonly PackElement[]): PackElement[] {
  const taken = new Set(elements.map(({ id }) => id));
  const seen = new Set<string>();
  return elements.map((element, position) => {
    let { id } = element;
    let attempt = position + 1;
    if (id === '' || seen.has(id)) {
      do {
        id = `section-${attempt}`;
        attempt += elements.length;
      } while (taken.has(id));
      taken.add(id);
    }
    seen.add(id);
    return id === element.id ? element : { ...element, id };
  });
}
