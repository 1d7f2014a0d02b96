import { isObject } from '@satchel/core/contract/is-object.ts';

/** How a value of a report is shown: dates are UNIX seconds, durations seconds. */
type ReportColumnType = 'text' | 'number' | 'date' | 'duration';

export interface ReportColumn {
  key: string;
  label: string;
  type: ReportColumnType;
}

export type ReportValue = string | number | null;

/** A report as a host answers it (content-host contract, section 6). */
export interface Report {
  title: string;
  columns: readonly ReportColumn[];
  rows: readonly Readonly<Record<string, ReportValue>>[];
  /** Rows of all pages; null where the host does not tell. */
  total: number | null;
}

const columnTypes: readonly string[] = ['text', 'number', 'date', 'duration'] satisfies ReportColumnType[];

/** As it is shown: what is neither a word nor a number, as the host wrote it. */
export const readValue = (value: unknown): ReportValue => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) return value;
  return JSON.stringify(value);
};

function readColumn(value: unknown): ReportColumn[] {
  if (!isObject(value) || typeof value.key !== 'string') return [];
  const type = columnTypes.includes(String(value.type)) ? (value.type as ReportColumnType) : 'text';
  return [{ key: value.key, label: typeof value.label === 'string' ? value.label : value.key, type }];
}

/** Fields nobody has described are shown under their own names. */
const columnsIn = (rows: readonly Record<string, unknown>[]): ReportColumn[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].map((key) => ({ key, label: key, type: 'text' }));

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (isObject(value) && Object.values(value).every(isNothing));

/** A report out of an answer; a shape the app does not know is shown as it comes, one without a list as one row (PRPT-03). */
export function readReport(body: unknown): Report {
  const source: Record<string, unknown> = isObject(body) ? body : { rows: body };
  const list: unknown[] | undefined = [source.rows, source.results, source.data].find(Array.isArray);
  const raw = (list ?? (isNothing(body) ? [] : [body])).map((row) => (isObject(row) ? row : { value: row }));
  const announced = list && Array.isArray(source.columns) ? source.columns.flatMap(readColumn) : [];
  const page = isObject(source.page) ? source.page : {};
  return {
    title: typeof source.title === 'string' ? source.title : '',
    columns: announced.length > 0 ? announced : columnsIn(raw),
    rows: raw.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, readValue(value)])),
    ),
    total: typeof page.total === 'number' ? page.total : null,
  };
}
