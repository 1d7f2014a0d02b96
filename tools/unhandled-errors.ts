// A reporter for Vitest: what was thrown outside of every test, which its `json` reporter leaves out, as a JSON file.
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

export default class UnhandledErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    const said = errors.map(({ name, message, stack, VITEST_TEST_PATH, VITEST_TEST_NAME }) => ({
      says: stack?.includes(message) ? stack : `${name}: ${message}\n${stack ?? ''}`,
      during: [VITEST_TEST_PATH, VITEST_TEST_NAME].filter(Boolean).join(' › '),
    }));
    writeFileSync(process.env.UNHANDLED_ERRORS_FILE!, JSON.stringify(said));
  }
}
