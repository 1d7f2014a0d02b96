import { isMailAddress } from '#ui/mail-address.ts';
import type { RecipientFields } from './recipients.ts';

/** What could not be read, as it was written, and why. */
export interface Unclear {
  text: string;
  /** 'several': more in it than one recipient has, as addresses or as columns of a table. */
  because: 'no-address' | 'invalid' | 'several';
}

interface ReadAddresses {
  found: RecipientFields[];
  unclear: Unclear[];
  /** The first row of a table that says what its columns are: what is unclear in it means nothing without them. */
  titles: string | null;
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

/** As in 'E-mail 1 - Label', which stands before the address. */
const isOfKind = (title: string) => /\b(?:type|label)\b/i.test(title);

/** Where in a row each of them stands. */
type Columns = Partial<Record<Column, number | undefined>>;

/** Of a table's first row, where it says what its columns are. */
function columnsOf(cells: readonly string[]): Columns | null {
  const written = cells.map(cleanName);
  const columns = written.map(
    (text) => (isOfKind(text) ? undefined : titles.find(([, title]) => title.test(text)))?.[0],
  );
  if (!columns.includes('email') || columns.filter(Boolean).length < 2) return null;
  // Beside a first name alone a 'Name' is the last one.
  if (columns.includes('firstName') && !columns.includes('lastName'))
    columns.forEach((column, at) => {
      if (column === 'name' && /^name$/i.test(written[at] ?? '')) columns[at] = 'lastName';
    });
  return Object.fromEntries(titles.map(([column]) => [column, columns.indexOf(column)]));
}

/** A row of a table. */
interface Row {
  /** As it was written. */
  text: string;
  cells: readonly string[];
}

const hasLetters = (text: string) => /\p{L}/u.test(text);
const areMost = (some: readonly unknown[], all: readonly unknown[]) => some.length * 2 > all.length;

/** From the left. A row's number and a telephone are no words, even where one of them has a remark beside it. */
function wordColumns(rows: readonly Row[], email: number): number[] {
  const filled = rows.flatMap(({ cells }) =>
    cells.flatMap((text, index) => (text !== '' && index !== email ? [{ index, text }] : [])),
  );
  return [...Map.groupBy(filled, ({ index }) => index)]
    .filter(([, column]) => {
      const numbers = column.filter(({ text }) => !hasLetters(text));
      return numbers.length < column.length && !areMost(numbers, column);
    })
    .map(([index]) => index)
    .sort((one, other) => one - other);
}

/**
 * A full name or its two halves, then the company. Once for all rows of a table: in one row alone a first name of two
 * words looks like a full name.
 */
function columnsBy(rows: readonly Row[], email: number): Columns {
  const [first = -1, second = -1, third] = wordColumns(rows, email);
  const names = rows.map(({ cells }) => cells[first] ?? '').filter(hasLetters);
  const ofSeveralWords = names.filter((name) => /\S[\s,]+\S/.test(name));
  // Nobody writes the address between the halves of a name.
  const isParted = first < email && email < second;
  return isParted || areMost(ofSeveralWords, names)
    ? { email, name: first, company: second }
    : { email, firstName: first, lastName: second, company: third };
}

/** The only recipient in a cell, which may hold more than an address, as in 'Daniel <daniel@…>'; or why there is none. */
function recipientIn(cell: string): RecipientFields | Unclear['because'] {
  const email = bareAddress(cell);
  if (isMailAddress(email)) return { firstName: '', lastName: '', email, company: '' };
  const [entry, ...others] = partsOf(cell, ';').flatMap(readPart);
  if (!entry) return 'no-address';
  if (others.length > 0) return 'several';
  return isUnclear(entry) ? entry.because : entry;
}

/** Where somebody's whole name stands in place of the last one, without the first one. */
function lastNameIn(text: string, firstName: string) {
  const split = splitName(text);
  return split.lastName && split.firstName === firstName ? split.lastName : text;
}

/** A row of a table, one recipient in it. */
function readRow({ text, cells }: Row, columns: Columns): Entry[] {
  if (!cells.some(Boolean)) return [];
  const value = (column: Column) => cells[columns[column] ?? -1] ?? '';
  // Without its first address somebody may have a second one.
  const address = value('email') || cells.find((cell) => isMailAddress(bareAddress(cell)));
  const there = recipientIn(address ?? '');
  if (typeof there === 'string') return [{ text, because: there }];
  const named = recipient(value('name'), there.email);
  if (!named) return [{ text, because: 'several' }];
  const firstName = cleanName(value('firstName')) || named.firstName;
  const lastName = lastNameIn(cleanName(value('lastName')), firstName) || named.lastName;
  const names = firstName || lastName ? { firstName, lastName } : {};
  return [{ ...there, ...names, company: cleanName(value('company')) }];
}

/** @param columns of its table; without its only address a row is in none */
function readUntitled(row: Row, columns: Columns | undefined): Entry[] {
  const { text, cells } = row;
  if (!columns) return text.includes('@') ? cells.filter(Boolean).flatMap(readEntry) : readRow(row, {});
  const places = Object.values(columns);
  // As it was written: with its cells run together it would be one long name when it is read again.
  if (cells.some((cell, index) => hasLetters(cell) && !places.includes(index)))
    return [{ text, because: 'several' }];
  const isInHalves = Boolean(cells[columns.lastName ?? -1]);
  const { firstName, name = firstName, ...others } = columns;
  return readRow(row, isInHalves ? columns : { ...others, name });
}

/** Where its only address stands; undefined with none or several. */
function placeOf({ cells }: Row): number | undefined {
  const [place, ...others] = cells.flatMap((cell, index) => (cell.includes('@') ? [index] : []));
  return others.length === 0 ? place : undefined;
}

/** 'Daniel Okafor, daniel@…' is one recipient; with more than one address a comma stands between them. */
const isCommaRow = (part: string) =>
  partsOf(part, ',').length > 1 && part.split('@').length === 2 && !/[<>]/.test(part);

const readPart = (part: string) =>
  isOneRecipient(part) ? readEntry(part.replace(/,$/, '')) : partsOf(part, ',').flatMap(readEntry);

/** A line's rows, and the parts of it that are none. */
const rowsAndParts = (line: string): (Row | string)[] =>
  line.trim().includes('\t')
    ? [{ text: line.trim(), cells: cellsOf(line, '\t') }]
    : partsOf(line, ';').map((part) => (isCommaRow(part) ? { text: part, cells: cellsOf(part, ',') } : part));

/** Rows with the address in the same place are of one table. */
function readUntitledLines(lines: readonly string[]): Entry[] {
  const pieces = lines.flatMap(rowsAndParts);
  const tables = Map.groupBy(
    pieces.filter((piece) => typeof piece !== 'string'),
    placeOf,
  );
  const columns = new Map(
    [...tables].map(([place, rows]) => [place, place === undefined ? undefined : columnsBy(rows, place)]),
  );
  return pieces.flatMap((piece) =>
    typeof piece === 'string' ? readPart(piece) : readUntitled(piece, columns.get(placeOf(piece))),
  );
}

const cellSigns: readonly Sign[] = ['\t', ';', ','];

/**
 * Recipients out of a pasted list: one after another as mail programs write them, or rows of a table with or without
 * titles. What is no recipient comes back as it was written.
 */
export function readAddresses(text: string): ReadAddresses {
  const lines = readable(text)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  const [first = '', ...others] = lines;
  const sign = cellSigns.find((each) => columnsOf(cellsOf(first, each)) !== null);
  const columns = sign ? columnsOf(cellsOf(first, sign)) : null;
  const entries =
    sign && columns
      ? others.flatMap((line) => readRow({ text: line, cells: cellsOf(line, sign) }, columns))
      : readUntitledLines(lines);
  return {
    found: entries.filter((entry): entry is RecipientFields => !isUnclear(entry)),
    unclear: entries.filter(isUnclear),
    titles: columns && first,
  };
}
