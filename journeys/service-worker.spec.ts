import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  digestOf,
  expect,
  film,
  get,
  open,
  precache,
  sheet,
  sheetBytes,
  test,
} from './support/worker-journey.ts';
import { fileOf, page as html, type WorkerSite } from './support/worker-site.ts';

test('the app starts from its own copy while its host is gone, every part of it', async ({ page, site }) => {
  await open(page, site);
  await site.stop();
  await page.goto(`${site.address}/?reset#/channels`);
  await expect(page.locator('body')).toHaveAttribute('data-started', 'one');
  expect(await page.evaluate(() => window.openLatePart())).toBe('late part of build one');
});

/** What a person or a cleaner takes away from under the worker, which stays. */
const clearCaches = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
const isPageKept = (page: Page) =>
  page.evaluate(async () => (await caches.match('/index.html', { ignoreSearch: true })) !== undefined);

test('[F28] of a copy that was cleared away the next start brings every part back', async ({
  page,
  site,
}) => {
  await open(page, site);
  await clearCaches(page);
  await page.reload();
  await expect(page.locator('body')).toHaveAttribute('data-started', 'one');
  await expect.poll(() => isPageKept(page)).toBe(true);
  await site.stop();
  await page.reload();
  await expect(page.locator('body')).toHaveAttribute('data-started', 'one');
  expect(await page.evaluate(() => window.openLatePart())).toBe('late part of build one');
});

test('[F28] a copy that comes back in part is completed by the start after, and never by another build', async ({
  page,
  site,
  builds,
}) => {
  await open(page, site);
  const names = await readdir(join(builds, 'one', 'assets'));
  const late = `/assets/${names.find((name) => /^late-part.*\.js$/.test(name))}`;
  site.answers.set(late, fileOf(Buffer.from('export {}'), 'text/javascript'));
  await clearCaches(page);
  await page.reload();
  await expect.poll(() => site.requestsOf(late).length).toBeGreaterThan(1);
  await expect(page.locator('body')).toHaveAttribute('data-started', 'one');
  site.answers.delete(late);
  await page.reload();
  await expect.poll(() => isPageKept(page)).toBe(true);
  await site.stop();
  await page.reload();
  expect(await page.evaluate(() => window.openLatePart())).toBe('late part of build one');
});

/** The app starts and opens its parts and files, though its worker has nothing of them. */
async function expectAllOfTheHost(page: Page, site: WorkerSite) {
  await page.reload();
  await expect(page.locator('body')).toHaveAttribute('data-started', 'one');
  expect(await page.evaluate(() => window.openLatePart())).toBe('late part of build one');
  const asked = site.requestsOf(sheet).length;
  expect((await get(page, sheet)).digest).toBe(digestOf(sheetBytes));
  expect(site.requestsOf(sheet)).toHaveLength(asked + 1);
}

test('[CACHE-12] a store that can no longer be read keeps nobody from the host', async ({ page, site }) => {
  await open(page, site);
  await precache(page, [sheet]);
  const breakStores = () => {
    CacheStorage.prototype.match = async () => {
      throw new DOMException('Unexpected internal error.', 'UnknownError');
    };
    Cache.prototype.match = CacheStorage.prototype.match;
  };
  await page.context().serviceWorkers()[0]?.evaluate(breakStores);
  await expectAllOfTheHost(page, site);
});

test('[CACHE-12] a store that no longer answers keeps nobody from the host', async ({ page, site }) => {
  await open(page, site);
  await precache(page, [sheet]);
  // As Chromium's when it is cleared while it is in use.
  const silence = () => {
    const never = () => new Promise<never>(() => {});
    Object.assign(CacheStorage.prototype, {
      match: never,
      open: never,
      keys: never,
      has: never,
      delete: never,
    });
    Object.assign(Cache.prototype, { match: never, keys: never, put: never, delete: never });
  };
  await page.context().serviceWorkers()[0]?.evaluate(silence);
  await expectAllOfTheHost(page, site);
});

test('addresses of the host and of prospects are never answered by the worker', async ({ page, site }) => {
  const paths = [
    '/p/abc',
    '/p/abc/files/1',
    '/oauth/token',
    '/jsonapi/x',
    '/salestool/log',
    '/jsonrpc',
    '/openapi/jsonapi',
    '/help',
    '/healthz',
    '/readyz',
    '/config.json',
  ];
  for (const path of paths) site.answers.set(path, html(`the host's ${path}`));
  await open(page, site);
  for (const path of paths) {
    expect(await page.evaluate((path) => fetch(path).then((answer) => answer.text()), path)).toBe(
      `the host's ${path}`,
    );
    const answer = await page.goto(site.address + path);
    expect(answer?.fromServiceWorker(), path).toBe(false);
    expect(site.requestsOf(path)).toHaveLength(2);
  }
  await site.stop();
  await expect(page.goto(`${site.address}/p/abc`)).rejects.toThrow('ERR_CONNECTION_REFUSED');
});

test('calls of the host do not even come by the worker', async ({ page, site }) => {
  const calls = [
    ['GET', '/jsonapi/x'],
    ['POST', '/oauth/token'],
    ['POST', '/jsonapi/x'],
    ['PATCH', '/jsonapi/x'],
    ['DELETE', '/jsonapi/x'],
  ] as const;
  for (const [, path] of calls) site.answers.set(path, html(`the host's ${path}`));
  await open(page, site);
  /** Who the browser asks for it, as its own list of what a page has fetched says; empty for the worker. */
  const asked = (method: string, path: string) =>
    page.evaluate(
      async ([method, path]) => {
        const seen = new Promise<PerformanceEntry[]>((resolve) =>
          new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'resource' }),
        );
        await (await fetch(path, { method })).text();
        const [entry] = await seen;
        return (entry as PerformanceResourceTiming & { workerFinalSourceType: string }).workerFinalSourceType;
      },
      [method, path] as const,
    );
  expect(await asked('GET', film)).toBe('');
  for (const [method, path] of calls) expect(await asked(method, path), `${method} ${path}`).toBe('network');
});
