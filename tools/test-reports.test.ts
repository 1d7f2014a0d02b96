import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readVitest } from './test-reports.ts';

const root = join(import.meta.dirname, '..');

/** Runs the one file in a process of its own, as `npm test` does, and reads what it left. */
function reportOf(source: string) {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-reports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string) => join(folder, name);
  writeFileSync(file('sample.test.ts'), source);
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--globals',
      '--retry=1',
      `--root=${folder}`,
      '--reporter=json',
      `--outputFile=${file('report.json')}`,
      `--reporter=${join(root, 'tools/unhandled-errors.ts')}`,
    ],
    { cwd: folder, env: { ...process.env, UNHANDLED_ERRORS_FILE: file('errors.json') } },
  );
  const read = (name: string) => readFileSync(file(name), 'utf8');
  return { status, ...readVitest(read('report.json'), read('errors.json')) };
}

test('what is thrown outside of every test is counted and told', () => {
  const { status, passed, failed, failures } = reportOf(`
    test('passes', () => {});
    test('leaves something behind', async () => {
      void Promise.reject(new Error('nobody waits for me'));
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  `);
  expect([status, passed, failed]).toEqual([1, 2, 1]);
  expect(failures).toEqual([
    {
      passedThen: false,
      name: expect.stringMatching(
        /^outside of every test, while there ran .*sample\.test\.ts › leaves something behind$/,
      ),
      says: expect.stringMatching(/^Error: nobody waits for me\n.*sample\.test\.ts/),
    },
  ]);
});

test('a test that fails is told, and one that passes at its second try as well', () => {
  const { status, passed, failed, failures } = reportOf(`
    let tries = 0;
    test('at the second try', () => expect(++tries).toBe(2));
    test('never', () => expect(1).toBe(2));
  `);
  expect([status, passed, failed]).toEqual([1, 1, 1]);
  expect(failures.map(({ name, passedThen }) => [name.split(' › ')[1], passedThen])).toEqual([
    ['at the second try', true],
    ['never', false],
  ]);
});

test('what fails after the tests of a file is told, also beside a test that passed at its second try', () => {
  const { status, passed, failed, failures } = reportOf(`
    let tries = 0;
    test('at the second try', () => expect(++tries).toBe(2));
    afterAll(() => {
      throw new Error('it does not end');
    });
  `);
  expect([status, passed, failed]).toEqual([1, 1, 1]);
  expect(failures.map(({ says, passedThen }) => [says.split('\n')[0], passedThen])).toEqual([
    ['AssertionError: expected 1 to be 2 // Object.is equality', true],
    ['it does not end', false],
  ]);
});
