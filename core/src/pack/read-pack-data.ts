import type { PackData, PackElement } from './pack-data.ts';
import { elementOf, elementOfGroup, withUniqueIds } from './read-element.ts';

export type ReadPackData =
  | { ok: true; pack: PackData; version: 1 | 2 }
  | { ok: false; because: 'empty' | 'not-json' | 'not-a-pack' | 'from-a-newer-app' };

// An honest pack is nested about ten deep. Deeper text is an attack on whoever walks or writes it.
const deepestNesting = 64;

/** Position of the quote that ends the string starting at `start`. */
function endOfString(json: string, start: number) {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

function isTooDeep(json: string) {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') at = endOfString(json, at);
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > deepestNesting) return true;
  }
  return false;
}

function parse(json: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return null;
  }
}

const readable = (version: 1 | 2, elements: PackElement[]): ReadPackData => ({
  ok: true,
  version,
  pack: { version: 2, elements: withUniqueIds(elements) },
});

/**
 * The one gate for pack data from the database, the host or another app; it never throws. Version 1 becomes version 2
 * (PDATA-07). Sections without an id, or with one that is taken, get one that is the same at every reading.
 */
export function readPackData(text: string | null | undefined): ReadPackData {
  if (typeof text !== 'string' || text.trim() === '') return { ok: false, because: 'empty' };
  if (isTooDeep(text)) return { ok: false, because: 'not-a-pack' };
  const parsed = parse(text);
  if (!parsed) return { ok: false, because: 'not-json' };
  const { value } = parsed;
  if (value === null) return { ok: false, because: 'empty' };
  if (Array.isArray(value)) return readable(1, value.map(elementOfGroup));
  if (typeof value !== 'object') return { ok: false, because: 'not-a-pack' };
  const version = 'version' in value ? Number(value.version) : Number.NaN;
  if (version > 2) return { ok: false, because: 'from-a-newer-app' };
  if (version !== 2 || !('elements' in value) || !Array.isArray(value.elements)) {
    return { ok: false, because: 'not-a-pack' };
  }
  return readable(2, value.elements.map(elementOf));
}

const written = new WeakMap<PackElement, string>();

/** A section is never changed in place, so that it is written once, however often its pack is. */
function elementText(element: PackElement): string {
  const before = written.get(element);
  if (before !== undefined) return before;
  const text = JSON.stringify(element.type === 'unknown' ? element.raw : element) ?? 'null';
  written.set(element, text);
  return text;
}

/** Pack data as text, always version 2. */
export const writePackData = ({ elements }: PackData): string =>
  `{"version":2,"elements":[${elements.map(elementText).join(',')}]}`;

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
