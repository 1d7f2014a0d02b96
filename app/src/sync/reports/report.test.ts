import { expect, test } from 'vitest';
import { readReport } from './report.ts';

test('[PRPT-03] a report is read as the host describes it', () => {
  const report = readReport({
    title: 'My packs',
    columns: [
      { key: 'title', label: 'Pack', type: 'text' },
      { key: 'last_sent', label: 'Last sent', type: 'date' },
      { key: 'odd', label: 'Odd', type: 'colour' },
    ],
    rows: [{ title: 'A', last_sent: null, odd: { deep: 1 } }],
    page: { number: 0, size: 20, total: 41 },
  });
  expect(report.columns.map(({ type }) => type)).toEqual(['text', 'date', 'text']);
  expect(report.rows).toEqual([{ title: 'A', last_sent: null, odd: '{"deep":1}' }]);
  expect(report.total).toBe(41);
});

test('[PRPT-03] unknown shapes are shown as they come, under their own names', () => {
  const report = readReport({
    results: [
      { who: 'Daniel', opened: 2, more: true },
      { who: 'Mia', nr: 3 },
    ],
  });
  expect(report.columns.map(({ label }) => label)).toEqual(['who', 'opened', 'more', 'nr']);
  expect(report.rows[0]).toEqual({ who: 'Daniel', opened: 2, more: 'true' });
  expect(readReport(['a', 'b']).rows).toEqual([{ value: 'a' }, { value: 'b' }]);
});

test.each([
  ['an object without a list', { opened: 2, of: { sent: 3 } }, [{ opened: 2, of: '{"sent":3}' }]],
  ['columns without rows', { columns: [null, 3] }, [{ columns: '[null,3]' }]],
  ['a number', 7, [{ value: 7 }]],
  ['words', 'None yet', [{ value: 'None yet' }]],
])('[PRPT-03] %s is one row, as it comes', (_what, body, rows) => {
  const report = readReport(body);
  expect(report.rows).toEqual(rows);
  expect(report.columns.map(({ key }) => key)).toEqual(Object.keys(rows[0] ?? {}));
});

test('[PRPT-05] what says nothing is an empty report', () => {
  for (const none of [null, undefined, [], {}, { rows: [] }, { rows: null }, { data: {} }])
    expect(readReport(none).rows).toEqual([]);
});

test('how many rows there are in all is not guessed', () => {
  expect(readReport(['a', 'b']).total).toBeNull();
});
