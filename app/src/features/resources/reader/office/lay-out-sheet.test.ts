import { expect, test } from 'vitest';
import { laidOut } from './lay-out-sheet.ts';
import type { Cell } from './office-content.ts';

const text = (words: string): Cell => ({ text: words, isNumber: false });
const number = (words: string): Cell => ({ text: words, isNumber: true });
const row = (...cells: (Cell | null)[]) =>
  laidOut(
    [{ number: 1, cells }],
    cells.map(() => 60),
  );
const columnsOf = (...cells: (Cell | null)[]) =>
  row(...cells).rows[0]?.cells.map((cell) => cell && (cell.columns ?? 1));

test('a long text runs on over the empty cells beside it, as far as it needs', () => {
  expect(columnsOf(text('Fill in the cells'), text(''), text(''), text(''))).toEqual([3, null, null, 1]);
  expect(columnsOf(text('Short'), text(''))).toEqual([1, 1]);
});

test('it stops before what stands there, and its column is wide enough where nothing is free', () => {
  expect(columnsOf(text('Average payment'), text(''), number('8.40'))).toEqual([2, null, 1]);
  const { widths } = row(text('Purchase or rental'), text('Price'));
  expect(widths[0]).toBeGreaterThan(120);
  expect(widths[1]).toBe(60);
});

test('a number never runs on, and no column becomes wider than a hand', () => {
  expect(row(number('1,249,500.00'), text('')).widths[0]).toBeGreaterThan(100);
  expect(columnsOf(number('1,249,500.00'), text(''))).toEqual([1, 1]);
  expect(row(text('word '.repeat(200)), text('x')).widths[0]).toBe(280);
});

test('merged cells stay as they were merged', () => {
  const merged = { ...text('A title over three columns of the sheet'), columns: 3 };
  expect(columnsOf(merged, null, null, text(''))).toEqual([3, null, null, 1]);
  expect(columnsOf(text('A long text before a merged cell'), { ...text(''), columns: 2 }, null)).toEqual([
    1,
    2,
    null,
  ]);
});
