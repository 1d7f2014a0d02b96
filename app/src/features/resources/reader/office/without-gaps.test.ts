import { expect, test } from 'vitest';
import { type ListItem, withoutGaps } from './without-gaps.ts';

const levels = (...asked: (string | null)[]) =>
  withoutGaps({
    children: asked.map((level): ListItem => ({ numbering: level === null ? null : { level } })),
  })
    .children?.map(({ numbering }) => numbering?.level ?? null)
    .join(' ');

test('items of a list begin on its first level and go down by one', () => {
  expect(levels('1', '1')).toBe('0 0');
  expect(levels('0', '2', '2', '0')).toBe('0 1 1 0');
  expect(levels('0', '1', '2', '1', '0')).toBe('0 1 2 1 0');
  expect(levels('2', '1', '0')).toBe('0 0 0');
});

test('a paragraph between ends a list', () => {
  expect(levels('0', null, '1')).toBe('0  0');
});

test('clauses below a heading that is numbered itself begin a list', () => {
  const heading = { numbering: { level: '0' }, styleName: 'heading 1' };
  expect(withoutGaps({ children: [heading, { numbering: { level: '1' } }] }).children).toEqual([
    heading,
    { numbering: { level: '0' } },
  ]);
});

test('lists in cells are lists too', () => {
  const cell = { children: [{ numbering: { level: '3' } }] };
  expect(withoutGaps({ children: [{ children: [cell] }] })).toEqual({
    children: [{ children: [{ children: [{ numbering: { level: '0' } }] }] }],
  });
});
