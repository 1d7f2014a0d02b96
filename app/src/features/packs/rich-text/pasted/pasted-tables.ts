/** Tables on the clipboard, where also pages and mails are laid out with them. */

const mostSpanned = 50;

/** Many more words than a table has in a pack: as lines they are quick to write in. */
const mostCells = 600;

const isEmpty = (cell: Element) => cell.textContent?.trim() === '' && cell.querySelector('img') === null;
const rowsOf = ({ rows }: HTMLTableElement) => [...rows].map(({ cells }) => [...cells]);

/** What only holds parts of a page in their places: nothing is said by a row or a column. */
const isForLayout = (table: HTMLTableElement) =>
  table.getAttribute('role') === 'presentation' ||
  table.querySelector('table') !== null ||
  rowsOf(table).every((cells) => cells.filter((cell) => !isEmpty(cell)).length < 2);

const blocks = 'p, div, li, h1, h2, h3, h4, h5, h6, blockquote, pre, tr';

/** The words of a cell in one line, with their formats. */
function inLine(cell: Element): Element {
  const line = cell.ownerDocument.createElement('span');
  line.setAttribute('style', cell.getAttribute('style') ?? '');
  line.append(...[...cell.childNodes].map((child) => child.cloneNode(true)));
  for (const lineEnd of line.querySelectorAll('br')) lineEnd.replaceWith(' ');
  for (const list of line.querySelectorAll('ul, ol')) list.replaceWith(...list.childNodes);
  for (const block of [...line.querySelectorAll(blocks)].reverse())
    block.replaceWith(' ', ...block.childNodes, ' ');
  return line;
}

/** A line for each row, so that no two cells run into each other. */
function linesOf(table: HTMLTableElement): Element[] {
  return rowsOf(table).flatMap((cells) => {
    const last = cells.findLastIndex((cell) => !isEmpty(cell));
    if (last < 0) return [];
    const paragraph = table.ownerDocument.createElement('p');
    for (const [index, cell] of cells.slice(0, last + 1).entries()) {
      if (index > 0) paragraph.append(' · ');
      paragraph.append(isEmpty(cell) ? '–' : inLine(cell));
    }
    return [paragraph];
  });
}

/** What a cell holds, one block after another. */
function partsOf(table: HTMLTableElement): Element[] {
  return rowsOf(table)
    .flat()
    .filter((cell) => !isEmpty(cell))
    .map((cell) => {
      const part = table.ownerDocument.createElement('div');
      part.setAttribute('style', cell.getAttribute('style') ?? '');
      part.append(...cell.childNodes);
      return part;
    });
}

type Grid = (HTMLTableCellElement | null)[][];

/** Every cell in its row and column; those that it spans are empty. */
function gridOf(table: HTMLTableElement): Grid {
  const rows = rowsOf(table);
  const grid: Grid = rows.map(() => []);
  for (const [row, cells] of rows.entries())
    for (const cell of cells) {
      let column = 0;
      while (grid[row]?.[column] !== undefined) column += 1;
      const [below, right] = [cell.rowSpan, cell.colSpan].map((span) => Math.min(span, mostSpanned));
      for (const line of grid.slice(row, row + (below ?? 1)))
        for (let at = column; at < column + (right ?? 1); at += 1) line[at] ??= null;
      grid[row]![column] = cell;
    }
  return grid;
}

/** A cell of the clipboard is aligned; here a paragraph is. */
function alignWords(cell: HTMLTableCellElement) {
  const alignment = cell.style.textAlign || cell.getAttribute('align');
  if (!alignment || cell.querySelector(blocks)) return;
  const paragraph = cell.ownerDocument.createElement('p');
  paragraph.style.textAlign = alignment;
  paragraph.append(...cell.childNodes);
  cell.append(paragraph);
}

/** The same table with as many cells in each row, and nothing that is empty at its edges. */
function plainTable(table: HTMLTableElement): Element | null {
  const grid = gridOf(table);
  const isFilled = (cell: HTMLTableCellElement | null | undefined) => cell != null && !isEmpty(cell);
  const columns = Math.max(0, ...grid.map((row) => row.findLastIndex(isFilled) + 1));
  const rows = grid.filter((row) => row.some(isFilled));
  if (rows.length * columns > mostCells) return null;
  const page = table.ownerDocument;
  const plain = page.createElement('table');
  for (const row of rows) {
    const line = plain.appendChild(page.createElement('tr'));
    for (let column = 0; column < columns; column += 1) {
      const cell = row[column];
      const copy = line.appendChild(page.createElement(cell?.localName ?? 'td'));
      if (!cell) continue;
      alignWords(cell);
      copy.setAttribute('style', cell.getAttribute('style') ?? '');
      copy.append(...cell.childNodes);
    }
  }
  return plain;
}

/**
 * Makes tables what can be written in: a table of words where there may be one, a line for each row where not. What was
 * only laid out as a table becomes one part after another.
 * @returns whether one lost its form
 */
export function readTables(body: Element, keepsTables: boolean): boolean {
  let isFormLost = false;
  // The innermost first, so that a table around others is seen as what it is.
  for (const table of [...body.querySelectorAll('table')].reverse()) {
    for (const caption of table.querySelectorAll('caption')) {
      const words = body.ownerDocument.createElement('p');
      words.append(...caption.childNodes);
      if (!isEmpty(words)) table.before(words);
      caption.remove();
    }
    if (isForLayout(table)) {
      table.replaceWith(...partsOf(table));
      continue;
    }
    const plain = keepsTables ? plainTable(table) : null;
    isFormLost ||= plain === null;
    table.replaceWith(...(plain ? [plain] : linesOf(table)));
  }
  return isFormLost;
}
