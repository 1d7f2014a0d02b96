import { inWords } from '@satchel/core/format/report-words.ts';
import { stringify } from 'csv-stringify/sync';
import type { Column, Report, Value } from './report.ts';

/**
 * A report for a spreadsheet: UTF-8 with a mark, so that it is read as such, dates in UTC, durations as h:mm:ss, and codes
 * in the words of the screen. What a spreadsheet would run as a formula is plain text: names and subjects come from people.
 */
export const reportAsCsv = ({ columns, rows }: Report): string =>
  stringify(
    rows.map((row) => columns.map((column) => cell(row[column.key] ?? null, column))),
    {
      header: true,
      columns: columns.map(({ label, type }) => (type === 'date' ? `${label} (UTC)` : label)),
      bom: true,
      record_delimiter: 'windows',
      escape_formulas: true,
      // Whatever a spreadsheet takes for the end of a cell or a row, or the words behind it would begin one of their own.
      quoted_match: /[\r\n;\t]/,
    },
  );

// In many countries a spreadsheet parts cells by a semicolon, and heeds quotes only where one of its cells begins.
const formulaInside = /([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;

function cell(value: Value, { key, type }: Column): string {
  if (value === null) return '';
  if (type === 'date') return new Date(Number(value) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  if (type === 'duration') return asClock(Number(value));
  return inWords(key, String(value)).replace(formulaInside, "$1'");
}

const two = (value: number) => String(value).padStart(2, '0');

const asClock = (seconds: number) =>
  `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
