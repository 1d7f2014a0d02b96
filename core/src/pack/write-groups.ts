import type { MediasElement, PackData, PackElement } from './pack-data.ts';
import { readPackData } from './read-pack-data.ts';

type Group = MediasElement | Extract<PackElement, { type: 'unknown' }>;

const isGroup = (element: PackElement): element is Group =>
  element.type === 'medias' || element.type === 'unknown';

/** What version 1 can hold: groups of files. A text or a file of its own needs version 2. */
export const fitsVersion1 = ({ elements }: PackData): boolean => elements.every(isGroup);

/** The stored groups by the ids under which they were read. */
function storedGroups(text: string | null | undefined): Map<string, unknown> {
  const read = readPackData(text);
  if (!read.ok || read.version !== 1) return new Map();
  const raw = JSON.parse(text ?? '') as unknown[];
  return new Map(read.pack.elements.map(({ id }, position) => [id, raw[position]]));
}

function written(element: Group, stored: unknown): unknown {
  if (element.type === 'unknown') return element.raw;
  const { medias, bundle } = element.data;
  return {
    id: element.id,
    type: 'group',
    // A group that was there keeps whatever else it says of itself.
    ...(typeof stored === 'object' && stored),
    ...(bundle && { id: bundle.id, type: bundle.type }),
    name: element.title,
    children: medias.map(({ data }) => data.media),
  };
}

/**
 * Pack data as version 1 (PDATA-01), for apps that know no other. Only for contents that fit.
 * @param before what was stored, if anything was
 */
export function writeGroups(pack: PackData, before?: string | null): string {
  const stored = storedGroups(before);
  return JSON.stringify(
    pack.elements.filter(isGroup).map((element) => written(element, stored.get(element.id))),
  );
}
