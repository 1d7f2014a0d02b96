import { DOMParser, XMLSerializer } from '@xmldom/xmldom';

/** A kind of list: what its levels count in, and from where. */
interface Level {
  format: string;
  /** What stands before an item, with %1 to %9 for the numbers of the levels. */
  label: string;
  start: number;
  /** Paragraphs of this style stand on this level without saying so. */
  style: string | null;
}

interface Numbering {
  /** Of each list of the document its kind, and where it begins anew, by level. */
  lists: Map<string, { kind: string; starts: Map<number, number> }>;
  kinds: Map<string, Level[]>;
}

interface Place {
  list: string | null;
  level: number | null;
}

const readXml = (xml: string) => new DOMParser({ errorHandler: () => {} }).parseFromString(xml, 'text/xml');

const all = (within: Document | Element, name: string) =>
  Array.from(within.getElementsByTagNameNS('*', name)) as Element[];
const child = (of: Element | null, name: string): Element | null => {
  for (let at = of?.firstChild ?? null; at; at = at.nextSibling)
    if ((at as Element).localName === name) return at as Element;
  return null;
};
const value = (of: Element | null, name = 'val') => of?.getAttribute(`w:${name}`) || null;
const numberIn = (of: Element | null, name = 'val') => {
  const text = value(of, name);
  return text === null || Number.isNaN(Number(text)) ? null : Number(text);
};

const levelOf = (element: Element): Level => ({
  format: value(child(element, 'numFmt')) ?? 'decimal',
  label: value(child(element, 'lvlText')) ?? '',
  start: numberIn(child(element, 'start')) ?? 1,
  style: value(child(element, 'pStyle')),
});

function readNumbering(xml: string): Numbering {
  const document = readXml(xml);
  const kinds = new Map<string, Level[]>();
  for (const kind of all(document, 'abstractNum')) {
    const levels: Level[] = [];
    for (const level of all(kind, 'lvl')) levels[numberIn(level, 'ilvl') ?? 0] = levelOf(level);
    kinds.set(value(kind, 'abstractNumId') ?? '', levels);
  }
  const lists: Numbering['lists'] = new Map();
  for (const list of all(document, 'num')) {
    const starts = new Map<number, number>();
    for (const override of all(list, 'lvlOverride')) {
      const start = numberIn(child(override, 'startOverride'));
      if (start !== null) starts.set(numberIn(override, 'ilvl') ?? 0, start);
    }
    lists.set(value(list, 'numId') ?? '', { kind: value(child(list, 'abstractNumId')) ?? '', starts });
  }
  return { lists, kinds };
}

const placeIn = (properties: Element | null): Place => {
  const place = child(properties, 'numPr');
  return { list: value(child(place, 'numId')), level: numberIn(child(place, 'ilvl')) };
};

/** Where the paragraphs of each style stand, as far as the style or one that it is based on says so. */
function readStyles(xml: string): (style: string | null) => Place {
  const styles = new Map(all(readXml(xml), 'style').map((style) => [value(style, 'styleId') ?? '', style]));
  const placeOf = (name: string | null, depth = 0): Place => {
    const style = name === null ? undefined : styles.get(name);
    if (!style || depth > 20) return { list: null, level: null };
    const own = placeIn(child(style, 'pPr'));
    if (own.list !== null) return own;
    const based = placeOf(value(child(style, 'basedOn')), depth + 1);
    return { list: based.list, level: own.level ?? based.level };
  };
  return placeOf;
}

const romans: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(number: number): string {
  let left = number;
  let text = '';
  for (const [worth, sign] of romans) for (; left >= worth; left -= worth) text += sign;
  return text;
}

/** a to z, then aa to zz, as Word counts. */
const letters = (number: number) =>
  String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));

/** More than any list has: what a file claims beyond is written in figures. */
const mostSpelt = 3000;

function written(number: number, format: string): string {
  if (number < 1 || number > mostSpelt) return String(number);
  switch (format) {
    case 'lowerLetter':
      return letters(number);
    case 'upperLetter':
      return letters(number).toUpperCase();
    case 'lowerRoman':
      return roman(number);
    case 'upperRoman':
      return roman(number).toUpperCase();
    case 'decimalZero':
      return String(number).padStart(2, '0');
    default:
      return String(number);
  }
}

/** Counts as Word does: lists of one kind go on from each other, and a level begins anew below another item. */
function createCounter({ lists, kinds }: Numbering) {
  const counts = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();
  return (name: string, style: string | null, asked: number | null): string => {
    const list = lists.get(name);
    const levels = list && kinds.get(list.kind);
    if (!levels) return '';
    const at = asked ?? Math.max(0, style === null ? 0 : levels.findIndex((level) => level?.style === style));
    const level = levels[at];
    if (!level) return '';
    const reached = counts.get(list.kind) ?? [];
    counts.set(list.kind, reached);
    const again = begun.has(`${name} ${at}`) ? undefined : list.starts.get(at);
    begun.add(`${name} ${at}`);
    const before = reached[at];
    reached[at] = again ?? (before === undefined ? level.start : before + 1);
    reached.length = at + 1;
    if (level.format === 'bullet' || level.format === 'none') return '';
    return level.label.replace(/%([1-9])/g, (_, digit) => {
      const of = Number(digit) - 1;
      return written(reached[of] ?? levels[of]?.start ?? 1, levels[of]?.format ?? 'decimal');
    });
  };
}

const isOff = (element: Element) => ['off', '0', 'false'].includes(value(element) ?? '');

export interface WordParts {
  document: string;
  numbering: string | null;
  styles: string | null;
}

/**
 * The document with the numbers of its lists and headings written into them, since a clause is cited by its number
 * and the numbers of Word go on over headings and tables. Rows that are said to be no heads lose that word, which is
 * taken for the opposite otherwise.
 */
export function withNumbers({ document: xml, numbering, styles }: WordParts): string {
  const document = readXml(xml);
  for (const head of all(document, 'tblHeader')) if (isOff(head)) head.parentNode?.removeChild(head);
  if (numbering) {
    const placeOf = readStyles(styles ?? '<styles/>');
    const count = createCounter(readNumbering(numbering));
    for (const paragraph of all(document, 'p')) {
      const properties = child(paragraph, 'pPr');
      const style = value(child(properties, 'pStyle'));
      const own = placeIn(properties);
      const ofStyle = placeOf(style);
      const list = own.list ?? ofStyle.list;
      const label = list === null ? '' : count(list, style, own.level ?? ofStyle.level);
      if (label === '') continue;
      const run = document.createElementNS(paragraph.namespaceURI, 'w:r');
      const text = document.createElementNS(paragraph.namespaceURI, 'w:t');
      text.setAttribute('xml:space', 'preserve');
      text.appendChild(document.createTextNode(`${label} `));
      run.appendChild(text);
      paragraph.insertBefore(run, properties?.nextSibling ?? paragraph.firstChild);
    }
  }
  return new XMLSerializer().serializeToString(document);
}
