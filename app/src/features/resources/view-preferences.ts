/** Columns besides the name, which is always shown (DOC-07, DOC-08). */
export const optionalColumns = [
  'id',
  'description',
  'changed',
  'type',
  'size',
  'printSize',
  'keywords',
] as const;

export type OptionalColumn = (typeof optionalColumns)[number];
export type ColumnName = 'name' | OptionalColumn;

export const pageSizes = [10, 25, 50, 100] as const;

/** How somebody looks at the files of one bundle (DOC-14, DOC-15). */
export interface ViewPreferences {
  columns: readonly OptionalColumn[];
  pageSize: number;
  sort: { column: ColumnName; descending: boolean };
  /** Null until somebody chose: then the width of the screen decides (DOC-06). */
  display: 'table' | 'grid' | null;
}

/** DOC-08, DOC-13 */
export const defaultView: ViewPreferences = {
  columns: ['description', 'changed', 'type', 'size'],
  pageSize: 10,
  sort: { column: 'changed', descending: true },
  display: null,
};

export const viewKey = (bundleId: string) => `bundle-view-${bundleId}`;

const isOptional = (value: unknown): value is OptionalColumn =>
  optionalColumns.some((name) => name === value);

/** What was stored, as far as it still makes sense; the rest as by default. */
export function readView(stored: unknown): ViewPreferences {
  if (typeof stored !== 'object' || stored === null) return defaultView;
  const { columns, pageSize, sort, display } = stored as Partial<Record<keyof ViewPreferences, unknown>>;
  const { column, descending } = (sort ?? {}) as { column?: unknown; descending?: unknown };
  const isSort = column === 'name' || isOptional(column);
  return {
    columns: Array.isArray(columns) ? columns.filter(isOptional) : defaultView.columns,
    pageSize: pageSizes.find((size) => size === pageSize) ?? defaultView.pageSize,
    sort: isSort ? { column, descending: descending === true } : defaultView.sort,
    display: display === 'table' || display === 'grid' ? display : null,
  };
}
