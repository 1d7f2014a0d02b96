import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { breakages } from './breakages.ts';
import { broken } from './broken.ts';

const root = join(import.meta.dirname, '../..');
const breakage = breakages[Number(process.env.SATCHEL_BREAKAGE)];

/** The model test over an engine that is broken in one place, or over the whole one without SATCHEL_BREAKAGE. */
export default defineConfig({
  root,
  plugins: [
    {
      name: 'broken-engine',
      enforce: 'pre',
      transform: (code, id) =>
        breakage && id.endsWith(`app/src/sync/${breakage.file}`) ? broken(code, breakage) : undefined,
    },
  ],
  test: {
    include: ['app/src/sync/model.test.ts'],
    environment: 'node',
    setupFiles: ['./app/src/testing/indexed-db.ts'],
    // Kept by the file's name and text, which are those of the whole engine.
    fsModuleCache: false,
  },
});
