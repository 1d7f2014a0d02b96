import { afterEach, expect, test, vi } from 'vitest';
import { keepFile, whyUnfit } from './keep-file.ts';
import { announcedBytes, type Stores } from './receive-file.ts';

const answer = (type: ResponseType, status: number, headers: Record<string, string> = {}) => ({
  type,
  status,
  headers: new Headers(headers),
});
const film = 'https://host.test/sites/default/files/k1/film.mp4';

test('a whole file given openly is kept, on this origin or another', () => {
  expect(whyUnfit(answer('basic', 200, { 'content-type': 'video/mp4' }), film)).toBeNull();
  expect(whyUnfit(answer('cors', 200), film)).toBeNull();
});

test('parts, refusals and answers that nobody can look into are not', () => {
  expect(whyUnfit(answer('opaque', 0), film)).toBe('not-the-file');
  for (const status of [204, 206, 301, 401, 403, 404, 500]) {
    expect(whyUnfit(answer('basic', status), film)).toBe('refused');
  }
});

test('a host that is on its way back, or has too much to do, does not refuse the file', () => {
  for (const status of [408, 425, 429, 502, 503, 504])
    expect(whyUnfit(answer('basic', status, { 'content-type': 'text/html' }), film)).toBe('unreachable');
});

test('HTML is kept only for a page of a mini-app, so that a portal replaces no film', () => {
  const html = answer('basic', 200, { 'content-type': 'Text/HTML; charset=utf-8' });
  expect(whyUnfit(html, film)).toBe('not-the-file');
  expect(whyUnfit(html, 'https://host.test/sites/default/files/k1/index.html')).toBeNull();
});

test('how many bytes are due is known only for an unpacked body of this origin', () => {
  expect(announcedBytes(answer('basic', 200, { 'content-length': '10' }))).toBe(10);
  expect(announcedBytes(answer('basic', 200))).toBeNull();
  expect(
    announcedBytes(answer('basic', 200, { 'content-length': '10', 'content-encoding': 'gzip' })),
  ).toBeNull();
  expect(announcedBytes(answer('cors', 200, { 'content-length': '10' }))).toBeNull();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('[CACHE-08] that nothing has changed is an answer to whoever has a copy compared, and a refusal to everybody else', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 304 }));
  const stores = {} as Stores;
  const keep = (knownEtag: string | null) =>
    keepFile(stores, film, film, {
      signal: new AbortController().signal,
      fresh: true,
      knownEtag,
      onBytes: () => {},
    });
  expect(await keep('"one"')).toBeNull();
  expect(await keep(null)).toBe('refused');
});
