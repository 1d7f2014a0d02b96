import { isMailAddress } from '#ui/mail-address.ts';
import type { RecipientFields } from './recipients.ts';

/** What could not be read, as it was written, and why. */
export interface Unclear {
  text: string;
  because: 'no-address' | 'invalid' | 'several';
}

interface ReadAddresses {
  found: RecipientFields[];
  unclear: Unclear[];
}

/** A recipient, or what could not be read as one. */
type Entry = RecipientFields | Unclear;

const isUnclear = (entry: Entry): entry is Unclear => 'because' in entry;

const longestName = 255;

/** What programs put into texts unseen, which makes an address another one. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const readable = (text: string) =>
  text
    .replace(unseen, '')
    .replaceAll('；', ';')
    .replaceAll('，', ',')
    .replace(/[^\S\t\r\n]/g, ' ');

type Sign = '\t' | ';' | ',';

/** What stands between these signs, which are letters in quotes and in angle brackets. */
function cellsOf(text: string, sign: Sign): string[] {
  const parts: string[] = [];
  let part = '';
  let quote = false;
  let angle = false;
  for (const letter of text) {
    if (letter === '"') quote = !quote;
    if (!quote && letter === '<') angle = true;
    if (!quote && letter === '>') angle = false;
    if (!quote && !angle && letter === sign) {
      parts.push(part);
      [part, quote, angle] = ['', false, false];
    } else part += letter;
  }
  return [...parts, part].map((each) => each.trim());
}

const partsOf = (text: string, sign: Sign) => cellsOf(text, sign).filter(Boolean);

/** Mail programs show a recipient as 'Okafor, Daniel <daniel@…>', without quotes: before a single address a comma is its name's. */
const isOneRecipient = (part: string) => /^[^@<>]*<[^@<>]+@[^@<>]+>,?$/.test(part);

/** An address out of what stands around it, as in '(daniel@…)' and '[mailto:daniel@…?subject=Offer]'. */
const bareAddress = (text: string) =>
  text
    .replace(/^[\s("'[<:]+|[\s)"'\]>.,:]+$/g, '')
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/, '')
    .trim();

const cleanName = (name: string) =>
  name
    .replace(/["\\]/g, '')
    .replace(/^\s*(?:to|cc|bcc|from|e-?mail|mailto)\s*:/i, '')
    .replace(/^'(.*)'$/, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s()[\]:|–-]+|[\s()[\]:|–-]+$/g, '')
    .slice(0, longestName);

/** 'Daniel Okafor', and 'Okafor, Daniel' as address books write it. */
function splitName(name: string): Pick<RecipientFields, 'firstName' | 'lastName'> {
  const [last = '', first] = name.split(',').map((part) => part.trim());
  if (first) return { firstName: first, lastName: last };
  const words = last.split(/\s+/).filter(Boolean);
  if (words.length < 2) return { firstName: words[0] ?? '', lastName: '' };
  let at = words.length - 1;
  // 'van', 'de la' and 'von und zu', in small letters before a capital one, belong to the last name.
  if (/^\p{Lu}/u.test(words[at] ?? '')) while (at > 1 && /^\p{Ll}+$/u.test(words[at - 1] ?? '')) at -= 1;
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') };
}

/** @param name as it was written; some programs write the address once more */
function recipient(name: string, email: string): RecipientFields | null {
  const clean = cleanName(name);
  if (clean.includes('@') && bareAddress(clean) !== email) return null;
  return { ...splitName(clean.includes('@') ? '' : clean), email, company: '' };
}

/** 'Daniel Okafor <daniel@…>', several of them, and the name behind the brackets. */
function readBrackets(text: string): Entry[] {
  const pieces = text.split(/<([^<>]*)>/);
  const pairs = pieces.flatMap((name, index) =>
    index % 2 === 0 && index + 1 < pieces.length
      ? [{ name: name.trim(), inside: pieces[index + 1] ?? '' }]
      : [],
  );
  const behind = cleanName(pieces.at(-1) ?? '');
  if (behind !== '' && (pairs.length > 1 || cleanName(pairs[0]?.name ?? '') !== ''))
    return [{ text, because: 'several' }];
  return pairs.map(({ name, inside }) => {
    const email = bareAddress(inside);
    const one = pairs.length > 1 ? `${name} <${inside}>`.trim() : text;
    if (!isMailAddress(email)) return { text: one, because: 'invalid' };
    return recipient(name || behind, email) ?? { text: one, because: 'several' };
  });
}

/** 'Daniel Okafor daniel@…' in either order, or addresses alone. */
function readWords(text: string): Entry[] {
  const words = text.split(/\s+/);
  const written = words.filter((word) => word.includes('@'));
  if (written.length === 0) return [{ text, because: 'no-address' }];
  if (written.length > 1 && written.length < words.length) return [{ text, because: 'several' }];
  return written.map((word) => {
    const email = bareAddress(word);
    if (!isMailAddress(email)) return { text: written.length > 1 ? word : text, because: 'invalid' };
    const name = written.length > 1 ? '' : words.filter((other) => other !== word).join(' ');
    return recipient(name, email) ?? { text, because: 'several' };
  });
}

const readEntry = (text: string) => (/<[^<>]*>/.test(text) ? readBrackets(text) : readWords(text));

type Column = keyof RecipientFields | 'name';

const titles: [Column, RegExp][] = [
  ['email', /^(?:e-?mail|mail)\b/i],
  ['firstName', /^(?:first|given)[\s_-]?name$/i],
  ['lastName', /^(?:last|family)[\s_-]?name$|^surname$/i],
  ['name', /^(?:full[\s_-]?|display[\s_-]?)?name$/i],
  ['company', /^(?:company|organi[sz]ation|account)\b/i],
];

/** Of a table's first row, where it says what its columns are. */
function columnsOf(cells: readonly string[]): (Column | undefined)[] | null {
  const columns = cells.map((cell) => titles.find(([, title]) => title.test(cleanName(cell)))?.[0]);
  return columns.includes('email') && columns.filter(Boolean).length > 1 ? columns : null;
}

/** Without titles: a full name or its two halves, then the company. */
function columnsBy(cells: readonly string[], email: number): (Column | undefined)[] {
  const others = cells.flatMap((cell, index) => (index !== email && /\p{L}/u.test(cell) ? [index] : []));
  const isFullName = others.length === 1 || /\S[\s,]+\S/.test(cells[others[0] ?? 0] ?? '');
  const kinds: Column[] = isFullName ? ['name', 'company'] : ['firstName', 'lastName', 'company'];
  return cells.map((_, index) => (index === email ? 'email' : kinds[others.indexOf(index)]));
}

/** A row of a table, one recipient in it. */
function readRow(cells: readonly string[], titled: (Column | undefined)[] | null): Entry[] {
  const text = cells.filter(Boolean).join(' ');
  const addresses = cells.flatMap((cell, index) => (cell.includes('@') ? [index] : []));
  const [only] = addresses;
  if (only === undefined) return text === '' ? [] : [{ text, because: 'no-address' }];
  const columns = titled ?? columnsBy(cells, only);
  const value = (column: Column) => cells[columns.indexOf(column)] ?? '';
  const email = bareAddress(value('email'));
  if (addresses.length > 1 && !titled) return cells.filter(Boolean).flatMap(readEntry);
  // A cell may hold more than an address, as in 'Daniel <daniel@…>'.
  if (!isMailAddress(email)) return readEntry(text);
  const named = recipient(value('name'), email);
  if (!named) return [{ text, because: 'several' }];
  return [
    {
      ...named,
      firstName: cleanName(value('firstName')) || named.firstName,
      lastName: cleanName(value('lastName')) || named.lastName,
      company: cleanName(value('company')),
    },
  ];
}

/** 'Daniel Okafor, daniel@…' is one recipient; with more than one address a comma stands between them. */
function readPart(part: string): Entry[] {
  if (isOneRecipient(part)) return readEntry(part.replace(/,$/, ''));
  const cells = partsOf(part, ',');
  const isRow = cells.length > 1 && part.split('@').length === 2 && !/[<>]/.test(part);
  return isRow ? readRow(cells, null) : cells.flatMap(readEntry);
}

const cellSigns: readonly Sign[] = ['\t', ';', ','];

/**
 * Recipients out of a pasted list: one after another as mail programs write them, or rows of a table with or without
 * titles. What is no recipient comes back as it was written.
 */
export function readAddresses(text: string): ReadAddresses {
  const [first = '', ...others] = readable(text)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  const sign = cellSigns.find((each) => columnsOf(cellsOf(first, each)) !== null);
  const titles = sign ? columnsOf(cellsOf(first, sign)) : null;
  const entries = (sign ? others : [first, ...others]).flatMap((line) => {
    if (sign) return readRow(cellsOf(line, sign), titles);
    return line.trim().includes('\t')
      ? readRow(cellsOf(line, '\t'), null)
      : partsOf(line, ';').flatMap(readPart);
  });
  return {
    found: entries.filter((entry): entry is RecipientFields => !isUnclear(entry)),
    unclear: entries.filter(isUnclear),
  };
}
