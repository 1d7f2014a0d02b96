import { hostileAddresses, hostileSamples, hostileTexts } from '@satchel/core/testing/hostile-samples.ts';
import { expect, test } from 'vitest';
import type { Column } from './report.ts';
import { reportAsCsv } from './report-csv.ts';

const columns: Column[] = [
  { key: 'name', label: 'Recipient', type: 'text' },
  { key: 'subject', label: 'Subject', type: 'text' },
  { key: 'opened', label: 'Opened', type: 'number' },
];

/** The cells of a table as a spreadsheet reads them (RFC 4180). */
const cellsOf = (csv: string) =>
  [...csv.replace(/^\ufeff/, '').matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );

const formulas = [
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=cmd|" /C calc"!A0', '","=1', '"\r\n=1'],
  ...['＝1+1', '＋1', '－1', '＠SUM(A1)'],
  ...['a;=1+1;b', 'a;"=1+1', 'a\t@SUM(A1)', 'a\n-1', 'a\r+1', 'a;＝1+1', ';=1+1'],
];
const written = [
  ...hostileSamples.map(({ html }) => html),
  ...hostileTexts,
  ...hostileAddresses,
  ...formulas,
];

test('whatever somebody wrote is one cell of words, and no formula', () => {
  const rows = written.map((text) => ({ name: text, subject: text, opened: 1 }));
  const csv = reportAsCsv({ title: '', columns, rows, total: rows.length, page: { number: 0, size: 0 } });
  const cells = cellsOf(csv);
  expect(cells).toHaveLength(columns.length * (rows.length + 1));
  for (const [at, text] of written.entries()) {
    const row = cells.slice(columns.length * (at + 1)).slice(0, columns.length);
    const inside = text.replace(/([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g, "$1'");
    const asWords = /^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${inside}` : inside;
    expect(row).toEqual([asWords, asWords, '1']);
  }
});

/** The same where another sign parts cells: a quote matters there at the beginning of one only. */
function cellsPartedBy(separator: string, csv: string) {
  const cell = new RegExp(
    `("(?:[^"]|"")*"[^${separator}\r\n]*|[^${separator}\r\n]*)(${separator}|\r\n|\r|\n)`,
    'g',
  );
  return [...csv.replace(/^\ufeff/, '').matchAll(cell)].map(([, text = '']) =>
    text.replace(/^"((?:[^"]|"")*)"/, (_, quoted: string) => quoted.replaceAll('""', '"')),
  );
}

test.each([';', '\t'])('no cell is a formula either where %j parts them', (separator) => {
  for (const text of written) {
    const rows = [{ name: 'Nora', subject: text, opened: 1 }];
    const csv = reportAsCsv({ title: '', columns, rows, total: 1, page: { number: 0, size: 0 } });
    for (const cell of cellsPartedBy(separator, csv)) expect(cell, text).not.toMatch(/^[=+\-@＝＋－＠]/);
  }
});

test('codes are said in the words of the screen', () => {
  const coded: Column[] = [
    { key: 'kind', label: 'Visit', type: 'text' },
    { key: 'delivery', label: 'Delivery', type: 'text' },
    { key: 'device', label: 'Device', type: 'text' },
  ];
  const rows = [
    { kind: 'mail', delivery: 'sent', device: 'desktop' },
    { kind: 'link', delivery: 'none', device: '' },
    { kind: 'own', delivery: 'unknown', device: 'Barracuda' },
    { kind: 'unattended', delivery: 'queued', device: 'constructor' },
  ];
  const csv = reportAsCsv({
    title: '',
    columns: coded,
    rows,
    total: rows.length,
    page: { number: 0, size: 0 },
  });
  expect(cellsOf(csv).slice(coded.length)).toEqual([
    ...['e-mail', 'mailed', 'computer'],
    ...['link', '', ''],
    ...['by you, not counted', 'mail may have left', 'Barracuda'],
    ...['no sign of a reader, not counted', 'saved to server', 'constructor'],
  ]);
});
