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
  for (const none of [null, 7, 'text', {}, { rows: {} }, { columns: [null, 3] }]) {
    expect(readReport(none)).toMatchObject({ rows: [], total: 0 });
  }
});
