import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect } from './fault-journey.ts';
import type { FaultProxy, SeenRequest } from './fault-proxy.ts';

const root = join(import.meta.dirname, '../..');

/** Builds the app into a folder of its own. Throws with what the build said. */
async function buildInto(name: string, config: string, env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), `satchel-${name}-`));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const options = ['--config', join(root, config), '--outDir', folder, '--logLevel', 'error'];
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build', ...options], {
    cwd: join(root, 'app'),
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return { folder, dispose: () => rm(folder, { recursive: true, force: true }) };
}

interface Builds {
  /** Folder of a build that shares no file name with the one that the host has. */
  anotherBuild: string;
  /** Folder of the build that `WITHOUT_WORKER=1` makes. */
  buildWithoutWorker: string;
}

/** Journeys in which the host gets other builds of the app; each is built when the first journey asks for it. */
export const test = base.extend<object, Builds>({
  anotherBuild: [
    async ({}, use) => {
      const { folder, dispose } = await buildInto('another', 'journeys/support/another-build.config.ts');
      await use(folder);
      await dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  buildWithoutWorker: [
    async ({}, use) => {
      const { folder, dispose } = await buildInto('leaving', 'app/vite.config.ts', { WITHOUT_WORKER: '1' });
      await use(folder);
      await dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

const appFile =
  /^\/(|index\.html|assets\/[^?]+|service-worker\.js|favicon\.svg|icon-[^/?]+|manifest\.webmanifest)(\?|$)/;

/** From now on the host has the app of this folder and no file of another build. Returns what brings its own back. */
export const deploy = (line: FaultProxy, folder: string): (() => void) =>
  line.meet(
    ({ method, path }) => method === 'GET' && appFile.test(path),
    async ({ seen, response }) => {
      const name = appFile.exec(seen.path)?.[1] || 'index.html';
      const body = await readFile(join(folder, name)).catch(() => null);
      if (body === null)
        return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not here');
      response.writeHead(200, {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'content-length': body.length,
        'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
      response.end(body);
    },
  );

export const workerScript = ({ path }: SeenRequest) => path.startsWith('/service-worker.js');

/** What the browser does by itself at every start, and the app every hour. Resolves when a worker was found or refused. */
export const lookForNewVersion = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => {});
    const { installing } = registration;
    if (!installing) return;
    await new Promise<void>((resolve) =>
      installing.addEventListener('statechange', () => {
        if (installing.state !== 'installing') resolve();
      }),
    );
  });

/** Which build a window runs: the host's own, or the other one. */
export async function expectBuild(page: Page, build: 'first' | 'another') {
  const root = page.locator('html');
  if (build === 'another') await expect(root).toHaveAttribute('data-build', 'another');
  else await expect(root).not.toHaveAttribute('data-build');
}
