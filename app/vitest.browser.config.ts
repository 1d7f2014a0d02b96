import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArguments, findChromium } from '../tools/test-programs.cjs';

const executablePath = findChromium();

// The app's screens with sample services, in a real browser.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  optimizeDeps: {
    // Found while a test runs, one of these would reload the page under it.
    include: [
      'react',
      'react-dom/client',
      '@mantine/core',
      '@mantine/form',
      '@mantine/hooks',
      '@mantine/notifications',
      '@mantine/tiptap',
      '@tabler/icons-react',
      '@tanstack/react-router',
      '@tanstack/react-table',
      '@tiptap/core',
      '@tiptap/react',
      '@tiptap/starter-kit',
      'axe-core',
      'dexie',
      'dexie-react-hooks',
      'dompurify',
      'uqr',
      'yet-another-react-lightbox',
      'yet-another-react-lightbox/plugins/captions',
      'yet-another-react-lightbox/plugins/fullscreen',
      'yet-another-react-lightbox/plugins/video',
      'zod/mini',
      'zustand',
    ],
  },
  test: {
    name: 'browser',
    include: ['src/**/*.browser.test.tsx'],
    setupFiles: ['./src/testing/quiet-browser.ts'],
    testTimeout: 30_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1180, height: 820 },
      provider: playwright({
        launchOptions: { args: chromiumArguments, ...(executablePath && { executablePath }) },
        contextOptions: { locale: 'en-US' },
        actionTimeout: 5000,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
