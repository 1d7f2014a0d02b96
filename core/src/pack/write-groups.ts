import { atOnce, inSteps } from './in-steps.ts';
import { leftOut, type MediasElement, type PackData, type PackElement } from './pack-data.ts';
import { parsePackText } from './parse-pack-text.ts';
import { recallPackData } from './recalled-pack-data.ts';

type Group = MediasElement | Extract<PackElement, { type: 'unknown' }>;

const isGroup = (element: PackElement): element is Group =>
  element.type === 'medias' || element.type === 'unknown';

/** What version 1 can hold: groups of files. A text or a file of its own needs version 2. */
export const fitsVersion1 = ({ elements }: PackData): boolean => elements.every(isGroup);

type StoredGroups = ReadonlyMap<string, unknown>;

let lastStored: { text: string; groups: StoredGroups } | null = null;

/** The stored groups by the ids under which they were read. */
function* storedGroups(text: string | null | undefined): Generator<void, StoredGroups> {
  if (typeof text !== 'string') return new Map();
  // A draft is written again and again over the same stored pack.
  if (lastStored?.text === text) return lastStored.groups;
  const read = recallPackData(text);
  const parsed = read.ok && read.version === 1 ? yield* parsePackText(text) : null;
  if (!read.ok || !parsed?.ok) return new Map();
  const raw = parsed.value as unknown[];
  const groups = new Map(read.pack.elements.map(({ id }, position) => [id, raw[position]]));
  lastStored = { text, groups };
  return groups;
}

const texts = new WeakMap<Group, { stored: unknown; text: string }>();

/** A section is never changed in place, so that it is written once, however often its pack is. */
function groupText(element: Group, stored: unknown): string {
  const before = texts.get(element);
  if (before && before.stored === stored) return before.text;
  const text = JSON.stringify(written(element, stored)) ?? 'null';
  texts.set(element, { stored, text });
  return text;
}

function* writing({ elements }: PackData, before: string | null | undefined): Generator<void, string> {
  const stored = yield* storedGroups(before);
  const groups: string[] = [];
  for (const element of elements.filter(isGroup)) {
    groups.push(groupText(element, stored.get(element.id)));
    yield;
  }
  return `[${groups.join(',')}]`;
}

function written(element: Group, stored: unknown): unknown {
  if (element.type === 'unknown') return element.raw;
  const { medias, bundle, [leftOut]: others = [] } = element.data;
  return {
    id: element.id,
    type: 'group',
    // A group that was there keeps whatever else it says of itself.
    ...(typeof stored === 'object' && stored),
    ...(bundle && { id: bundle.id, type: bundle.type }),
    name: element.title,
    children: [...medias.map(({ data }) => data.media), ...others],
  };
}

/**
 * Pack data as version 1 (PDATA-01), for apps that know no other. Only for contents that fit.
 * @param before what was stored, if anything was
 */
export function writeGroups(pack: PackData, before?: string | null): string {
  return atOnce(writing(pack, before));
}

/** Has the text of every group ready, so that writing the pack later costs what changes until then. */
export async function prepareGroups(
  pack: PackData,
  before: string | null | undefined,
  pause: () => PromiseLike<void>,
): Promise<void> {
  await inSteps(writing(pack, before), pause);
}
