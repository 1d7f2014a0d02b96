import { JSDOM } from 'jsdom';
import { describe, expect, test, vi } from 'vitest';
import { dangersIn } from '#testing/dangers-in.ts';
import { hostileAddresses, hostileSamples, plainSamples } from '#testing/hostile-samples.ts';
import type { SanitiseKind } from './allowed-html.ts';
import { sanitiseInBrowser } from './sanitise-in-browser.ts';
import { sanitiseOnHost } from './sanitise-on-host.ts';

const { window } = new JSDOM('');
vi.stubGlobal('window', window);

function parse(html: string) {
  const body = window.document.createElement('body');
  body.innerHTML = html;
  return body;
}

/** The same tree written in one way: white space collapsed, attributes sorted. */
function normalised(html: string) {
  const body = parse(html);
  for (const element of body.querySelectorAll('*')) {
    const attributes = [...element.attributes].sort((a, b) => a.name.localeCompare(b.name));
    for (const { name } of attributes) element.removeAttribute(name);
    for (const { name, value } of attributes) element.setAttribute(name, value);
  }
  return body.innerHTML.replace(/\s+/g, ' ').trim();
}

// The host's parser is linear in time and no HTML5 parser: these broken pieces leave other remains, equally harmless.
const readDifferently = new Set([
  'a script with half a comment and a second script',
  'a style in a drawing',
  'a paragraph that leaves a drawing',
  'noscript',
  'a CDATA section',
  'an end tag with attributes',
  'a table that moves its content',
  'a select and a style',
  // A parsed `is` cannot be taken off an element; the browser's sanitiser empties it.
  'an element with is',
]);
const readAlike = [...hostileSamples, ...plainSamples].filter(({ name }) => !readDifferently.has(name));

const kinds: SanitiseKind[] = ['plain', 'rich'];
const sanitisers = { 'in the browser': sanitiseInBrowser, 'on the host': sanitiseOnHost };

describe.each(kinds)('as %s', (kind) => {
  test.each(hostileSamples)(
    '[HTML-01, HTML-02, HTML-04] $name does nothing after either sanitiser',
    ({ html }) => {
      for (const sanitise of Object.values(sanitisers))
        expect(dangersIn(parse(sanitise(html, kind)))).toEqual([]);
    },
  );

  test.each(readAlike)('$name comes out of both sanitisers alike', ({ html }) => {
    expect(normalised(sanitiseOnHost(html, kind))).toBe(normalised(sanitiseInBrowser(html, kind)));
  });

  test.each(hostileSamples)('$name is not changed by sanitising it again', ({ html }) => {
    for (const sanitise of Object.values(sanitisers)) {
      const once = sanitise(html, kind);
      expect(normalised(sanitise(once, kind))).toBe(normalised(once));
    }
  });
});

const both = (html: string, kind: SanitiseKind) => {
  const answer = normalised(sanitiseOnHost(html, kind));
  expect(normalised(sanitiseInBrowser(html, kind))).toBe(answer);
  return answer;
};

test.each(plainSamples)('[HTML-01, HTML-03] $name loses nothing as rich text', ({ html }) => {
  expect(both(html, 'rich')).toBe(normalised(html));
});

test('[HTML-01] plain text keeps no pictures, spans and underline, but their words', () => {
  expect(both('<p><span>a <u>b</u></span><img src="x" alt="c"></p>', 'plain')).toBe('<p>a b</p>');
});

test('[HTML-01] elements outside the list go and their words stay', () => {
  const html =
    '<details><summary>word</summary></details><section><h2>title</h2></section><font color="red">red</font>';
  expect(both(html, 'rich')).toBe('word<h2>title</h2>red');
});

test('[HTML-02] links keep href, name and target, pictures src and alt, and nothing else', () => {
  expect(both('<a href="/a" name="b" target="_blank" title="t" class="c" id="d">x</a>', 'plain')).toBe(
    '<a href="/a" name="b" rel="noopener noreferrer" target="_blank">x</a>',
  );
  expect(both('<img src="/a.png" alt="b" width="9" loading="lazy" class="c">', 'rich')).toBe(
    '<img alt="b" src="/a.png">',
  );
});

test('tables of rich text keep head, body, caption and what a head is for, and nothing that changes their shape', () => {
  const table = (cells: string) =>
    `<table><caption>Prices</caption><thead><tr><th scope="col">T3</th></tr></thead><tbody><tr>${cells}</tr></tbody></table>`;
  expect(both(table('<td>1 cent</td>'), 'rich')).toBe(table('<td>1 cent</td>'));
  const shaped =
    '<th scope="ROW" colspan="9999" rowspan="9999" onclick="x()" id="a">a</th><td style="text-align: right; width: 9999px" background="x" bgcolor="red">b</td><th scope="evil">c</th>';
  expect(both(table(shaped), 'rich')).toBe(
    table('<th scope="row">a</th><td style="text-align: right">b</td><th>c</th>'),
  );
  expect(both('<table><tbody><tr><td>a <b>b</b></td></tr></tbody></table>', 'plain')).toBe('a <b>b</b>');
});

test('a numbered list keeps where it begins, and nothing else can begin', () => {
  for (const kind of ['plain', 'rich'] as const) {
    expect(both('<ol start="3"><li>x</li></ol>', kind)).toBe('<ol start="3"><li>x</li></ol>');
    expect(both('<ol start=" 3"><li>x</li></ol>', kind)).toBe('<ol start="3"><li>x</li></ol>');
    expect(both('<ol start="9999999" reversed=""><li>x</li></ol>', kind)).toBe('<ol><li>x</li></ol>');
    expect(both('<ol start="-1"><li>x</li></ol><ul start="3"><li>x</li></ul>', kind)).toBe(
      '<ol><li>x</li></ol><ul><li>x</li></ul>',
    );
  }
});

test.each(['1', 'a', 'A', 'i', 'I'])('a list numbered by %s keeps its kind of number', (type) => {
  const list = `<ol type="${type}"><li>x</li></ol>`;
  for (const kind of ['plain', 'rich'] as const) expect(both(list, kind)).toBe(list);
});

test('only numbered lists keep a kind of number, and none that there is not', () => {
  const html =
    '<ol type="disc"><li type="a">x</li></ol><ul type="A"><li>x</li></ul><a href="/a" type="a">x</a>';
  expect(both(html, 'rich')).toBe('<ol><li>x</li></ol><ul><li>x</li></ul><a href="/a">x</a>');
});

test('a link without a target keeps no rel, and one with a foreign target loses it', () => {
  expect(both('<a href="/a" rel="opener">x</a>', 'plain')).toBe('<a href="/a">x</a>');
  expect(both('<a href="/a" target="other">x</a>', 'plain')).toBe('<a href="/a">x</a>');
});

test.each(['left', 'center', 'right', 'justify'])(
  '[HTML-03] text aligned %s keeps its alignment when rich',
  (value) => {
    const html = `<p style="TEXT-ALIGN:${value}; color: red">x</p>`;
    expect(both(html, 'rich')).toBe(`<p style="text-align: ${value}">x</p>`);
    expect(both(html, 'plain')).toBe('<p>x</p>');
  },
);

test.each([
  'color: red',
  'text-align: start',
  'margin-left: 3000px',
  'position: fixed',
  'text-align: left !important',
])('[HTML-03] the style %j is dropped', (style) => {
  expect(both(`<p style="${style}">x</p>`, 'rich')).toBe('<p>x</p>');
});

test.each([
  'http://a.example/',
  'https://a.example/',
  'HTTPS://a.example/',
  'mailto:a@b.example',
  'tel:+46',
  '/a',
  'a/b.pdf',
  '//a.example/b',
  '#c',
  '?d=e:f',
])('[HTML-04] the address %s stays', (address) => {
  expect(
    parse(both(`<a href="${address}">x</a>`, 'plain'))
      .querySelector('a')
      ?.getAttribute('href'),
  ).toBe(address);
});

test.each(hostileAddresses)('[HTML-04] the address %j is dropped from links and pictures', (address) => {
  const link = window.document.createElement('a');
  link.setAttribute('href', address);
  const picture = window.document.createElement('img');
  picture.setAttribute('src', address);
  expect(both(link.outerHTML + picture.outerHTML, 'rich')).toBe('<a></a><img>');
});

test('markup nested a hundred thousand deep is cut and not a crash', () => {
  const html = `${'<div>'.repeat(100_000)}word`;
  const sanitised = sanitiseOnHost(html, 'rich');
  expect(sanitised).toContain('word');
  expect(sanitised.length).toBeLessThan(10_000);
});
