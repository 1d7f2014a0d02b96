import { readdir, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { contents, expect, film, holdFilm, open, test } from './support/worker-journey.ts';
import { cutInTheMiddle, failure, fileOf, page as html, type WorkerSite } from './support/worker-site.ts';

const updateReady = (page: Page) => page.evaluate(() => window.worker.updateReady.current());
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => {});
  });

test('a new version waits until it is asked for, then takes over with one reload', async ({
  page,
  site,
  builds,
}) => {
  await open(page, site);
  let loads = 0;
  page.on('load', () => loads++);
  site.folder = join(builds, 'two');
  await lookForUpdate(page);
  await expect.poll(() => updateReady(page)).toBe(true);
  expect(await page.evaluate(() => window.build)).toBe('one');
  expect(await page.evaluate(() => window.openLatePart())).toBe('late part of build one');

  await page.evaluate(() => void window.worker.update());
  await expect(page.locator('body')).toHaveAttribute('data-started', 'two');
  expect(await page.evaluate(() => window.openLatePart())).toBe('late part of build two');
  expect(await updateReady(page)).toBe(false);
  expect(loads).toBe(1);
});

test('a page that was loaded past its worker is in its hands again, and opens without a signal', async ({
  page,
  context,
  site,
}) => {
  await open(page, site);
  // As with the shift key.
  const tools = await context.newCDPSession(page);
  await tools.send('Page.reload', { ignoreCache: true });
  await expect.poll(() => site.requestsOf('/').length).toBe(2);
  await expect(page.locator('body')).toHaveAttribute('data-started', 'one');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await site.stop();
  expect(await page.evaluate(() => window.openLatePart())).toBe('late part of build one');
  expect(await updateReady(page)).toBe(false);
});

test('a window that stays on the version before keeps all its parts, and is told', async ({
  page,
  context,
  site,
  builds,
}) => {
  await open(page, site);
  const other = await context.newPage();
  await open(other, site);
  site.folder = join(builds, 'two');
  await lookForUpdate(page);
  await expect.poll(() => updateReady(page)).toBe(true);
  await page.evaluate(() => void window.worker.update());
  await expect(page.locator('body')).toHaveAttribute('data-started', 'two');

  await expect.poll(() => updateReady(other)).toBe(true);
  await site.stop();
  expect(await other.evaluate(() => window.build)).toBe('one');
  expect(await other.evaluate(() => window.openLatePart())).toBe('late part of build one');
  await other.evaluate(() => void window.worker.update());
  await expect(other.locator('body')).toHaveAttribute('data-started', 'two');
});

test('[CACHE-01] a new version takes over at once while files come in, and they come in afterwards', async ({
  page,
  context,
  site,
  builds,
}) => {
  const finish = holdFilm(site);
  await open(page, site);
  const other = await context.newPage();
  await open(other, site);
  const kept = other.evaluate((url) => window.worker.ask({ type: 'st-precache', urls: [url] }), film);
  await expect.poll(() => site.requestsOf(film).length).toBe(1);
  site.folder = join(builds, 'two');
  await lookForUpdate(page);
  await expect.poll(() => updateReady(page)).toBe(true);
  await page.evaluate(() => void window.worker.update());
  await expect(page.locator('body')).toHaveAttribute('data-started', 'two');

  await expect.poll(() => site.requestsOf(film).length).toBe(2);
  finish();
  expect(await kept).toEqual({ ok: true, cached: 1, failed: [] });
  expect(await contents(page)).toEqual([`${site.address}${film}`]);
});

test('a new version takes over at once while a film plays that is not kept', async ({
  page,
  site,
  builds,
}) => {
  holdFilm(site);
  await open(page, site);
  await page.evaluate((url) => {
    const player = document.createElement('video');
    player.append(Object.assign(document.createElement('source'), { src: url }));
    document.body.append(player);
    player.load();
  }, film);
  await expect.poll(() => site.requestsOf(film).length).toBeGreaterThan(0);
  site.folder = join(builds, 'two');
  await lookForUpdate(page);
  await expect.poll(() => updateReady(page)).toBe(true);
  await page.evaluate(() => void window.worker.update());
  await expect(page.locator('body')).toHaveAttribute('data-started', 'two');
});

// A worker that gets something to do as it ends is started once more, here in every second round.
for (const round of [1, 2, 3, 4]) {
  test(`a new version takes over at once although the worker before it is asked for much as it ends, round ${round}`, async ({
    page,
    site,
    builds,
  }) => {
    await open(page, site);
    site.folder = join(builds, 'two');
    await lookForUpdate(page);
    await expect.poll(() => updateReady(page)).toBe(true);
    await page.evaluate(() => {
      const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      const askForASecond = async () => {
        const started = performance.now();
        while (performance.now() - started < 1000) {
          await fetch('/favicon.svg');
          await pause();
        }
      };
      for (let n = 0; n < 6; n++) void askForASecond();
      void window.worker.update();
    });
    await expect(page.locator('body')).toHaveAttribute('data-started', 'two', { timeout: 5000 });
  });
}

test.describe('a first installation', () => {
  interface Held {
    answer: () => void;
    fail: () => void;
  }

  /** Holds what the worker fetches, in the order in which it asks; the page has its files at once. */
  async function holdFiles(site: WorkerSite) {
    const held: Held[] = [];
    const names = await readdir(site.folder, { recursive: true });
    for (const name of names.filter((name) => /\.(html|js)$/.test(name) && name !== 'service-worker.js')) {
      const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
      const answer = fileOf(await readFile(join(site.folder, name)), type);
      site.answers.set(`/${name}`, (request, response) => {
        if (request.headers['sec-fetch-dest'] !== 'empty') return answer(request, response);
        held.push({
          answer: () => answer(request, response),
          fail: () => failure(500)(request, response),
        });
      });
    }
    return held;
  }

  test('[CACHE-01] fetches three files at a time, which leaves the page its own connections', async ({
    page,
    site,
  }) => {
    const held = await holdFiles(site);
    await page.goto(`${site.address}/`);
    const parts = 4;
    for (let answered = 0; answered <= parts; answered++) {
      // The page itself comes once all its parts are here.
      const asked = answered === parts ? parts + 1 : Math.min(answered + 3, parts);
      await expect.poll(() => held.length).toBe(asked);
      expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
      // One more would have been asked for within these two turns.
      expect(held.length).toBe(asked);
      held[answered]?.answer();
    }
    await open(page, site);
    await site.stop();
    await page.reload();
    await expect(page.locator('body')).toHaveAttribute('data-started', 'one');
  });

  test('[F7] of which one file fails fetches no further ones', async ({ page, site }) => {
    const held = await holdFiles(site);
    await page.goto(`${site.address}/`);
    await expect.poll(() => held.length).toBe(3);
    held[0]?.fail();
    held[1]?.answer();
    held[2]?.answer();
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    expect(held.length).toBe(3);
  });
});

for (const [fault, answer] of Object.entries<(bytes: Buffer) => RequestListener>({
  'is missing': () => failure(404),
  'fails with 500': () => failure(500),
  'is cut off in the middle': (bytes) => cutInTheMiddle(bytes, 'text/javascript'),
  'comes from another build': () => fileOf(Buffer.from('export {}'), 'text/javascript'),
  "is a portal's page": () => html('<h1>Sign in to the hotel</h1>'),
})) {
  test(`[F7] a new version of which one file ${fault} leaves the old one working, and installs later`, async ({
    page,
    site,
    builds,
  }) => {
    await open(page, site);
    const two = join(builds, 'two');
    const names = await readdir(join(two, 'assets'));
    const late = names.find((name) => /^late-part.*\.js$/.test(name));
    const path = `/assets/${late}`;
    site.answers.set(path, answer(await readFile(join(two, path))));
    site.folder = two;
    await lookForUpdate(page);
    await expect.poll(() => site.requestsOf(path).length).toBeGreaterThan(0);
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const { installing, waiting } = await navigator.serviceWorker.ready;
          return installing === null && waiting === null;
        }),
      )
      .toBe(true);
    expect(await updateReady(page)).toBe(false);
    await site.stop();
    await page.reload();
    await expect(page.locator('body')).toHaveAttribute('data-started', 'one');
    expect(await page.evaluate(() => window.openLatePart())).toBe('late part of build one');

    site.answers.delete(path);
    await site.start();
    await lookForUpdate(page);
    await expect.poll(() => updateReady(page)).toBe(true);
  });
}

test('[F7] an app that stays open in front looks for a new version by itself every hour, also for one that did not arrive whole', async ({
  page,
  site,
  builds,
}) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const { update } = ServiceWorkerRegistration.prototype;
    const looks = { count: 0 };
    Object.assign(window, { looks });
    ServiceWorkerRegistration.prototype.update = function () {
      looks.count += 1;
      return update.call(this);
    };
  });
  await open(page, site);
  const looks = () => page.evaluate(() => (window as unknown as { looks: { count: number } }).looks.count);
  const two = join(builds, 'two');
  const late = (await readdir(join(two, 'assets'))).find((name) => /^late-part.*\.js$/.test(name));
  site.answers.set(`/assets/${late}`, failure(404));
  site.folder = two;
  for (const look of [1, 2]) {
    await page.clock.fastForward('50:00');
    expect(await looks()).toBe(look - 1);
    await page.clock.fastForward('20:00');
    expect(await looks()).toBe(look);
    await expect.poll(() => page.evaluate(() => window.worker.updateFailed.current())).toBe(look === 1);
    site.answers.delete(`/assets/${late}`);
  }
  await expect.poll(() => updateReady(page)).toBe(true);
});
