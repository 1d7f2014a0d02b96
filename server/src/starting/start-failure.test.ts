import { expect, test } from 'vitest';
import { readConfig } from '#config.ts';
import { sentenceFor } from './start-failure.ts';

const config = readConfig({ DATA_FOLDER: '/data', DATABASE_URL: 'postgres://me:secret@db.example:5432/bag' });
const failure = (code: string, syscall?: string) =>
  Object.assign(new Error(`${code}: failed`), { code, syscall });

test.each([
  [
    failure('ENOSPC', 'write'),
    'The disk with /data is full. Free some space and try again: what was there before is still there.',
  ],
  [
    failure('SQLITE_FULL'),
    'The disk with /data is full. Free some space and try again: what was there before is still there.',
  ],
  [
    failure('EROFS', 'open'),
    'The data folder /data cannot be written (EROFS). Make it writable, or set DATA_FOLDER to another one.',
  ],
  [
    failure('EACCES', 'listen'),
    'Port 8080 may not be used by this user. Choose one above 1023, for example: PORT=8080 npm start',
  ],
  [
    failure('28P01'),
    'The database db.example:5432/bag of DATABASE_URL cannot be used: it refuses the user or password.',
  ],
])('%s becomes a sentence', (error, sentence) => {
  expect(sentenceFor(error, config)).toBe(sentence);
});

test('a fault of the host itself has no sentence, so that its trace is shown', () => {
  expect(sentenceFor(new TypeError('x is not a function'), config)).toBeUndefined();
});
