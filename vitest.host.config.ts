import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// The whole host over HTTP, the same tests on either engine.
const common: TestProjectInlineConfiguration['test'] = {
  environment: 'node',
  include: ['server/src/**/*.host.test.ts'],
  // Some start several processes, three files at a time.
  testTimeout: 90_000,
  hookTimeout: 60_000,
};

export const hostProjects: TestProjectInlineConfiguration[] = [
  { test: { ...common, name: 'host-sqlite' } },
  {
    test: {
      ...common,
      name: 'host-postgres',
      globalSetup: './server/src/testing/postgres-cluster.ts',
      setupFiles: './server/src/testing/use-postgres.ts',
    },
  },
];

export default defineConfig({ test: { projects: hostProjects } });
