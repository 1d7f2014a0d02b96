import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReportCollector } from './report-collector.ts';

function collector(rowsOf: (report: number) => number, gatherMs?: number) {
  const batches: number[][] = [];
  const collect = createReportCollector(
    async (reports: number[]) => {
      batches.push(reports);
      return reports;
    },
    rowsOf,
    gatherMs,
  );
  return { batches, collect };
}

test('reports that come together are written together, each answered for itself', async () => {
  const { batches, collect } = collector(() => 1);
  expect(await Promise.all([1, 2, 3].map(collect))).toEqual([1, 2, 3]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('no transaction holds more than 200 reports', async () => {
  const { batches, collect } = collector(() => 1);
  await Promise.all(Array.from({ length: 450 }, (_, index) => collect(index)));
  expect(batches.map(({ length }) => length)).toEqual([200, 200, 50]);
});

test('large reports share a transaction with few others, and the largest has one of its own', async () => {
  const { batches, collect } = collector((rows) => rows);
  await Promise.all([2000, 2000, 2000, 9000, 1].map(collect));
  expect(batches).toEqual([[2000, 2000], [2000], [9000], [1]]);
});

test('one that follows close upon others waits for those that come next', async () => {
  const { batches, collect } = collector(() => 1, 500);
  await collect(1);
  const second = collect(2);
  await setImmediate();
  await Promise.all([second, collect(3)]);
  expect(batches).toEqual([[1], [2, 3]]);
});
