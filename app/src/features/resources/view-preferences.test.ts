import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultView, optionalColumns, pageSizes, readView } from './view-preferences.ts';

test('[DOC-08, DOC-13] without a stored view the defaults hold', () => {
  expect(readView(null)).toEqual({
    columns: ['description', 'changed', 'type', 'size'],
    pageSize: 10,
    sort: { column: 'changed', descending: true },
    display: null,
  });
});

test('[DOC-14] a stored view is read as it was written', () => {
  const view = {
    columns: ['keywords'],
    pageSize: 50,
    sort: { column: 'name', descending: false },
    display: 'grid',
  };
  expect(readView(JSON.parse(JSON.stringify(view)))).toEqual(view);
});

test('whatever is stored, the view can be shown', () => {
  fc.assert(
    fc.property(fc.anything(), (stored) => {
      const view = readView(stored);
      expect(view.columns.every((name) => optionalColumns.includes(name))).toBe(true);
      expect(pageSizes).toContain(view.pageSize);
      expect(['name', ...optionalColumns]).toContain(view.sort.column);
      expect(['table', 'grid', null]).toContain(view.display);
    }),
  );
  expect(
    readView({ columns: ['gone', 'size'], pageSize: 7, sort: { column: 'gone' }, display: 'map' }),
  ).toEqual({
    ...defaultView,
    columns: ['size'],
  });
});
