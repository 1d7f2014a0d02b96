// `npm test`: type check, lint, unused code, unit, host and browser tests, size of the first screen, journeys.
// Everything runs even when something failed, and the last line counts it all.
// With CI=true a test that failed is tried once more; the runners name what passed only then, and that is to be mended.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findChromium } from './test-programs.cjs';
import { type Counts, type Failure, type Report, readPlaywright, readVitest } from './test-reports.ts';

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');
const long = process.argv.includes('--long');
const retries = process.env.CI ? 1 : 0;
const count = { passed: 0, failed: 0, skipped: 0 };

/** @param output a file that takes what it says, for what runs beside something else */
function node(
  script: string,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
  output?: string,
): Promise<boolean> {
  return new Promise((resolve) => {
    const says = output === undefined ? 'inherit' : openSync(output, 'w');
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', says, says],
      env: {
        ...process.env,
        CHROMIUM_PATH: findChromium(),
        // Hundreds of processes load the same modules.
        NODE_COMPILE_CACHE: join(results, 'compile-cache'),
        ...(long && { SATCHEL_LONG_TESTS: '1' }),
        ...env,
      },
    });
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** Named once more at the very end, where whoever sees only the last page of a long log finds them. */
const failures: Failure[] = [];
const linesOfFailure = 12;

/** A check that is one thing: it passes or fails as a whole. */
async function check(title: string, run: () => Promise<boolean>) {
  console.log(`\n── ${title}`);
  if (await run()) count.passed++;
  else {
    count.failed++;
    failures.push({ name: title, says: 'What it said stands under its own heading.', passedThen: false });
    console.log(`── ${title}: failed`);
  }
}

/** A runner with many tests: its report says how many passed. No report, or an exit that no test explains, is a failure. */
async function suite(
  title: string,
  reportFile: string,
  read: (report: string) => Report,
  run: () => Promise<boolean>,
) {
  console.log(`\n── ${title}`);
  const ended = await run();
  let counts: Counts;
  try {
    const report = read(readFileSync(reportFile, 'utf8'));
    failures.push(...report.failures);
    counts = report;
  } catch (error) {
    const says = `It left no report (${error instanceof Error ? error.message : error}).`;
    failures.push({ name: title, says, passedThen: false });
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  if (!ended && counts.failed === 0) {
    failures.push({ name: title, says: 'It ended as failed, and none of its tests did.', passedThen: false });
    counts.failed = 1;
  }
  count.passed += counts.passed;
  count.failed += counts.failed;
  count.skipped += counts.skipped;
  const minutes = (performance.now() / 60_000).toFixed(1);
  console.log(
    `── ${title}: ${counts.passed} passed, ${counts.failed} failed; ${minutes} min since the start`,
  );
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const reportOf = (name: string) => join(results, `${name}.json`);
const unhandledErrorsOf = (name: string) => join(results, `${name}.unhandled-errors.json`);
const journeysReport = reportOf('journeys');

const vitest = (name: string, projects: string[], output?: string) =>
  node(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      `--retry=${retries}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportOf(name)}`,
      '--reporter=./tools/unhandled-errors.ts',
    ],
    { UNHANDLED_ERRORS_FILE: unhandledErrorsOf(name) },
    output,
  );
const readVitestOf = (name: string) => (report: string) =>
  readVitest(report, readFileSync(unhandledErrorsOf(name), 'utf8'));

await check('Types', () => node('tools/typecheck.ts'));
await check('Format and lint', () =>
  node('node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']),
);
await check('Unused code', () => node('node_modules/knip/bin/knip.js'));
await check('Build', () => node('tools/build.ts'));
await check('Size of the first screen', () => node('tools/first-screen-size.ts'));
// Component tests have two pages, and host tests mostly wait: side by side they fill two cores.
const componentsSaid = join(results, 'components.txt');
const components = vitest('components', ['browser*'], componentsSaid);
await suite('Units and host', reportOf('units'), readVitestOf('units'), () =>
  vitest('units', ['node', 'host-*']),
);
await suite('Components', reportOf('components'), readVitestOf('components'), async () => {
  const passed = await components;
  process.stdout.write(readFileSync(componentsSaid));
  return passed;
});
await suite('Journeys', journeysReport, readPlaywright, () =>
  node(
    'node_modules/@playwright/test/cli.js',
    ['test', '--config', 'journeys/playwright.config.ts', `--retries=${retries}`],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: journeysReport },
  ),
);

const worstLast = failures.toSorted((a, b) => Number(b.passedThen) - Number(a.passedThen));
for (const { name, says, passedThen } of worstLast) {
  const lines = stripVTControlCharacters(says).trim().split('\n');
  const own = lines.filter((line) => !line.includes('node_modules')).slice(0, linesOfFailure);
  console.log(
    `\n${passedThen ? 'PASSED AT THE SECOND TRY' : 'FAILED'} ${name}\n${own.map((line) => `  ${line}`).join('\n')}`,
  );
}
if (count.skipped > 0) console.log(`\n${count.skipped} skipped`);
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed === 0 ? 0 : 1);
