const quote = 34;
const comma = 44;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

// An honest pack is nested about ten deep. Deeper text is an attack on whoever walks or writes it.
const deepestNesting = 64;
// Some ten sections: little enough for one frame of a slow tablet.
const pieceLength = 40_000;
const scannedAtOnce = 250_000;

export type ParsedPackText = { ok: true; value: unknown } | { ok: false; because: 'not-json' | 'too-deep' };

/** Position of the quote that ends the string starting at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

function parse(text: string): ParsedPackText {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, because: 'not-json' };
  }
}

interface Scan {
  isTooDeep: boolean;
  /** The list of sections, between its brackets, cut at commas between sections. */
  list: { start: number; end: number; cuts: readonly number[] } | null;
}

/** Finds the list of sections: the text itself, or what `elements` names. */
function* scan(text: string): Generator<void, Scan> {
  const cuts: number[] = [];
  let depth = 0;
  let listDepth = 0;
  let start = -1;
  let end = -1;
  let named = 0;
  let isNamed = false;
  let pauseAt = scannedAtOnce;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= pauseAt) {
      yield;
      pauseAt = at + scannedAtOnce;
    }
    const code = text.charCodeAt(at);
    if (code === quote) {
      const from = at;
      at = endOfString(text, at);
      if (depth !== 1) continue;
      isNamed = at - from === 9 && text.startsWith('"elements"', from);
      if (isNamed) named += 1;
    } else if (code === openBracket || code === openBrace) {
      depth += 1;
      if (depth > deepestNesting) return { isTooDeep: true, list: null };
      const isList = code === openBracket && (depth === 1 || (depth === 2 && isNamed));
      if (!isList || start !== -1) continue;
      start = at + 1;
      listDepth = depth;
    } else if (code === closeBracket || code === closeBrace) {
      if (start !== -1 && end === -1 && depth === listDepth) end = at;
      depth -= 1;
    } else if (code === comma && end === -1 && start !== -1 && depth === listDepth) {
      if (at - (cuts.at(-1) ?? start) >= pieceLength) cuts.push(at);
    }
  }
  const isCertain = end !== -1 && (listDepth === 1 || named === 1);
  return { isTooDeep: false, list: isCertain ? { start, end, cuts } : null };
}

/** What is left of a text when its sections are taken out, whose names are then certain to be what they look like. */
const outlineOf = (text: string, { start, end }: { start: number; end: number }) => {
  const outline = text.slice(0, start) + text.slice(end);
  return outline.includes('\\') ? null : outline;
};

function* parsePieces(text: string, cuts: readonly number[], start: number, end: number) {
  const values: unknown[] = [];
  const starts = [start, ...cuts.map((cut) => cut + 1)];
  for (const [index, from] of starts.entries()) {
    const piece = parse(`[${text.slice(from, cuts[index] ?? end)}]`);
    if (!piece.ok) return piece;
    const found = piece.value as unknown[];
    // Nothing between two commas.
    if (found.length === 0 && starts.length > 1) return { ok: false, because: 'not-json' } as const;
    for (const value of found) values.push(value);
    yield;
  }
  return { ok: true, value: values } as const;
}

/**
 * The same as `JSON.parse`, a few sections at a time, so that whoever walks through the steps may do something else
 * between two of them.
 */
export function* parsePackText(text: string): Generator<void, ParsedPackText> {
  const { isTooDeep, list } = yield* scan(text);
  if (isTooDeep) return { ok: false, because: 'too-deep' };
  const outline = list && list.cuts.length > 0 ? outlineOf(text, list) : null;
  if (!list || outline === null) return parse(text);
  const around = parse(outline);
  if (!around.ok) return around;
  const sections = yield* parsePieces(text, list.cuts, list.start, list.end);
  if (!sections.ok || Array.isArray(around.value)) return sections;
  return { ok: true, value: { ...(around.value as object), elements: sections.value } };
}
