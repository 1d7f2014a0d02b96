import type { Content } from './content.ts';

/** One row of the table: what was measured, and what it was measured against in the same run. */
export interface Figure {
  what: string;
  measured: string;
  limit: string;
  /** Measured by limit. */
  ratio?: number;
  bar: string;
  isHeld: boolean;
}

export interface Benchmark {
  name: string;
  /** @param content made once for all benchmarks; each leaves it as it was, or adds to it */
  run(content: Content): Promise<Figure[]>;
}

export const perSecond = (count: number) => `${Math.round(count).toLocaleString('en')}/s`;
export const milliseconds = (ms: number) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

const sorted = (values: readonly number[]) => [...values].sort((one, other) => one - other);

export const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] as number;

/** The mean of the middle half: as little moved by a few that were held up as the median, and finer than one tick of a clock. */
export function middleMean(values: readonly number[]): number {
  const cut = Math.floor(values.length / 4);
  const middle = sorted(values).slice(cut, values.length - cut);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** Between which two values the middle half lies. */
export function middleHalf(values: readonly number[]): string {
  const [low, high] = [0.25, 0.75].map((share) => sorted(values)[Math.floor((values.length - 1) * share)]);
  return `${low?.toFixed(2)} to ${high?.toFixed(2)}`;
}

export function printTable(figures: readonly Figure[]) {
  const rows = figures.map(({ what, measured, limit, ratio, bar, isHeld }) => [
    what,
    measured,
    limit,
    ratio === undefined ? '' : ratio.toFixed(2),
    bar,
    isHeld ? 'held' : 'MISSED',
  ]);
  const table = [['What', 'Measured', 'Limit in this run', 'Ratio', 'Bar', ''], ...rows];
  const widths = (table[0] as string[]).map((_, column) =>
    Math.max(...table.map((row) => (row[column] as string).length)),
  );
  for (const row of table)
    console.log(row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  '));
}
