import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { KillableBrowser } from './support/killable-browser.ts';
import { contents, expect, film, open, test } from './support/worker-journey.ts';
import { failure, fileOf, page as html, WorkerSite } from './support/worker-site.ts';

const million = 1_000_000;
/** How much of a large file is written down at once. */
const partBytes = 4 * 1024 * 1024;
const filmBytes = randomBytes(10 * million);
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Whoever asks for it cuts the line on which the film comes. */
const cut = '/cut';
/** Whoever asks for it gets the line on which the film comes to bring the rest at once. */
const hurry = '/hurry';

interface FilmHost {
  bytes?: Buffer;
  etag?: string;
  /** From where on no more than a kilobyte comes now and then, until the line is cut. */
  slowFrom?: number;
  /** Gives whole files whatever was asked for. */
  isWhole?: boolean;
}

function trickle(response: ServerResponse, bytes: Buffer) {
  let sent = 0;
  const timer = setInterval(() => {
    response.write(bytes.subarray(sent, sent + 1000));
    sent += 1000;
  }, 50);
  response.on('close', () => clearInterval(timer));
  return function hurry() {
    clearInterval(timer);
    response.end(bytes.subarray(sent));
  };
}

/** A film as hosts give it, by ranges too; what it is asked for is written down. */
function giveFilm(site: WorkerSite, { bytes = filmBytes, etag = '"one"', ...host }: FilmHost = {}) {
  const asked: (string | undefined)[] = [];
  const fromOf = ({ headers }: IncomingMessage) =>
    host.isWhole ? 0 : Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  const answer: RequestListener = (request, response) => {
    asked.push(request.headers.range);
    // Express takes who says `no-cache` for somebody who wants the bytes in any case.
    const isToCompare = !/no-cache/.test(request.headers['cache-control'] ?? '');
    if (isToCompare && request.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    const from = fromOf(request);
    const end = host.slowFrom ?? bytes.length;
    if (from >= bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
      return;
    }
    response.writeHead(from > 0 ? 206 : 200, {
      'content-type': 'video/mp4',
      'content-length': bytes.length - from,
      'accept-ranges': 'bytes',
      etag,
      // The browser's own cache is to be no help.
      'cache-control': 'no-store',
      ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    });
    response.write(bytes.subarray(from, end));
    const bringRest = trickle(response, bytes.subarray(end));
    if (end === bytes.length) bringRest();
    site.answers.set(hurry, (_request, answer) => {
      bringRest();
      answer.end();
    });
    site.answers.set(cut, (_request, answer) => {
      response.destroy();
      answer.end();
    });
  };
  site.answers.set(film, answer);
  return asked;
}

/**
 * @param cutAt how many bytes have to be here before the line is cut
 * @returns the answer, and of how many bytes was told first
 */
const precache = (page: Page, cutAt = Number.POSITIVE_INFINITY) =>
  page.evaluate(
    async ({ film, cut, cutAt }) => {
      let first: number | undefined;
      const onProgress = ({ bytes }: { bytes: number }) => {
        first ??= bytes;
        if (bytes > cutAt) void fetch(cut);
      };
      const answer = await window.worker.ask({ type: 'st-precache', urls: [film] }, { onProgress });
      return { ok: answer.ok, reason: answer.failed[0]?.reason, first };
    },
    { film, cut, cutAt },
  );

const digestHere = (page: Page) =>
  page.evaluate(async (address) => {
    const digest = await crypto.subtle.digest('SHA-256', await (await fetch(address)).arrayBuffer());
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }, film);

const renew = (page: Page) =>
  page.evaluate((urls) => window.worker.ask({ type: 'st-precache', urls, renew: true }), [film]);

const remove = (page: Page) =>
  page.evaluate((urls) => window.worker.ask({ type: 'st-decache', urls }), [film]);

const parts = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('satchel-content-parts');
    return (await cache.keys()).length;
  });

const startOf = (range: string | undefined) => Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1]);

/** The film, of which its first six of ten million bytes came, and a little more. */
async function cutFilm(page: Page, site: WorkerSite) {
  await open(page, site);
  giveFilm(site, { slowFrom: 6 * million });
  expect(await precache(page, 6 * million)).toMatchObject({ ok: false, reason: 'cut-off' });
  expect(await contents(page)).toEqual([]);
}

test('a film that is cut off goes on with the byte that comes next, as often as it is cut, and is kept when it is whole', async ({
  page,
  site,
}) => {
  await cutFilm(page, site);
  const second = giveFilm(site, { slowFrom: 9 * million });
  expect(await precache(page, 9 * million)).toMatchObject({ ok: false, reason: 'cut-off' });
  expect(startOf(second[0])).toBeGreaterThan(6 * million);
  expect(await contents(page)).toEqual([]);
  const third = giveFilm(site);
  const { ok, first } = await precache(page);
  expect(ok).toBe(true);
  expect(first).toBeGreaterThan(9 * million);
  expect(third).toEqual([`bytes=${first}-`]);
  expect(await contents(page)).toEqual([site.address + film]);
  expect(await parts(page)).toBe(0);
  await site.stop();
  expect(await digestHere(page)).toBe(digestOf(filmBytes));
});

test('a film that is called off goes on where it was', async ({ page, site }) => {
  await open(page, site);
  giveFilm(site, { slowFrom: 5 * million });
  const reason = await page.evaluate(async (url) => {
    const stop = new AbortController();
    const { failed } = await window.worker.ask(
      { type: 'st-precache', urls: [url] },
      { signal: stop.signal, onProgress: ({ bytes }) => bytes > 5_000_000 && stop.abort() },
    );
    return failed[0]?.reason;
  }, film);
  expect(reason).toBe('stopped');
  const asked = giveFilm(site);
  expect(await precache(page)).toMatchObject({ ok: true });
  expect(startOf(asked[0])).toBeGreaterThan(5 * million);
  expect(await digestHere(page)).toBe(digestOf(filmBytes));
});

test('a film over which the power goes goes on after its last whole part', async ({ site }) => {
  const tablet = new KillableBrowser(site.address);
  try {
    const { page } = await tablet.open();
    await open(page, site);
    giveFilm(site, { slowFrom: 9 * million });
    void precache(page).catch(() => undefined);
    await expect.poll(() => parts(page)).toBe(2);
    await tablet.kill();
    const again = await tablet.open();
    await open(again.page, site);
    const asked = giveFilm(site);
    expect(await precache(again.page)).toMatchObject({ ok: true });
    expect(startOf(asked[0])).toBeGreaterThanOrEqual(2 * partBytes);
    expect(await digestHere(again.page)).toBe(digestOf(filmBytes));
  } finally {
    await tablet.dispose();
  }
});

test('a portal, a broken host and one that is gone cost nothing of what came', async ({ page, site }) => {
  await cutFilm(page, site);
  site.answers.set(film, html('<h1>Sign in to the hotel</h1>'));
  expect(await precache(page)).toMatchObject({ ok: false, reason: 'not-the-file' });
  site.answers.set(film, failure(503));
  expect(await precache(page)).toMatchObject({ ok: false, reason: 'unreachable' });
  await site.stop();
  expect(await precache(page)).toMatchObject({ ok: false, reason: 'unreachable' });
  await site.start();
  const asked = giveFilm(site);
  expect(await precache(page)).toMatchObject({ ok: true });
  expect(startOf(asked[0])).toBeGreaterThan(6 * million);
  expect(await digestHere(page)).toBe(digestOf(filmBytes));
});

const others = {
  'has other bytes now': { bytes: randomBytes(10 * million), etag: '"two"' },
  'has fewer bytes now': { bytes: randomBytes(5 * million), etag: '"two"' },
  'gives whole files only': { isWhole: true },
} satisfies Record<string, FilmHost>;

for (const [what, host] of Object.entries<FilmHost>(others)) {
  test(`a film whose host ${what} begins anew, and no byte of the one before is in it`, async ({
    page,
    site,
  }) => {
    await cutFilm(page, site);
    const asked = giveFilm(site, host);
    expect(await precache(page)).toMatchObject({ ok: true });
    expect(asked).toEqual([expect.stringMatching(/^bytes=\d+-$/), undefined]);
    expect(await parts(page)).toBe(0);
    expect(await digestHere(page)).toBe(digestOf(host.bytes ?? filmBytes));
  });
}

test('parts of a film that finds no room leave it to others', async ({ page, context, site }) => {
  await cutFilm(page, site);
  const browser = await context.newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: site.address, quotaSize: 7 * million });
  giveFilm(site);
  expect(await precache(page)).toMatchObject({ ok: false, reason: 'storage-full' });
  expect(await parts(page)).toBe(0);
  expect(await contents(page)).toEqual([]);
});

test('a newer copy that is cut off leaves the one that is here, and nothing beside it', async ({
  page,
  site,
}) => {
  await open(page, site);
  giveFilm(site);
  expect(await precache(page)).toMatchObject({ ok: true });
  const newer = giveFilm(site, { bytes: randomBytes(10 * million), etag: '"two"', slowFrom: 6 * million });
  const renewed = await page.evaluate(
    ({ film, cut, cutAt }) =>
      window.worker.ask(
        { type: 'st-precache', urls: [film], renew: true },
        { onProgress: ({ bytes }) => bytes > cutAt && void fetch(cut) },
      ),
    { film, cut, cutAt: 6 * million },
  );
  expect(renewed).toMatchObject({ ok: true, cached: 1 });
  expect(newer).toEqual([undefined]);
  expect(await parts(page)).toBe(0);
  await site.stop();
  expect(await digestHere(page)).toBe(digestOf(filmBytes));
});

test('a film of which nothing more is wanted goes with what came of it', async ({ page, site }) => {
  await cutFilm(page, site);
  await remove(page);
  expect(await parts(page)).toBe(0);
});

test('[F6] a film that is removed while it comes for a page that is gone does not come back, and is whole when it is wanted again', async ({
  page,
  site,
}) => {
  await open(page, site);
  giveFilm(site, { slowFrom: 6 * million });
  void precache(page).catch(() => undefined);
  await expect.poll(() => parts(page)).toBe(1);
  await open(page, site);
  // Also loads what puts questions: the first one of a page may be overtaken by the second while that comes.
  expect(await contents(page)).toEqual([]);
  const waiting = precache(page);
  await remove(page);
  await page.request.get(site.address + hurry);
  expect(await waiting).toMatchObject({ ok: false, reason: 'cut-off' });
  expect([await contents(page), await parts(page)]).toEqual([[], 0]);
  const asked = giveFilm(site);
  expect(await precache(page)).toMatchObject({ ok: true });
  expect(asked).toEqual([undefined]);
  await site.stop();
  expect(await digestHere(page)).toBe(digestOf(filmBytes));
});

test('a film that has not changed is not sent again to who asks for a newer copy', async ({ page, site }) => {
  await open(page, site);
  giveFilm(site);
  expect(await precache(page)).toMatchObject({ ok: true });
  // Who got these would have got all of it anew.
  const asked = giveFilm(site, { bytes: randomBytes(10 * million) });
  expect(await renew(page)).toEqual({ ok: true, cached: 1, failed: [] });
  expect(asked).toHaveLength(1);
  await site.stop();
  expect(await digestHere(page)).toBe(digestOf(filmBytes));
});

test('a newer copy comes from another host, too, to which the one before now leads', async ({
  page,
  site,
  builds,
}) => {
  const other = new WorkerSite(builds);
  const newer = randomBytes(10_000);
  other.answers.set(film, fileOf(newer, 'video/mp4'));
  await other.start();
  await open(page, site);
  giveFilm(site);
  expect(await precache(page)).toMatchObject({ ok: true });
  site.answers.set(film, (_request, response) =>
    response.writeHead(302, { location: other.address + film }).end(),
  );
  expect(await renew(page)).toEqual({ ok: true, cached: 1, failed: [] });
  await other.stop();
  expect(await digestHere(page)).toBe(digestOf(newer));
});
