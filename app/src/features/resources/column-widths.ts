import type { ColumnName } from './view-preferences.ts';

/** px a column needs to be read. */
const least: Record<ColumnName, number> = {
  name: 200,
  description: 200,
  changed: 126,
  type: 108,
  size: 100,
  printSize: 190,
  keywords: 200,
  id: 280,
};

/** These share what the others leave. */
const growing: readonly ColumnName[] = ['name', 'description', 'keywords'];

/** The columns that are shown at first fit on an upright tablet of 768 px: rather are descriptions cut short than sizes. */
const few = 5;
const leastOfFew = 130;

/** px for the picture before and the button after them. */
const besides = 66 + 56;

/** Columns keep their places whatever rows are on the page. */
export const columnWidth = (name: ColumnName) => (growing.includes(name) ? undefined : least[name]);

/** px below which the table scrolls sideways. */
export const leastWidth = (columns: readonly ColumnName[]) =>
  columns.reduce(
    (sum, name) => sum + (columns.length <= few && growing.includes(name) ? leastOfFew : least[name]),
    besides,
  );
