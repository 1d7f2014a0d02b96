import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { dangersIn } from '#testing/dangers-in.ts';
import { hostileSamples } from '#testing/hostile-samples.ts';
import { mapAddresses, prefixRelativeAddresses, resolveAddress } from './host-addresses.ts';
import { sanitiseOnHost } from './sanitise-on-host.ts';

const host = 'https://content.example';

test.each([
  ['/sites/default/files/k/a.jpg', `${host}/sites/default/files/k/a.jpg`],
  ['sites/default/files/k/a.jpg', `${host}/sites/default/files/k/a.jpg`],
  ['../node/5', `${host}/node/5`],
  ['?page=2', `${host}/?page=2`],
])('[HTML-05] the relative address %s gets the host prefix', (url, resolved) => {
  expect(resolveAddress(url, host)).toBe(resolved);
});

test('[HTML-05] a path is what a browser makes of it, whatever its parts are', () => {
  const part = fc.oneof(
    fc.constantFrom('..', '.', '%2e%2E', '%2e', '.%2e', '', 'a.b', '%', 'ž'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const path = `/x/${parts.join('/')}`.trim();
      const { pathname, search, hash } = new URL(path, host);
      if (!pathname.startsWith('/sites/'))
        expect(resolveAddress(path, host)).toBe(`${host}${pathname}${search}${hash}`);
    }),
  );
});

test.each(['https://other.example/a.pdf', '//other.example/a', 'mailto:a@b.example', 'tel:+46', '#part', ''])(
  '[HTML-05] the address %j stays as it is',
  (url) => {
    expect(resolveAddress(url, host)).toBe(url);
  },
);

test.each([
  ['/sites/default/files/k/guide.pdf', `${host}/app/pwa/sitefiles/k/guide.pdf`],
  ['sites/default/files/k/guide.PDF#page=2', `${host}/app/pwa/sitefiles/k/guide.PDF#page=2`],
  [`${host}/sites/default/files/k/guide.pdf?v=1`, `${host}/app/pwa/sitefiles/k/guide.pdf?v=1`],
])('[HTML-06, HTML-07] the PDF address %s is rewritten', (url, resolved) => {
  expect(resolveAddress(url, host)).toBe(resolved);
});

test.each([
  `${host}/sites/default/files/k/guide.docx`,
  `${host}/sites/default/files/k/a.pdf/b`,
  `${host}/other/guide.pdf`,
  'https://other.example/sites/default/files/k/guide.pdf',
])('[HTML-07] %s is no PDF among the files of the host and stays', (url) => {
  expect(resolveAddress(url, host)).toBe(url);
});

test('[HTML-05, HTML-06] without a host of its own the page’s origin is used', () => {
  expect(resolveAddress('sites/default/files/k/a.jpg', '')).toBe('/sites/default/files/k/a.jpg');
  expect(resolveAddress('/sites/default/files/k/a.pdf', '')).toBe('/app/pwa/sitefiles/k/a.pdf');
});

test('[HTML-05, HTML-06] links and pictures of a text are resolved, its words are not', () => {
  const html = sanitiseOnHost(
    '<p>href="/not"</p><a href="/a?b=1&amp;c=2">x</a><a href="/sites/default/files/k/a.pdf">y</a><img alt="a > b" src="c.png">',
    'rich',
  );
  const { document } = new JSDOM(prefixRelativeAddresses(html, host)).window;
  expect(document.querySelector('p')?.textContent).toBe('href="/not"');
  expect([...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    `${host}/a?b=1&c=2`,
    `${host}/app/pwa/sitefiles/k/a.pdf`,
  ]);
  expect(document.querySelector('img')?.getAttribute('src')).toBe(`${host}/c.png`);
});

test('a link to a place in the text itself opens no other window, whatever was saved of it', () => {
  const links = (address: string, more: string) => `<p><a href="${address}"${more}>Terms</a></p>`;
  const elsewhere = ' target="_blank" rel="noopener noreferrer"';
  expect(prefixRelativeAddresses(links('#terms', elsewhere), host)).toBe(links('#terms', ''));
  expect(
    prefixRelativeAddresses(
      '<a target="_blank" rel="noopener noreferrer" href="#terms" name="b">x</a>',
      host,
    ),
  ).toBe('<a href="#terms" name="b">x</a>');
  expect(prefixRelativeAddresses(links('/a#terms', elsewhere), host)).toBe(
    links(`${host}/a#terms`, elsewhere),
  );
});

test.each(hostileSamples)('$name stays harmless when its addresses are resolved', ({ html }) => {
  const sanitised = sanitiseOnHost(html, 'rich');
  for (const resolved of [
    prefixRelativeAddresses(sanitised, host),
    mapAddresses(sanitised, () => '/p/token'),
  ]) {
    expect(dangersIn(new JSDOM(resolved).window.document.body)).toEqual([]);
  }
});
