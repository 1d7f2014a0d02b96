import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// The whole host over HTTP, the same tests on either engine.
const common: TestProjectInlineConfiguration['test'] = {
  environment: 'node',
  // Nothing is kept in a module, so that the files of a worker can share the host's: loading it takes longer than most tests.
  isolate: false,
  include: ['server/src/**/*.host.test.ts'],
  // Some start several processes, beside other files and the components.
  testTimeout: 90_000,
  hookTimeout: 60_000,
};

// What keeps files or reads them, also with a store in the network in place of a folder.
const keepingFiles = [
  'features/content/conformance-writing-upload*',
  'features/files/files',
  'features/packs/signatures',
  'features/prospect-pages/{page-files,sent-versions}',
  'importing/import-again',
  ...(process.env.SATCHEL_LONG_TESTS ? ['backup/{backup,restore*}', 'importing/import-folder'] : []),
];

/**
 * Tests that take long, and not because of what they ask the database: scrypt, programs that start, bodies, limits, archives. On PostgreSQL
 * the long run has them, too.
 */
const askingLittle = [
  'features/configuration/configuration',
  'features/content/conformance-writing-upload-bytes',
  'features/packs/large-packs',
  'features/password-reset/{json-rpc,password-reset}',
  'features/prospect-pages/link-gate',
  'features/sign-in/throttling',
  'files/bucket-away',
  'http/overload',
  'importing/{import-folder,import-problems,unread-content}',
  'mail/smtp-failures',
  'managing-users/users',
  'starting/{log,start-host,stop-host}',
  'testing/{fuzz,kill}',
];

export const hostProjects: TestProjectInlineConfiguration[] = [
  { test: { ...common, name: 'host-sqlite' } },
  {
    test: {
      ...common,
      name: 'host-bucket',
      setupFiles: './server/src/testing/use-bucket.ts',
      include: keepingFiles.map((name) => `server/src/${name}.host.test.ts`),
    },
  },
  {
    test: {
      ...common,
      name: 'host-postgres',
      globalSetup: './server/src/testing/postgres-cluster.ts',
      setupFiles: './server/src/testing/use-postgres.ts',
      ...(process.env.SATCHEL_LONG_TESTS
        ? {}
        : { exclude: askingLittle.map((name) => `server/src/${name}.host.test.ts`) }),
    },
  },
];

export default defineConfig({ test: { projects: hostProjects } });
