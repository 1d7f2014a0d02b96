import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { pdfData } from './pdf-data.ts';
import { smallParts } from './small-parts.ts';
import { isWithoutWorker } from './without-worker.ts';

// In development the app's own server hands everything that belongs to the host on to it.
const hostAddress = process.env.HOST_ADDRESS;
const hostPaths = [
  '/config.json',
  '/oauth',
  '/jsonapi',
  '/jsonrpc',
  '/openapi',
  '/salestool',
  '/sites/',
  '/app/pwa/',
  '/p/',
  '/help',
  '/healthz',
];

const withoutWorker = isWithoutWorker();
const workerFolder = join(import.meta.dirname, 'src/service-worker/worker');

const isOfTheFirstMinute =
  /\/(home-screen|sign-in-screen|resource-list-screen|bundle-screen|pack-list-screen|engine|host-calls|channels)-/;

let builtTo = '';

export default defineConfig({
  resolve: {
    alias: [
      // The build for today's browsers; the package's own entry leads to one for those without async functions.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      // It brings to older versions of React what this one has itself.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  plugins: [
    react(),
    pdfData(),
    // A build whose worker keeps nothing needs no file for it.
    !withoutWorker && smallParts(),
    {
      name: 'where-the-build-goes',
      configResolved: ({ root, build }) => {
        builtTo = resolve(root, build.outDir);
      },
    },
    VitePWA({
      strategies: 'injectManifest',
      srcDir: withoutWorker ? join(workerFolder, 'leaving') : workerFolder,
      filename: 'service-worker.ts',
      // page-side.ts registers it, and a newer version waits until the rep says so.
      injectRegister: false,
      registerType: 'prompt',
      // public/manifest.webmanifest is written by hand.
      manifest: false,
      injectManifest: {
        // A module worker would leave out browsers that know only classic ones.
        rollupFormat: 'iife',
        // A worker that keeps nothing gets no list of the app's files.
        injectionPoint: withoutWorker ? '' : 'self.__WB_MANIFEST',
        // The whole app, so that every screen opens offline. A part above the limit stops the build: whoever adds it
        // decides whether a first visit should fetch it.
        globPatterns: ['**/*.{js,mjs,css,html,svg,png,woff2,webmanifest,zip}', 'assets/small-parts-*.json'],
        maximumFileSizeToCacheInBytes: 1_500_000,
        manifestTransforms: [withHashes],
      },
    }),
  ],
  build: {
    target: 'es2023',
    sourcemap: true,
    modulePreload: {
      // The names of all parts of all pages would be 3 kB before the first paint. Those of the first minute on a new
      // device are told; later the worker has every part, and one more step costs nothing.
      resolveDependencies: (part, parts) => (isOfTheFirstMinute.test(part) ? parts : []),
    },
    rolldownOptions: {
      output: {
        // What comes before the first paint names a hundred and fifty parts, and shorter hashes of theirs take 0.3 kB of it.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            // All that comes before the first paint, and nothing else: one file compresses better than thirty.
            { name: 'first', tags: ['$initial'], priority: 1 },
            // Small parts that nearly every screen and menu asks for: one request instead of twenty.
            {
              name: 'basics',
              test: /node_modules\/@(mantine\/hooks|mantine\/core\/esm\/core|tabler)\//,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: hostAddress
    ? { proxy: Object.fromEntries(hostPaths.map((path) => [path, { target: hostAddress }])) }
    : {},
});

/** The browser checks each file of the app against its hash before it becomes part of an installation. */
async function withHashes<Entry extends { url: string }>(entries: Entry[]) {
  const manifest = await Promise.all(
    entries.map(async (entry) => {
      const hash = createHash('sha384').update(await readFile(join(builtTo, entry.url)));
      return { ...entry, integrity: `sha384-${hash.digest('base64')}` };
    }),
  );
  return { manifest };
}
