// What the test runners write about a run, read into counts and failures.
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Failure {
  /** True for what passed at its second try: no failure of the run, and yet to be mended. */
  passedThen: boolean;
  /** Where it stands and what it is called. */
  name: string;
  /** What it said, in one piece. */
  says: string;
}

export interface Report extends Counts {
  failures: Failure[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/**
 * @param text the report of Vitest's `json` reporter
 * @param unhandledErrors what `unhandled-errors.ts` wrote in the same run
 */
export function readVitest(text: string, unhandledErrors: string): Report {
  const report: VitestReport = JSON.parse(text);
  const unhandled: { says: string; during: string }[] = JSON.parse(unhandledErrors);
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = report;
  // A file that does not even load has no failed test, only a failed suite.
  const failed = numFailedTests === 0 && numFailedTestSuites > 0 ? numFailedTestSuites : numFailedTests;
  const failuresOfFiles = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failures = assertionResults
      .filter((test) => test.failureMessages.length > 0)
      .map((test) => ({
        passedThen: test.status === 'passed',
        name: `${file} › ${test.fullName}`,
        says: test.failureMessages.join('\n'),
      }));
    // It did not even load, or what goes before or after its tests failed; Vitest says the second only for the file.
    const failedItself = status === 'failed' && failures.every(({ passedThen }) => passedThen);
    const says = message || 'What goes before or after a group of its tests failed.';
    return failedItself ? [...failures, { passedThen: false, name: file, says }] : failures;
  });
  const outsideOfTests = unhandled.map(({ says, during }) => ({
    passedThen: false,
    name: `outside of every test, while there ran ${relative(root, during) || 'none'}`,
    says,
  }));
  return {
    passed: numPassedTests,
    failed: failed + unhandled.length,
    skipped: numPendingTests,
    failures: [...failuresOfFiles, ...outsideOfTests],
  };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

function failuresOf({ suites = [], specs = [] }: PlaywrightSuite): Failure[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => ({
        passedThen: test.status === 'flaky',
        name: `${file} › ${title}`,
        says: test.results.map((result) => result.error?.message ?? '').join('\n'),
      })),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

/** @param text the report of Playwright's `json` reporter */
export function readPlaywright(text: string): Report {
  const report: PlaywrightSuite & { stats: Record<string, number> } = JSON.parse(text);
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report.stats;
  return { passed: expected + flaky, failed: unexpected, skipped, failures: failuresOf(report) };
}
