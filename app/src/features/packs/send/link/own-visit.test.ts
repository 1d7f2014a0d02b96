import { expect, test } from 'vitest';
import { ownVisit } from './own-visit.ts';

test('the visit of a rep is marked in the address, whatever else stands in it', () => {
  expect(ownVisit('https://satchel.example/p/abc')).toBe('https://satchel.example/p/abc?own');
  expect(ownVisit('https://satchel.example/show?token=abc#top')).toBe(
    'https://satchel.example/show?token=abc&own#top',
  );
});
