import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'node',
    environment: 'node',
    // Dexie looks for a database only when it is loaded, which the first file of a worker may do.
    setupFiles: ['./app/src/testing/indexed-db.ts'],
    // As in the host's tests: one load of the modules for all files of a worker.
    isolate: false,
    // As many as the other projects have, which vitest.config.ts gives them: it runs all in one group then.
    maxWorkers: 2,
    include: [
      '*.test.ts',
      'core/src/**/*.test.ts',
      'server/**/*.test.ts',
      'tools/**/*.test.ts',
      'app/src/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/*.host.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
