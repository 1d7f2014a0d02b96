import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArguments, findChromium } from '../tools/test-programs.cjs';
import { pdfData } from './pdf-data.ts';

const executablePath = findChromium();

// The app's screens with sample services, in a real browser.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), pdfData()],
  // All packages are found before the first test: one found later would reload the page under it.
  optimizeDeps: {
    entries: ['src/{features,shell,ui,navigation,testing,storage,sync}/**/*.{ts,tsx}', '!src/**/*.test.ts'],
    include: [
      'react-dom/client',
      'vitest-browser-react',
      'zustand/middleware',
      'zustand/vanilla',
      'dompurify',
      'tabbable',
    ],
  },
  test: {
    name: 'browser',
    include: ['src/**/*.browser.test.tsx'],
    setupFiles: ['./src/testing/quiet-browser.ts'],
    // Pages side by side, each with a context of its own: one waits a quarter of its time.
    maxWorkers: 2,
    // Two cores that do other things too make a menu or a page late, and a slow machine all of a test: what takes 5 s
    // on a fast one alone takes 29 there. It ends what hangs, and measures nothing.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1180, height: 820 },
      provider: playwright({
        launchOptions: { args: chromiumArguments, ...(executablePath && { executablePath }) },
        contextOptions: { locale: 'en-US' },
        actionTimeout: 10_000,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
