import { expect, onTestFinished, test } from 'vitest';
import { contentCacheOf, isContentCache } from '#service-worker/page-side.ts';
import { createCacheContents } from './cache-contents.ts';

// Chromium tells at most 10 MB of a cache's addresses at once. Fewer files with longer names stand here for many thousands.
const files = 2000;
const longName = 'guide-to-terminals-'.repeat(400);

async function dropContent() {
  for (const name of await caches.keys()) if (isContentCache(name)) await caches.delete(name);
}

test('[CACHE-02] a device with very many files still knows after its next start which it has', async () => {
  await dropContent();
  onTestFinished(dropContent);
  const keys = Array.from(
    { length: files },
    (_, at) => `${location.origin}/sites/default/files/${at}/${longName}.pdf`,
  );
  await Promise.all(
    keys.map(async (key) => (await caches.open(contentCacheOf(key))).put(key, new Response('a page'))),
  );
  const contents = createCacheContents({
    caches,
    windows: { postMessage: () => {}, addEventListener: () => {} },
    whenSeen: () => {},
    logFailure: (error) => {
      throw error;
    },
  });
  await contents.reread();
  expect(contents.keys().size).toBe(files);
  expect(keys.every(contents.has)).toBe(true);
});
