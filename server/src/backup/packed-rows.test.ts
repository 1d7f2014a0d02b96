import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpackRows } from './packed-rows.ts';

const rowsIn = async (part: Uint8Array[], mostBytes?: number) =>
  (await Array.fromAsync(unpackRows(part, mostBytes))).map(String);

test('rows come one by one, however they were cut into chunks', async () => {
  const rows = ['{"a":"ü"}', `{"b":"${'long '.repeat(200_000)}"}`, '{}'];
  const packed = gzipSync(`${rows.join('\n')}\n`);
  const bytes = Array.from({ length: packed.length }, (_, at) => packed.subarray(at, at + 1));
  expect(await rowsIn([packed])).toEqual(rows);
  expect(await rowsIn(bytes)).toEqual(rows);
});

test('a row that no text could hold is refused, and shorter ones are not, however many', async () => {
  const packed = gzipSync('{"row":1}\n'.repeat(100_000));
  expect(await rowsIn([packed], 9)).toHaveLength(100_000);
  await expect(rowsIn([packed], 8)).rejects.toThrow('a row is longer than 8 bytes');
});

test('what is no compressed part, or only the beginning of one, is refused', async () => {
  const packed = gzipSync('{"row":1}\n'.repeat(1000));
  await expect(rowsIn([Buffer.from('a plain text')])).rejects.toThrow('incorrect header check');
  await expect(rowsIn([packed.subarray(0, -9)])).rejects.toThrow('unexpected end of file');
});

test('what fails where the bytes come from is heard', async () => {
  async function* broken() {
    yield gzipSync('{}\n');
    throw new Error('the disk is gone');
  }
  await expect(Array.fromAsync(unpackRows(broken()))).rejects.toThrow('the disk is gone');
});

test('nothing stands behind the end of a part', async () => {
  const more = Array.from({ length: 200 }, () => Buffer.alloc(10_000, 'x'));
  await expect(rowsIn([gzipSync('{}\n'), ...more])).rejects.toThrow('incorrect header check');
});
