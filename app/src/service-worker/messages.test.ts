import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStop, readAnswer, readProgress, readQuestion, stopSignal } from './messages.ts';

test('[CACHE-02, CACHE-03] the five messages of the specification are understood', () => {
  const questions = [
    { type: 'st-precache', urls: ['/sites/default/files/k/a.pdf'] },
    { type: 'st-decache', urls: [] },
    { type: 'st-reset' },
    { type: 'st-get-caches' },
    { type: 'st-get-cache-contents', cacheName: 'satchel-content' },
  ];
  expect(questions.map(readQuestion)).toEqual(questions);
});

describe('hostile messages are no questions', () => {
  test.each([
    null,
    undefined,
    0,
    'st-reset',
    [],
    {},
    { type: 'st-delete-everything' },
    { type: ['st-reset'] },
    { type: 'st-precache' },
    { type: 'st-precache', urls: '/a' },
    { type: 'st-precache', urls: [{}] },
    { type: 'st-precache', urls: ['x'.repeat(5000)] },
    { type: 'st-precache', urls: new Array(50_001).fill('/a') },
    { type: 'st-get-cache-contents' },
    { type: 'st-get-cache-contents', cacheName: { toString: 'x' } },
    Object.create({ type: 'st-precache', urls: 'x' }),
  ])('%#', (message) => {
    expect(readQuestion(message)).toBeNull();
  });

  test('and nothing makes reading fail', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (message) => {
        expect(readQuestion(message)).toBeNull();
        expect(isStop(message)).toBe(false);
        expect(readProgress(message)).toBeNull();
        expect(readAnswer('st-get-caches', message)).toBeNull();
      }),
    );
  });
});

test('[CACHE-04] answers carry caches, keys or an error, and anything else is none', () => {
  expect(readAnswer('st-get-caches', { caches: ['a'] })).toEqual({ caches: ['a'] });
  expect(readAnswer('st-get-cache-contents', { keys: ['/a'] })).toEqual({ keys: ['/a'] });
  expect(readAnswer('st-reset', { error: 'No' })).toEqual({ error: 'No' });
  expect(readAnswer('st-get-caches', { keys: ['/a'] })).toBeNull();
  expect(readAnswer('st-precache', { ok: true })).toBeNull();
});

test('calling off is told from questions', () => {
  expect(isStop(stopSignal)).toBe(true);
  expect(readQuestion(stopSignal)).toBeNull();
});
