import { cacheNames } from 'workbox-core';
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isContent } from '../content-address.ts';
import { answerMessages } from './answer-messages.ts';
import { serveAppShell } from './app-shell.ts';
import { createContentFiles } from './content-files.ts';
import { cutRange } from './cut-range.ts';
import { letCallsPassBy } from './pass-by.ts';
import { createStoreOrHost } from './store-or-host.ts';

// The build puts the list of the app's files in place of __WB_MANIFEST.
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

const content = createContentFiles({ caches, base: self.location.href });
const storeOrHost = createStoreOrHost();

letCallsPassBy(self);
serveAppShell(self, self.__WB_MANIFEST, storeOrHost);

const keptPart = async (request: Request) => {
  const kept = await content.find(request.url);
  return kept && cutRange(request, kept);
};
registerRoute(
  ({ url }) => isContent(url),
  ({ request }) => storeOrHost(keptPart(request), request),
);

answerMessages(self, {
  content,
  caches,
  shellCacheName: cacheNames.precache,
  skipWaiting: () => self.skipWaiting(),
  claim: () => self.clients.claim(),
});
