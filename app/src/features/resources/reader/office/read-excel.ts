import type { WorkSheet } from '@e965/xlsx';
// The part of the library that reads .xlsx; the rest knows formats of forty years.
import { read, SSF, utils } from '@e965/xlsx/dist/xlsx.mini.min.js';
import { boundedWorkbook } from './bounded-workbook.ts';
import { laidOut } from './lay-out-sheet.ts';
import type { Cell, Sheet } from './office-content.ts';
import { TooLarge } from './safe-zip.ts';

/** More rows and columns than anybody looks through on a tablet. */
const mostRows = 5000;
const mostColumns = 200;
/** Of all sheets together, empty ones too: two sheets that are as large as they may be. */
const mostCells = 2_000_000;

/** Of all cells together: a long text stands in a workbook once, however many cells show it. */
const mostLetters = 60_000_000;

const usualWidth = 96;
const bounded = (width: number) => Math.round(Math.min(480, Math.max(44, width)));

/**
 * The visible sheets with their values as Excel shows them. What is hidden in Excel is hidden here.
 * @throws TooLarge
 */
export function readExcel(archive: Uint8Array): Sheet[] {
  const book = read(boundedWorkbook(archive, mostColumns), {
    type: 'array',
    dense: true,
    cellText: true,
    // The format of a number, for those that the library leaves as they are.
    cellNF: true,
    cellFormula: false,
    cellHTML: false,
    // Widths, and which rows and columns are hidden.
    cellStyles: true,
    bookVBA: false,
    // One more than is shown, which tells that there are more.
    sheetRows: mostRows + 1,
  });
  const visible = book.SheetNames.flatMap((name, at) => {
    const sheet = book.Sheets[name];
    const isHidden = (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0;
    return sheet && !isHidden ? [{ name, sheet, extent: extentOf(sheet) }] : [];
  });
  const cells = visible.reduce((sum, { extent }) => sum + extent.rows * extent.columns, 0);
  if (cells > mostCells) throw new TooLarge('too many cells');
  let letters = 0;
  const count = (text: string) => {
    letters += text.length;
    if (letters > mostLetters) throw new TooLarge('too many letters');
    return text;
  };
  return visible.map(({ name, sheet, extent }) => sheetOf(name, sheet, extent, count));
}

interface Extent {
  rows: number;
  columns: number;
  /** The sheet has more, or says so. */
  isCut: boolean;
}

/** What of a sheet is shown: no row below its last value, since a sheet of one cell can claim thousands. */
function extentOf(sheet: WorkSheet): Extent {
  const ref = sheet['!ref'];
  if (!ref) return { rows: 0, columns: 0, isCut: false };
  const { e: last } = utils.decode_range(ref);
  return {
    rows: Math.min(last.r + 1, mostRows, sheet['!data']?.length ?? 0),
    columns: Math.min(last.c + 1, mostColumns),
    isCut: last.r >= mostRows || last.c >= mostColumns,
  };
}

interface SheetCell {
  t: string;
  v?: unknown;
  w?: string;
  /** Format of a number. */
  z?: string;
}

/** The value as Excel shows it. A per cent sign behind a space is more than the library reads. */
function textOf({ t, v, w, z }: SheetCell): string {
  if (w !== undefined) return w;
  if (t === 'n' && z?.endsWith(' %')) {
    try {
      return SSF.format(z.replace(' %', '%'), v).replace('%', '\u00a0%');
    } catch {
      return String(v);
    }
  }
  return v === undefined ? '' : String(v);
}

/** @param counted takes note of the text of each cell */
function sheetOf(name: string, sheet: WorkSheet, extent: Extent, counted: (text: string) => string): Sheet {
  const columns: number[] = [];
  for (let column = 0; column < extent.columns; column++)
    if (!sheet['!cols']?.[column]?.hidden) columns.push(column);
  const covered = mergesOf(sheet, columns);
  const data = (sheet['!data'] ?? []) as SheetCell[][];
  const rows: Sheet['rows'] = [];
  for (let row = 0; row < extent.rows; row++) {
    if (sheet['!rows']?.[row]?.hidden) continue;
    const cells = columns.map((column): Cell | null => {
      const merged = covered.get(`${row} ${column}`);
      if (merged === 0) return null;
      const cell = data[row]?.[column];
      return {
        text: cell ? counted(textOf(cell)) : '',
        isNumber: cell?.t === 'n',
        ...(merged && { columns: merged }),
      };
    });
    rows.push({ number: row + 1, cells });
  }
  return {
    name,
    ...laidOut(
      rows,
      columns.map((column) => bounded(sheet['!cols']?.[column]?.wpx ?? usualWidth)),
    ),
    letters: columns.map((column) => utils.encode_col(column)),
    isCut: extent.isCut,
  };
}

/** How many columns a merged cell takes in its first row; 0 for a cell that lies below another one. */
function mergesOf(sheet: WorkSheet, columns: readonly number[]): Map<string, number> {
  const covered = new Map<string, number>();
  for (const { s, e } of (sheet['!merges'] ?? []).slice(0, mostRows)) {
    const over = columns.filter((column) => column >= s.c && column <= e.c);
    const [first, ...others] = over;
    if (first === undefined || others.length === 0) continue;
    covered.set(`${s.r} ${first}`, over.length);
    for (const column of others) covered.set(`${s.r} ${column}`, 0);
  }
  return covered;
}
