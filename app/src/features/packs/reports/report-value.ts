import { formatLongDate } from '@satchel/core/format/dates.ts';
import { formatDuration } from '@satchel/core/format/durations.ts';
import { inWords } from '@satchel/core/format/report-words.ts';
import type { ReportColumn, ReportValue } from '#services.ts';

const blank = /^\s*$/;
/** Days that a calendar has, in seconds. */
const latestDate = 8.64e12;

/** Null for what is no amount, whatever its column says. */
export function amountOf(value: ReportValue | undefined): number | null {
  if (value === null || value === undefined || blank.test(String(value))) return null;
  const amount = Number(value);
  return Number.isFinite(amount) ? amount : null;
}

/** A value as people read it; an en dash where there is none, and as it came where it is not what its column says. */
export function shownValue({ key, type }: ReportColumn, value: ReportValue): string {
  if (value === null || value === '') return '–';
  const amount = amountOf(value);
  if (type === 'date' && amount !== null && Math.abs(amount) <= latestDate)
    return formatLongDate(amount * 1000);
  if (type === 'duration' && amount !== null) return formatDuration(amount);
  return inWords(key, String(value)) || '–';
}

/** Numbers stand at the right, so that they line up. */
export const isNumeric = ({ type }: ReportColumn) => type === 'number' || type === 'duration';

/** The column whose values are drawn as bars, too: how long something was read. */
export const barColumn = (columns: readonly ReportColumn[]) =>
  columns.find(({ type }) => type === 'duration');

const uncounted: ReadonlySet<unknown> = new Set(['scanner', 'own', 'download', 'unattended']);

/** A visit that is nobody's reading: its time is shown and not counted. */
export const isUncounted = ({ kind }: Readonly<Record<string, ReportValue>>) => uncounted.has(kind);
