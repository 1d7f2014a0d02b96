import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';

/** By these the library takes an archive for a document of another kind, whose cells may be repeated without end. */
const ofOtherKinds = /(meta-inf[\\/]+manifest\.xml|objectdata\.xml|index[\\/]+document\.iwa|index\.zip)$/i;

/** As the library looks for them: it makes a cell of its own for each place of a link. */
const links = /<(?:\w+:)?hyperlink [^<>]*>/g;
/** Likewise, and one for each column that it names. */
const columns = /<(?:\w+:)?col\b[^<>]*>/g;
const attributes = /\s(?:\w+:)?(min|max|width|hidden)\s*=\s*["']?\s*([^"'\s<>/]*)/g;

/** In place of what is left out: with nothing there, what stands before and behind could come together as another such tag. */
const nothing = '<x/>';

/**
 * The same workbook without what makes a few bytes of it thousands of millions of cells and columns for the library that
 * reads it on. Links are not shown, nor columns beyond `mostColumns`.
 */
export function boundedWorkbook(archive: Uint8Array, mostColumns: number): Uint8Array {
  const bounded: Zippable = {};
  // Any part may be said to be a sheet, whatever its name is.
  for (const [name, content] of Object.entries(unzipSync(archive)))
    if (!ofOtherKinds.test(name)) bounded[name] = [boundedPart(content, mostColumns), { level: 0 }];
  return zipSync(bounded);
}

function boundedPart(content: Uint8Array, mostColumns: number): Uint8Array {
  const part = asUtf8(content);
  // Byte by byte, as the library does: what is looked for has no other letters.
  const text = strFromU8(part, true);
  const bounded = text
    .replace(links, nothing)
    .replace(columns, (column) => boundedColumn(column, mostColumns));
  return bounded === text ? part : strToU8(bounded, true);
}

/** The library reads UTF-16 too. */
function asUtf8(content: Uint8Array): Uint8Array {
  const [first, second] = content;
  const isBigEndian = first === 0xfe && second === 0xff;
  if (!isBigEndian && !(first === 0xff && second === 0xfe)) return content;
  return strToU8(new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(content));
}

function boundedColumn(column: string, mostColumns: number): string {
  const { min, max, ...look } = Object.fromEntries(
    Array.from(column.matchAll(attributes), ([, name, value]) => [name, value]),
  );
  const [from, to] = [Math.max(1, Number(min)), Math.min(mostColumns, Number(max))];
  if (!(from <= to)) return nothing;
  const rest = Object.entries(look).map(([name, value]) => ` ${name}="${value}"`);
  return `<col min="${from}" max="${to}"${rest.join('')}/>`;
}
