import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, test, vi } from 'vitest';
import { dangersIn } from '#testing/dangers-in.ts';
import { hostileSamples } from '#testing/hostile-samples.ts';
import { allowedTags, type SanitiseKind } from './allowed-html.ts';
import { isBareMarkup } from './bare-markup.ts';
import { sanitiseInBrowser } from './sanitise-in-browser.ts';

const { window } = new JSDOM('');
vi.stubGlobal('window', window);

function read(html: string) {
  const element = window.document.createElement('div');
  element.innerHTML = html;
  return element;
}

const kinds: SanitiseKind[] = ['plain', 'rich'];

const words = ['Counter', ' ', '&amp;', '&lt;script&gt;', '&#60;b', 'a > b', '\u2028', '"', "'", '`', '${'];
const strange = ['<', '>', '/', '<p', 'p>', '<!--', '-->', '<![CDATA[', ' onclick=x', '<script>', '</', '\0'];
const flow = ['div', 'blockquote', 'ul', 'li'];
const inline = ['b', 'i', 'strong', 'em', 's', 'code'];

/** As an editor writes it: whatever was opened is closed again. */
const { text: written } = fc.letrec<{ text: string; within: string }>((tie) => ({
  text: fc
    .array(fc.tuple(fc.constantFrom(...flow, 'p', 'h2'), tie('within')), { maxLength: 4 })
    .map((parts) => parts.map(([name, inner]) => `<${name}>${inner}</${name.toUpperCase()}>`).join('')),
  within: fc
    .array(
      fc.oneof(
        fc.constantFrom(...words, '<br>', '<br />'),
        fc
          .tuple(fc.constantFrom(...inline), fc.constantFrom(...words))
          .map(([name, word]) => `<${name}>${word}</${name}>`),
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.join('')),
}));

describe.each(kinds)('as %s', (kind) => {
  const names = allowedTags[kind];
  const bareTags = names.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name.toUpperCase()} />`]);
  // A browser adds the body of a table by itself.
  const allowed: ReadonlySet<string> = new Set([...names, 'tbody']);

  test('text as it is written, with allowed tags and none of their attributes, is bare and what the sanitiser makes of it', () => {
    fc.assert(
      fc.property(written, (html) => {
        expect(isBareMarkup(html, kind)).toBe(true);
        expect(read(html).innerHTML).toBe(read(sanitiseInBrowser(html, kind)).innerHTML);
      }),
    );
  });

  test('[HTML-01, HTML-02] whatever is put together, what counts as bare has allowed elements without attributes, and the words that the sanitiser leaves', () => {
    const pieces = fc.array(fc.constantFrom(...bareTags, ...words, ...strange), { maxLength: 8 });
    let bare = 0;
    fc.assert(
      fc.property(pieces, (parts) => {
        const html = parts.join('');
        if (!isBareMarkup(html, kind)) return;
        bare += 1;
        const shown = read(html);
        for (const { localName, attributes } of shown.querySelectorAll('*')) {
          expect(allowed).toContain(localName);
          expect(attributes).toHaveLength(0);
        }
        expect(shown.textContent.trim()).toBe(read(sanitiseInBrowser(html, kind)).textContent.trim());
      }),
      { numRuns: 2000 },
    );
    expect(bare).toBeGreaterThan(200);
  });

  test.each(hostileSamples)('[HTML-01] $name does nothing where it is taken for bare', ({ html }) => {
    if (isBareMarkup(html, kind)) expect(dangersIn(read(html))).toEqual([]);
  });
});

test.each([
  ['an attribute', '<p class="x">Hi</p>'],
  ['an address', '<a href="https://example.org">Hi</a>'],
  ['another tag', '<p>Hi</p><script>x</script>'],
  ['a tag that begins as an allowed one', '<picture>Hi'],
  ['a comment', '<!-- Hi -->'],
  ['a tag with nothing in it', 'Hi <> you'],
  ['a tag that was put together', '<sc<b>ript>'],
  ['a tag without its end', 'Hi <p'],
  ['a tag with white space that belongs to its name', '<p\u00a0>Hi</p>'],
  ['a NUL', 'Hi \0'],
])('%s is not bare', (_what, html) => {
  for (const kind of kinds) expect(isBareMarkup(html, kind)).toBe(false);
});
