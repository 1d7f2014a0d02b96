import { expect, test } from 'vitest';
import { readableLine } from './readable-log.ts';

const line = (entry: object) =>
  readableLine(JSON.stringify({ level: 30, time: Date.now(), pid: 1, hostname: 'h', ...entry }));

test('an answer is one short line', () => {
  expect(
    line({ reqId: 'req-1', method: 'GET', url: '/jsonapi', status: 200, ms: 12, ip: '127.0.0.1' }),
  ).toMatch(/^\d\d:\d\d:\d\d {2}GET {2}\/jsonapi {2}200 {2}12 ms\n$/);
});

test('an error says so and where it came from', () => {
  const err = { message: 'broken', stack: 'Error: broken\n    at a.ts:1' };
  expect(line({ level: 50, msg: 'request failed', err })).toMatch(
    /^\d\d:\d\d:\d\d {2}error {2}request failed\n {2}Error: broken\n {6}at a\.ts:1\n$/,
  );
});

test('what is no JSON stays as it is', () => {
  expect(readableLine('a plain line\n')).toBe('a plain line\n');
});
