import { defineConfig } from 'vitest/config';

// Three projects: plain logic and the host under Node, and the app's components in a real Chromium.
export default defineConfig({
  test: {
    projects: ['./vitest.node.config.ts', './app/vitest.browser.config.ts'],
  },
});
