import type { Cell, Sheet } from './office-content.ts';

/** px: what a letter and a digit take at most times, and what a cell has beside its text. */
const letterWidth = 6.4;
const digitWidth = 7.4;
const cellPadding = 18;
/** px: a column is not made wider than this for what stands in it. */
const widest = 280;

const widthOf = ({ text, isNumber }: Cell) =>
  text.length * (isNumber ? digitWidth : letterWidth) + cellPadding;

/**
 * Rows and columns in which as little as possible is cut. As in Excel a text runs on over the empty cells beside it;
 * where there are none its column becomes wider, since nobody can draw it wider here.
 */
export function laidOut(rows: Sheet['rows'], asked: readonly number[]): Pick<Sheet, 'rows' | 'widths'> {
  const widths = [...asked];
  for (const { cells } of rows)
    for (const [at, cell] of cells.entries()) {
      const width = widths[at];
      if (!cell || cell.columns || cell.text === '' || width === undefined) continue;
      const needed = Math.min(widest, widthOf(cell));
      const canRunOn = !cell.isNumber && isFree(cells[at + 1]);
      if (!canRunOn && needed > width) widths[at] = Math.round(needed);
    }
  return { rows: rows.map(({ number, cells }) => ({ number, cells: runOn(cells, widths) })), widths };
}

const isFree = (cell: Cell | null | undefined) => cell?.text === '' && !cell.columns;

/** The cells of a row, those that a text runs over being part of its cell. */
function runOn(cells: readonly (Cell | null)[], widths: readonly number[]): (Cell | null)[] {
  const shown = [...cells];
  for (const [at, cell] of cells.entries()) {
    if (!cell || cell.isNumber || cell.columns || cell.text === '') continue;
    let columns = 1;
    let width = widths[at] ?? 0;
    for (; width < widthOf(cell) && isFree(cells[at + columns]); columns++) {
      width += widths[at + columns] ?? 0;
      shown[at + columns] = null;
    }
    if (columns > 1) shown[at] = { ...cell, columns };
  }
  return shown;
}
