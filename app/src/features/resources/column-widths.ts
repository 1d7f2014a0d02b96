import type { ColumnName } from './view-preferences.ts';

/** px a column needs to be read. */
const least: Record<ColumnName, number> = {
  name: 200,
  description: 200,
  changed: 144,
  type: 128,
  size: 104,
  printSize: 190,
  keywords: 200,
  id: 280,
};

/** These share what the others leave. */
const growing: readonly ColumnName[] = ['name', 'description', 'keywords'];

/** px for the picture before and the button after them. */
const besides = 66 + 56;

/** Columns keep their places whatever rows are on the page. */
export const columnWidth = (name: ColumnName) => (growing.includes(name) ? undefined : least[name]);

/** px below which the table scrolls sideways. */
export const leastWidth = (columns: readonly ColumnName[]) =>
  columns.reduce((sum, name) => sum + least[name], besides);
