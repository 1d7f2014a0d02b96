/** How a value is shown: dates are UNIX seconds, durations seconds. */
export type ColumnType = 'text' | 'number' | 'date' | 'duration';

export interface Column {
  key: string;
  label: string;
  type: ColumnType;
}

export type Value = string | number | null;

export interface PageOfReport {
  /** From 0. */
  number: number;
  /** 0: everything. */
  size: number;
}

/** A page of a report as its store reads it. */
export interface Rows {
  rows: Record<string, Value>[];
  total: number;
}

/** A report as it travels (content-host contract, section 6). */
export interface Report extends Rows {
  title: string;
  columns: readonly Column[];
  page: PageOfReport;
}
