import { formatLongDate } from '@satchel/core/format/dates.ts';
import { formatDuration } from '@satchel/core/format/durations.ts';
import type { ReportColumn, ReportValue } from '#services.ts';
import { texts } from './texts.ts';

const words: Record<string, Readonly<Record<string, string>>> = texts.values;

/** A value as people read it; an en dash where there is none. */
export function shownValue({ key, type }: ReportColumn, value: ReportValue): string {
  if (value === null || value === '') return '–';
  if (type === 'date') return formatLongDate(Number(value) * 1000);
  if (type === 'duration') return formatDuration(Number(value));
  const known = words[key];
  return known && Object.hasOwn(known, String(value)) ? (known[String(value)] ?? '') : String(value);
}

/** Numbers stand at the right, so that they line up. */
export const isNumeric = ({ type }: ReportColumn) => type === 'number' || type === 'duration';

/** The column whose values are drawn as bars, too: how long something was read. */
export const barColumn = (columns: readonly ReportColumn[]) =>
  columns.find(({ type }) => type === 'duration');

const uncounted: ReadonlySet<unknown> = new Set(['scanner', 'own', 'download', 'unattended']);

/** A visit that is nobody's reading: its time is shown and not counted. */
export const isUncounted = ({ kind }: Readonly<Record<string, ReportValue>>) => uncounted.has(kind);
