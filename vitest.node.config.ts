import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'node',
    environment: 'node',
    include: [
      '*.test.ts',
      'core/src/**/*.test.ts',
      'server/**/*.test.ts',
      'tools/**/*.test.ts',
      'app/src/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'app/src/**/*.browser.test.ts', '**/*.host.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
