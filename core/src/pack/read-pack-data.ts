import { atOnce, inSteps } from './in-steps.ts';
import { besides, leftOut, type PackData, type PackElement } from './pack-data.ts';
import { parsePackText } from './parse-pack-text.ts';
import { elementSteps, groupSteps, withUniqueIds } from './read-element.ts';

export type ReadPackData =
  | { ok: true; pack: PackData; version: 1 | 2 }
  | { ok: false; because: 'empty' | 'not-json' | 'not-a-pack' | 'from-a-newer-app' };

/**
 * Reads pack data step by step: whoever walks through the steps may do something else between two of them. Version 1
 * becomes version 2 (PDATA-07). Sections without an id, or with one that is taken, get one that is the same at every
 * reading.
 */
function* reading(text: string | null | undefined): Generator<void, ReadPackData> {
  if (text === null || text === undefined) return { ok: false, because: 'empty' };
  // The database holds what a host once said, whatever its type says it is.
  if (typeof text !== 'string') return { ok: false, because: 'not-a-pack' };
  if (text.trim() === '') return { ok: false, because: 'empty' };
  const parsed = yield* parsePackText(text);
  if (!parsed.ok) return { ok: false, because: parsed.because === 'too-deep' ? 'not-a-pack' : 'not-json' };
  const { value } = parsed;
  if (value === null) return { ok: false, because: 'empty' };
  if (Array.isArray(value)) return yield* elements(1, value, groupSteps);
  if (typeof value !== 'object') return { ok: false, because: 'not-a-pack' };
  const version = 'version' in value ? Number(value.version) : Number.NaN;
  if (version > 2) return { ok: false, because: 'from-a-newer-app' };
  if (version !== 2 || !('elements' in value) || !Array.isArray(value.elements)) {
    return { ok: false, because: 'not-a-pack' };
  }
  const read = yield* elements(2, value.elements, elementSteps);
  const { version: _version, elements: _elements, ...more } = value as Record<string, unknown>;
  if (read.ok && Object.keys(more).length > 0) read.pack[besides] = more;
  return read;
}

function* elements(
  version: 1 | 2,
  stored: readonly unknown[],
  read: (raw: unknown) => Generator<void, PackElement>,
): Generator<void, ReadPackData> {
  const found: PackElement[] = [];
  for (const raw of stored) {
    found.push(yield* read(raw));
    yield;
  }
  return { ok: true, version, pack: { version: 2, elements: withUniqueIds(found) } };
}

/** The one gate for pack data from the database, the host or another app; it never throws. */
export function readPackData(text: string | null | undefined): ReadPackData {
  return atOnce(reading(text));
}

/**
 * The same, for a page that is in use meanwhile.
 * @param pause awaited whenever a little has been done
 */
export async function readPackDataInSteps(
  text: string | null | undefined,
  pause: () => PromiseLike<void>,
): Promise<ReadPackData> {
  return inSteps(reading(text), pause);
}

const written = new WeakMap<PackElement, string>();

/** A section is never changed in place, so that it is written once, however often its pack is. */
function elementText(element: PackElement): string {
  const before = written.get(element);
  if (before !== undefined) return before;
  const text = JSON.stringify(storedElement(element)) ?? 'null';
  written.set(element, text);
  return text;
}

function storedElement(element: PackElement): unknown {
  if (element.type === 'unknown') return element.raw;
  const others = element.type === 'medias' && element.data[leftOut];
  if (!others) return element;
  return { ...element, data: { ...element.data, medias: [...element.data.medias, ...others] } };
}

let lastWritten: { elements: readonly PackElement[]; more: PackData[typeof besides]; text: string } | null =
  null;

/** Pack data as text, always version 2. */
export function writePackData({ elements, [besides]: more }: PackData): string {
  // A draft is written again with every change of its title, and once more when it is saved.
  if (lastWritten?.elements === elements && lastWritten.more === more) return lastWritten.text;
  // Megabytes: put together from few pieces it would be copied a second time by whoever keeps it.
  const texts = elements.map(elementText);
  const start = JSON.stringify({ ...more, version: 2 }).slice(0, -1);
  texts[0] = `${start},"elements":[${texts[0] ?? ''}`;
  texts[texts.length - 1] += ']}';
  const text = texts.join(',');
  lastWritten = { elements, more, text };
  return text;
}

/** Has the text of every section ready, so that writing the pack later costs what changes until then. */
export function prepareWriting({ elements }: PackData, pause: () => PromiseLike<void>): Promise<void> {
  function* writing(): Generator<void, void> {
    for (const element of elements) {
      elementText(element);
      yield;
    }
  }
  return inSteps(writing(), pause);
}

/** Whether two packs are written alike; sections that both hold are not looked at. */
export const isSamePackData = (one: PackData, other: PackData): boolean =>
  one === other ||
  (one.elements.length === other.elements.length &&
    one.elements.every((element, at) => {
      const opposite = other.elements[at];
      return (
        opposite !== undefined && (element === opposite || elementText(element) === elementText(opposite))
      );
    }));
