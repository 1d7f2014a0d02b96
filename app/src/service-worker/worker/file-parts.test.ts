import { readContentRange } from '@satchel/core/contract/content-range.ts';
import { expect, test } from 'vitest';
import { strongEtag } from './file-parts.ts';

const said = (headers: Record<string, string>) => ({ headers: new Headers(headers) });
const range = (value: string) => readContentRange(said({ 'content-range': value }));

test('where the bytes of an answer lie is read from it', () => {
  expect(range('bytes 0-99/200')).toEqual({ from: 0, to: 100, total: 200 });
  expect(range(' BYTES 199-199/200 ')).toEqual({ from: 199, to: 200, total: 200 });
});

test('what no file can have is no place in it', () => {
  for (const value of [
    'bytes 0-99/*',
    'bytes */200',
    'bytes 9-8/200',
    'bytes 0-200/200',
    'items 0-1/2',
    '',
  ]) {
    expect(range(value), value).toBeNull();
  }
  expect(readContentRange(said({}))).toBeNull();
});

test('only a strong ETag says that the bytes are the same', () => {
  expect(strongEtag(said({ etag: '"one"' }))).toBe('"one"');
  expect(strongEtag(said({ etag: 'W/"one"' }))).toBeNull();
  expect(strongEtag(said({}))).toBeNull();
});
