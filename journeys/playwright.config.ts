import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from '../tools/test-programs.cjs';

const executablePath = findChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // What takes minutes, or proves what a shorter one nearly proves, runs with `npm run test:long`.
  ...(process.env.SATCHEL_LONG_TESTS ? {} : { grepInvert: /@long/ }),
  globalSetup: './support/global-set-up.ts',
  outputDir: '../test-results/journeys',
  // Two are what two cores carry; each test starts its own host.
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1180, height: 820 },
    locale: 'en-US',
    timezoneId: 'Europe/Oslo',
    // A trace takes more of the processor than the journey itself: only of a second try, or with `--trace=on`.
    trace: 'on-first-retry',
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumArguments },
  },
});
