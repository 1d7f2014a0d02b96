import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { buildWorkerPage, fileOf, WorkerSite } from './worker-site.ts';

interface Fixtures {
  /** A host of plain files with the first build, a film and a sheet. */
  site: WorkerSite;
}

interface Builds {
  /** Folders of two builds of the page, `one` and `two`, are in it. */
  builds: string;
}

export const film = '/sites/default/files/k1/tour.mp4';
export const sheet = '/app/pwa/sitefiles/k2/sheet.pdf';
export const filmBytes = randomBytes(300_000);
export const sheetBytes = randomBytes(20_000);

/** The app's own worker, build settings and page side, with the smallest page around them. */
export const test = base.extend<Fixtures, Builds>({
  builds: [
    async ({}, use) => {
      const builds = await mkdtemp(join(tmpdir(), 'satchel-worker-'));
      for (const build of ['one', 'two']) buildWorkerPage(build, join(builds, build));
      await use(builds);
      await rm(builds, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  site: async ({ builds }, use) => {
    const site = new WorkerSite(join(builds, 'one'));
    site.answers.set(film, fileOf(filmBytes, 'video/mp4'));
    site.answers.set(sheet, fileOf(sheetBytes, 'application/pdf'));
    await site.start();
    await use(site);
    await site.stop();
  },
});

/** The page, in the hands of its worker. */
export async function open(page: Page, site: WorkerSite) {
  await page.goto(`${site.address}/`);
  await expect(page.locator('body')).toHaveAttribute('data-started');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });
}

export const contents = (page: Page, cacheName = 'satchel-content') =>
  page.evaluate(
    (cacheName) => window.worker.ask({ type: 'st-get-cache-contents', cacheName }).then(({ keys }) => keys),
    cacheName,
  );

/** Answers the first part of the film; the rest comes when the function that is returned is called. */
export function holdFilm(site: WorkerSite): () => void {
  const held: (() => void)[] = [];
  site.answers.set(film, (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': filmBytes.length });
    response.write(filmBytes.subarray(0, 100_000));
    held.push(() => response.end(filmBytes.subarray(100_000)));
  });
  return () => {
    for (const finish of held) finish();
  };
}

export { expect };

export const precache = (page: Page, urls: string[]) =>
  page.evaluate((urls) => window.worker.ask({ type: 'st-precache', urls }), urls);

/** As `get` tells it. */
export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What the page gets for an address when the browser's own cache is left out. */
export const get = (page: Page, address: string, headers: Record<string, string> = {}) =>
  page.evaluate(
    async ({ address, headers }) => {
      const response = await fetch(address, { headers, cache: 'no-store' });
      const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
      return {
        status: response.status,
        range: response.headers.get('content-range'),
        type: response.headers.get('content-type'),
        digest: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''),
      };
    },
    { address, headers },
  );
