import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { breakages } from './breakages.ts';
import { broken } from './broken.ts';

const root = join(import.meta.dirname, '../..');
const isLong = process.env.SATCHEL_LONG_TESTS === '1';
const mostHistories = 1500;

/** After how many histories the model notices; null when it does not. @param breakage none: the whole engine */
function foundAfter(breakage?: number): number | null {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--config', join(import.meta.dirname, 'vitest.config.ts'), '-t', 'whatever happens'],
    ],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        SATCHEL_LONG_TESTS: '1',
        SATCHEL_BREAKAGE: String(breakage ?? 'none'),
        SATCHEL_MODEL_SEED: '20261121',
        SATCHEL_MODEL_RUNS: String(mostHistories),
        SATCHEL_MODEL_SHRINKS: '0',
      },
    },
  );
  if (status === 0) return null;
  const found = /Property failed after (\d+) tests/.exec(stdout + stderr);
  if (!found) throw new Error(stdout + stderr);
  return Number(found[1]);
}

describe('an engine that forgets something', () => {
  test.each(breakages)('can still be broken so that $title', (breakage) => {
    const source = readFileSync(join(root, 'app/src/sync', breakage.file), 'utf8');
    expect(broken(source, breakage)).not.toBe(source);
  });

  // Else what follows would say nothing.
  test.runIf(isLong)(
    'has nothing to be found when it forgets nothing',
    () => expect(foundAfter()).toBeNull(),
    1_200_000,
  );

  test.runIf(isLong).each(breakages.map(({ title }, number) => ({ title, number })))(
    'is found out by the model when $title',
    ({ number, title }) => {
      const histories = foundAfter(number);
      console.log(`${title}: ${histories === null ? 'not found' : `found after ${histories}`}`);
      expect(histories).not.toBeNull();
    },
    1_200_000,
  );
});
