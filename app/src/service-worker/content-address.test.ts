import { expect, test } from 'vitest';
import { contentKey } from './content-address.ts';

const app = 'https://app.test/service-worker.js';

test.each([
  ['/sites/default/files/k1/a.pdf', 'https://app.test/sites/default/files/k1/a.pdf'],
  ['/app/pwa/sitefiles/k1/a.pdf', 'https://app.test/app/pwa/sitefiles/k1/a.pdf'],
  ['https://host.test/sites/default/files/k1/a.pdf', 'https://host.test/sites/default/files/k1/a.pdf'],
])('%s is a content file', (address, key) => {
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
  '/x/sites/default/files/k1/a.pdf',
  '/?/sites/default/files/k1/a.pdf',
  'data:text/html,/sites/default/files/a',
  'blob:https://app.test/sites/default/files/a',
  'javascript:/sites/default/files/a',
  'https://user:secret@host.test/sites/default/files/k1/a.pdf',
  'https://',
])('%s is none', (address) => {
  expect(contentKey(address, app)).toBeNull();
});
