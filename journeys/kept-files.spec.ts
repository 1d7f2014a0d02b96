import type { RequestListener } from 'node:http';
import { keptFiles } from './support/kept-files.ts';
import {
  contents,
  digestOf,
  expect,
  film,
  filmBytes,
  get,
  holdFilm,
  open,
  precache,
  sheet,
  sheetBytes,
  test,
} from './support/worker-journey.ts';
import { cutInTheMiddle, failure, fileOf, page as html, WorkerSite } from './support/worker-site.ts';

test('[CACHE-02] ordered files are there while the host is gone, and gone when they are given back', async ({
  page,
  site,
}) => {
  await open(page, site);
  expect(await precache(page, [film, sheet])).toEqual({ ok: true, cached: 2, failed: [] });
  await site.stop();
  expect(await get(page, film)).toMatchObject({
    status: 200,
    type: 'video/mp4',
    digest: digestOf(filmBytes),
  });
  expect((await get(page, sheet)).digest).toBe(digestOf(sheetBytes));
  await page.evaluate((urls) => window.worker.ask({ type: 'st-decache', urls }), [film]);
  await expect(get(page, film)).rejects.toThrow('Failed to fetch');
  expect((await get(page, sheet)).status).toBe(200);
});

test('what nobody ordered is not kept', async ({ page, site }) => {
  await open(page, site);
  expect((await get(page, film)).digest).toBe(digestOf(filmBytes));
  expect(await keptFiles(page)).toEqual([]);
});

test('[F29] a file whose signature changes with every pull costs no byte, and a film plays by ranges of its kept copy', async ({
  page,
  site,
}) => {
  await open(page, site);
  await precache(page, [`${film}?signature=1`]);
  expect(await precache(page, [`${film}?signature=2`, film])).toEqual({ ok: true, cached: 2, failed: [] });
  expect(site.requestsOf(film)).toHaveLength(1);
  await site.stop();
  const address = `${film}?signature=3`;
  expect(await get(page, address, { range: 'bytes=1000-1999' })).toMatchObject({
    status: 206,
    range: 'bytes 1000-1999/300000',
    digest: digestOf(filmBytes.subarray(1000, 2000)),
  });
  expect(await get(page, address, { range: 'bytes=-500' })).toMatchObject({
    status: 206,
    range: 'bytes 299500-299999/300000',
    digest: digestOf(filmBytes.subarray(-500)),
  });
  expect(await get(page, address, { range: 'bytes=300000-' })).toMatchObject({
    status: 416,
    range: 'bytes */300000',
  });
});

test('a newer copy is fetched only where bytes can change, and only a whole one replaces what is kept', async ({
  page,
  site,
}) => {
  const picture = '/sites/default/files/2026-05/quay.jpg';
  const changing = (bytes: string): RequestListener => {
    return (_request, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
  };
  const renew = () =>
    page.evaluate((urls) => window.worker.ask({ type: 'st-precache', urls, renew: true }), [picture, film]);
  const kept = async () => (await get(page, picture)).digest;
  site.answers.set(picture, changing('monday'));
  await open(page, site);
  await precache(page, [picture, film]);
  site.answers.set(picture, changing('tuesday'));
  expect(await precache(page, [picture])).toMatchObject({ ok: true });
  expect(await kept()).toBe(digestOf(Buffer.from('monday')));
  await renew();
  expect(await kept()).toBe(digestOf(Buffer.from('tuesday')));
  for (const answer of [failure(500), html('Sign in'), cutInTheMiddle(filmBytes, 'image/jpeg')]) {
    site.answers.set(picture, answer);
    expect(await renew()).toEqual({ ok: true, cached: 2, failed: [] });
    expect(await kept()).toBe(digestOf(Buffer.from('tuesday')));
  }
  expect(site.requestsOf(film)).toHaveLength(1);
});

test('files of a host on another origin are fetched openly and kept', async ({ page, site, builds }) => {
  const host = new WorkerSite(builds);
  const closed = '/sites/default/files/k3/closed.jpg';
  const openFile = fileOf(sheetBytes, 'image/jpeg');
  const cookies: (string | undefined)[] = [];
  host.answers.set(film, (request, response) => {
    cookies.push(request.headers.cookie);
    openFile(request, response);
  });
  host.answers.set(closed, (_request, response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end('x'),
  );
  await host.start();
  await open(page, site);
  await page.context().addCookies([{ name: 'session', value: 'secret', url: host.address }]);
  expect(await precache(page, [host.address + film, host.address + closed])).toEqual({
    ok: false,
    cached: 1,
    failed: [{ url: host.address + closed, reason: 'unreachable' }],
    error: '1 of 2 files are not kept',
  });
  expect(cookies).toEqual([undefined]);
  await host.stop();
  expect((await get(page, host.address + film)).digest).toBe(digestOf(sheetBytes));
});

test('[CACHE-12] what is not the whole file is not kept, is named with its reason, and is only logged', async ({
  page,
  context,
  site,
}) => {
  const logged: string[] = [];
  context.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
  const bad: Record<string, [string, RequestListener]> = {
    missing: ['refused', failure(404)],
    broken: ['refused', failure(500)],
    portal: ['not-the-file', html('<h1>Sign in to the hotel</h1>')],
    cut: ['cut-off', cutInTheMiddle(filmBytes, 'video/mp4')],
  };
  for (const [name, [, answer]] of Object.entries(bad))
    site.answers.set(`/sites/default/files/${name}/a.mp4`, answer);
  const addresses = Object.keys(bad).map((name) => `/sites/default/files/${name}/a.mp4`);
  const foreign = [
    '/jsonapi/x',
    '/assets/x.js',
    'not an address://',
    'data:text/plain,x',
    '/sites/default/files/../../../config.json',
  ];
  await open(page, site);
  expect(await precache(page, [...addresses, film, ...foreign])).toEqual({
    ok: false,
    cached: 1,
    failed: [
      ...Object.values(bad).map(([reason], index) => ({ url: addresses[index], reason })),
      ...foreign.map((url) => ({ url, reason: 'not-content' })),
    ],
    error: '9 of 10 files are not kept',
  });
  expect(await contents(page)).toEqual([site.address + film]);
  expect(logged).toContain('warning: st-precache 9 of 10 files are not kept');
  expect(
    logged.filter((line) => line.startsWith('error') && !line.includes('Failed to load resource')),
  ).toEqual([]);
});

test('a full device is told apart, keeps what it has, and the rest is not tried', async ({
  page,
  context,
  site,
}) => {
  await open(page, site);
  await precache(page, [sheet]);
  const browser = await context.newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: site.address, quotaSize: 200_000 });
  const last = '/sites/default/files/k9/last.pdf';
  expect(await precache(page, [film, last])).toMatchObject({
    ok: false,
    cached: 0,
    failed: [
      { url: film, reason: 'storage-full' },
      { url: last, reason: 'storage-full' },
    ],
  });
  expect(site.requestsOf(last)).toEqual([]);
  expect(await contents(page)).toEqual([site.address + sheet]);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: site.address });
  expect(await precache(page, [film])).toMatchObject({ ok: true, cached: 1 });
});

test('a download shows its bytes and can be called off', async ({ page, site }) => {
  const finish = holdFilm(site);
  await open(page, site);
  const answer = await page.evaluate((url) => {
    const stop = new AbortController();
    return window.worker.ask(
      { type: 'st-precache', urls: [url] },
      { signal: stop.signal, onProgress: ({ bytes }) => bytes > 0 && stop.abort() },
    );
  }, film);
  finish();
  expect(answer).toMatchObject({ ok: false, cached: 0, failed: [{ url: film, reason: 'stopped' }] });
  expect(await contents(page)).toEqual([]);
});

test('[CACHE-03, CACHE-04, CACHE-05] caches and their contents are told, a reset empties them, a failure answers an error', async ({
  page,
  site,
}) => {
  await open(page, site);
  await precache(page, [film, sheet]);
  const reply = (message: unknown) =>
    page.evaluate(async (message) => {
      const { active } = await navigator.serviceWorker.ready;
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise<Record<string, unknown>>((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
      });
      active?.postMessage(message, [port2]);
      return answer;
    }, message);

  const { caches } = await reply({ type: 'st-get-caches' });
  expect(caches).toContain('satchel-content');
  const { keys } = await reply({ type: 'st-get-cache-contents', cacheName: 'satchel-content' });
  expect(keys).toEqual([site.address + film, site.address + sheet].sort());
  expect(await reply({ type: 'st-get-cache-contents', cacheName: 'nothing' })).toEqual({
    error: 'There is no cache nothing',
  });
  expect(await reply({ type: 'st-get-cache-contents' })).toHaveProperty('error');
  expect(await reply({ type: 'something else' })).toHaveProperty('error');

  expect(await reply({ type: 'st-reset' })).toEqual({ ok: true });
  expect((await reply({ type: 'st-get-caches' })).caches).not.toContain('satchel-content');
  await site.stop();
  await page.reload();
  await expect(page.locator('body')).toHaveAttribute('data-started', 'one');
});

test('[CACHE-09, CACHE-10] who cannot be asked is said in the words of the specification', async ({
  page,
  site,
}) => {
  await open(page, site);
  const failureOf = (question: object) =>
    page.evaluate(
      (question) =>
        window.worker.ask(question as Parameters<typeof window.worker.ask>[0]).then(
          () => 'an answer',
          (error: Error) => error.message,
        ),
      question,
    );
  // A worker that is just looking something up opens its cache anew.
  await expect
    .poll(async () => {
      await page.evaluate(async () => {
        for (const name of await caches.keys()) await caches.delete(name);
      });
      return failureOf({ type: 'st-get-caches' });
    })
    .toBe('No caches found');
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister();
  });
  expect(await failureOf({ type: 'st-get-caches' })).toBe('No service worker running');
  expect(await failureOf({ type: 'st-precache', urls: [film] })).toBe('No service worker is active');
});
