import { cacheNames } from 'workbox-core';
import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The app is one page with hash routes; every other address of the origin belongs to the host. */
const appPage = /^\/(?:index\.html)?(?:\?|$)/;
const hashedFile = /^\/assets\//;
/**
 * Leaves half of the six connections of HTTP/1.1 to the page, which loads its first screens meanwhile. Chromium gives a
 * worker that is being installed no more than these.
 */
const filesAtOnce = 3;

/**
 * Serves the app from its own copy. Each entry carries the hash of its bytes: an installation with one file missing,
 * cut off, of another build or replaced by a portal's page fails as a whole, and the version before goes on.
 */
export function serveAppShell(scope: ServiceWorkerGlobalScope, entries: (PrecacheEntry | string)[]) {
  const shell = new PrecacheController({ plugins: [{ requestWillFetch: askTheHost }] });
  shell.addToCacheList(entries);

  scope.addEventListener('install', (event) => {
    event.waitUntil(install(shell, event));
  });
  scope.addEventListener('activate', (event) => {
    event.waitUntil(activate(scope, () => shell.activate(event)));
  });

  registerRoute(new NavigationRoute(shell.createHandlerBoundToURL('/index.html'), { allowlist: [appPage] }));
  registerRoute(new PrecacheRoute(shell, { cleanURLs: false }));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && hashedFile.test(url.pathname),
    async ({ request }) =>
      (await caches.match(request, { cacheName: cacheNames.precache })) ?? fetch(request),
  );
}

/**
 * Some files at a time: with a host 100 ms away Workbox's own way, one after the other, takes 47 s instead of 18. Of a
 * version of which one file cannot be had the rest is not fetched either.
 */
async function install(shell: PrecacheController, event: ExtendableEvent) {
  // One generator for all: a loop that throws ends it, and so the other loops.
  const files = (function* () {
    yield* shell.getURLsToCacheKeys();
  })();
  const fetchFiles = async () => {
    for (const [url, cacheKey] of files) {
      const integrity = shell.getIntegrityForCacheKey(cacheKey);
      const request = new Request(url, {
        ...(integrity && { integrity }),
        cache: url === cacheKey ? 'default' : 'reload',
        credentials: 'same-origin',
        // What the page asks for meanwhile goes first.
        priority: 'low',
      });
      await Promise.all(shell.strategy.handleAll({ params: { cacheKey }, request, event }));
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, fetchFiles));
}

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
