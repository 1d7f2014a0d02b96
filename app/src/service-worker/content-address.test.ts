import { expect, test } from 'vitest';
import { contentCacheOf, contentKey, isContentCache } from './content-address.ts';

const app = 'https://app.test/service-worker.js';

test.each([
  ['/sites/default/files/k1/a.pdf', 'https://app.test/sites/default/files/k1/a.pdf'],
  ['/app/pwa/sitefiles/k1/a.pdf', 'https://app.test/app/pwa/sitefiles/k1/a.pdf'],
  ['https://host.test/sites/default/files/k1/a.pdf', 'https://host.test/sites/default/files/k1/a.pdf'],
  ['/drupal/sites/default/files/k1/a.pdf', 'https://app.test/drupal/sites/default/files/k1/a.pdf'],
  [
    'https://api.test/our/drupal/sites/default/files/styles/wide/public/a%20b.jpg?itok=1',
    'https://api.test/our/drupal/sites/default/files/styles/wide/public/a%20b.jpg',
  ],
  ['https://api.test/sites/sales.test/files/a.pdf', 'https://api.test/sites/sales.test/files/a.pdf'],
])('[CACHE-07, API-54] %s is a content file', (address, key) => {
  expect(contentKey(address, app)).toBe(key);
});

test('signature and fragment do not make it another file, its name does', () => {
  const keys = ['?signature=1', '?signature=2', '#page=2', ''].map((end) =>
    contentKey(`/sites/default/files/k1/a.pdf${end}`, app),
  );
  expect(new Set(keys).size).toBe(1);
  expect(contentKey('/sites/default/files/k1/b.pdf', app)).not.toBe(keys[0]);
});

test.each([
  '/',
  '/index.html',
  '/config.json',
  '/p/token/files/1',
  '/oauth/token',
  '/jsonapi/node',
  '/sites/default/files/',
  '/sites/default/files/../../../oauth/token',
  '/x/sites/default/files/../../../../oauth/token',
  '/x/sites/default/files/%2e%2e/%2e%2e/%2e%2e/%2e%2e/oauth/token',
  '/sites/default/files/..%2f..%2f..%2foauth/token',
  '/sites/default/files/k1/..%5C..%5coauth/token',
  '/oauth%2Ftoken/sites/default/files/a.pdf',
  '/x/sites/..%2f..%2foauth/files/a.pdf',
  '/sites/files/a.pdf',
  '/sites//files/a.pdf',
  '/sites/default/private/files/a.pdf',
  '/sites/default/files.php/a.pdf',
  '/my-sites/default/files/a.pdf',
  '//evil.test//sites/default/files/a.pdf',
  '/x/app/pwa/sitefiles/k1/a.pdf',
  '/oauth/token?/sites/default/files/a.pdf',
  '/oauth/token#/sites/default/files/a.pdf',
  '/?/sites/default/files/k1/a.pdf',
  'data:text/html,/sites/default/files/a',
  'blob:https://app.test/sites/default/files/a',
  'javascript:/sites/default/files/a',
  'ftp://host.test/sites/default/files/a',
  'httpsx://host.test/sites/default/files/a',
  'https://user:secret@host.test/sites/default/files/k1/a.pdf',
  'https://',
])('%s is none', (address) => {
  expect(contentKey(address, app)).toBeNull();
});

test('[CACHE-02] many files are spread evenly over caches', () => {
  const keys = Array.from(
    { length: 50_000 },
    (_, at) => `https://host.test/sites/default/files/styles/thumbnail/guide-${at}.pdf.webp`,
  );
  const caches = Map.groupBy(keys, contentCacheOf);
  expect([...caches.keys()].every(isContentCache)).toBe(true);
  expect(Math.max(...[...caches.values()].map(({ length }) => length))).toBeLessThan(2500);
});

test('no other cache is taken for one of them', () => {
  const others = ['satchel-content', 'satchel-content-parts', 'workbox-precache-v2-https://app.test/'];
  expect(others.some(isContentCache)).toBe(false);
});
