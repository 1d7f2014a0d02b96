import { cacheNames, type RouteHandlerCallback, type WorkboxPlugin } from 'workbox-core';
import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isSmallParts, keepSmallParts } from './small-parts.ts';
import type { StoreOrHost } from './store-or-host.ts';

/** The app is one page with hash routes; every other address of the origin belongs to the host. */
const pageAddress = '/index.html';
const appPage = /^\/(?:index\.html)?(?:\?|$)/;
const hashedFile = /^\/assets\//;
/**
 * Leaves half of the six connections of HTTP/1.1 to the page, which loads its first screens meanwhile. Chromium gives a
 * worker that is being installed no more than these.
 */
const filesAtOnce = 3;
/** As many small ones come sooner by themselves than with all others. */
const fewFiles = 40;

interface App {
  shell: PrecacheController;
  /** The file that has all small ones in it. */
  smallParts: PrecacheEntry | undefined;
}

/**
 * Serves the app from its own copy. Each entry carries the hash of its bytes: an installation with one file missing,
 * cut off, of another build or replaced by a portal's page fails as a whole, and the version before goes on.
 */
export function serveAppShell(
  scope: ServiceWorkerGlobalScope,
  entries: (PrecacheEntry | string)[],
  storeOrHost: StoreOrHost,
) {
  const shell = new PrecacheController({
    plugins: [{ requestWillFetch: askTheHost, handlerDidError: goPastBrokenCache }],
  });
  shell.addToCacheList(entries.filter((entry) => !isSmallParts(entry)));
  const app = { shell, smallParts: entries.find(isSmallParts) };

  scope.addEventListener('install', (event) => {
    event.waitUntil(fill(app, event));
  });
  scope.addEventListener('activate', (event) => {
    event.waitUntil(activate(scope, () => shell.activate(event)));
  });

  const showPage = shell.createHandlerBoundToURL(pageAddress);
  const answerAndRepair: RouteHandlerCallback = (asked) => {
    const answer = storeOrHost(keptPage(shell), asked.request, () => showPage(asked));
    asked.event.waitUntil(answer.then(() => repair(app, asked.event)).catch(() => {}));
    return answer;
  };
  registerRoute(new NavigationRoute(answerAndRepair, { allowlist: [appPage] }));
  const parts = new PrecacheRoute(shell, { cleanURLs: false });
  const { handler } = parts;
  parts.handler = {
    handle: (asked) => {
      const cacheKey = shell.getCacheKeyForURL(asked.request.url) ?? asked.request.url;
      return storeOrHost(kept(cacheKey), asked.request, () => handler.handle(asked));
    },
  };
  registerRoute(parts);
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && hashedFile.test(url.pathname),
    ({ request }) => storeOrHost(kept(request), request),
  );
}

/** What a damaged or locked store does not give is as good as missing. */
const kept = (what: Request | string) =>
  caches.match(what, { cacheName: cacheNames.precache }).catch(() => undefined);

const keptPage = (shell: PrecacheController) => kept(shell.getCacheKeyForURL(pageAddress) ?? pageAddress);

/**
 * The small files come in one, then the large ones some at a time: with a host 100 ms away that takes 6.5 s, and each
 * by itself 21 (decision 076). Of a version of which one file cannot be had the rest is not fetched either. The page comes
 * last: where it is kept, all is.
 */
async function fill({ shell, smallParts }: App, event: ExtendableEvent) {
  const page = new URL(pageAddress, location.href).href;
  const cache = await caches.open(cacheNames.precache);
  const already = new Set((await cache.keys()).map(({ url }) => url));
  const missing = new Map([...shell.getURLsToCacheKeys()].filter(([, cacheKey]) => !already.has(cacheKey)));
  if (smallParts && missing.size > fewFiles) {
    const answer = await fetch(requestFor(smallParts.url, smallParts.integrity, 'no-store'));
    if (!answer.ok) throw new Error(`${smallParts.url} was answered ${answer.status}`);
    for (const url of await keepSmallParts(answer, cache)) missing.delete(url);
  }
  const bring = async (url: string, cacheKey: string) => {
    const integrity = shell.getIntegrityForCacheKey(cacheKey);
    // Outside of an installation only what is known by its hash is kept.
    const params = { cacheKey, ...(integrity && { integrity }) };
    const asked = requestFor(url, integrity, url === cacheKey ? 'default' : 'reload');
    const [response] = await Promise.all(shell.strategy.handleAll({ params, request: asked, event }));
    if (!response.ok) throw new Error(`${url} was answered ${response.status}`);
  };
  // One generator for all: a loop that throws ends it, and so the other loops.
  const parts = (function* () {
    for (const file of missing) if (file[0] !== page) yield file;
  })();
  const bringParts = async () => {
    for (const [url, cacheKey] of parts) await bring(url, cacheKey);
  };
  await Promise.all(Array.from({ length: filesAtOnce }, bringParts));
  await bring(page, shell.getCacheKeyForURL(page) ?? page);
}

/** Behind all that the page asks for meanwhile. */
const requestFor = (url: string, integrity: string | undefined, cache: RequestCache) =>
  new Request(url, { ...(integrity && { integrity }), cache, credentials: 'same-origin', priority: 'low' });

/**
 * Whoever clears away what sites keep leaves the worker, which the browser would not install anew before the next version: the
 * app would never again start without a signal. What cannot be had now is asked for at the next start.
 */
async function repair(app: App, event: ExtendableEvent) {
  if (!(await keptPage(app.shell))) await fill(app, event);
}

/** A store that fails keeps nobody from the host (CACHE-12). A failed fetch is a TypeError, and the answer. */
const goPastBrokenCache: NonNullable<WorkboxPlugin['handlerDidError']> = async ({ error, event, request }) =>
  event.type === 'fetch' && error instanceof DOMException ? fetch(request) : undefined;

/**
 * Another window may still run the version before and load one of its parts later. Its files stay in that case; the
 * next update clears them away.
 */
async function activate({ clients }: ServiceWorkerGlobalScope, dropEarlierFiles: () => Promise<unknown>) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length < 2) await dropEarlierFiles();
  await clients.claim();
}

/**
 * The browser's own cache may hold wrong bytes for a hashed file, for a year: they would fail every installation. The
 * host is asked whether they are right, which costs no bytes when they are.
 */
const askTheHost = async ({ request }: { request: Request }) =>
  request.cache === 'default' ? new Request(request, { cache: 'no-cache' }) : request;
