import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileSamples, hostileTexts, plainSamples } from '#testing/hostile-samples.ts';
import { escapeHtml, htmlToText, summarise } from './plain-text.ts';

test.each([
  ['<p>One</p><p>Two</p>', 'One Two'],
  ['a<br>b', 'a b'],
  ['bold<strong>er</strong>', 'bolder'],
  ['caf&eacute; &amp; bar&nbsp;&ndash; &#8364;&#x35;', 'café & bar – €5'],
  ['5 < 6 and 7 > 6', '5 < 6 and 7 > 6'],
  ['<style>p{}</style>seen<script>alert(1)</script>', 'seen'],
  ['<!-- not seen -->seen', 'seen'],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['&unknown; &#0; &#xD800; &#x110000;', '&unknown; \ufffd \ufffd \ufffd'],
])('the words of %j are %j', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('[HTML-11, CONST-09] a summary is the first 200 characters', () => {
  expect(summarise('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
});

test('[HTML-12] tags and entities do not count towards the limit', () => {
  expect(summarise(`<p class="${'y'.repeat(300)}">${'&amp;'.repeat(200)}</p>`)).toBe('&'.repeat(200));
});

test('[HTML-12] an ellipsis is added only when something was cut', () => {
  expect(summarise('x'.repeat(200))).toBe('x'.repeat(200));
  expect(summarise('<p>short</p>')).toBe('short');
});

test('[HTML-12, CONST-09] the limit can be the 150 characters of a channel body', () => {
  expect(summarise('x'.repeat(151), 150)).toBe(`${'x'.repeat(150)}…`);
});

test('a cut never halves a character', () => {
  expect(summarise('🧵🧵🧵', 2)).toBe('🧵🧵…');
});

test.each(hostileSamples)('$name escaped is only text', ({ html }) => {
  expect(escapeHtml(html)).not.toMatch(/[<>"']/);
  expect(escapeHtml(htmlToText(html))).not.toMatch(/[<>"']/);
});

test('escaping is undone by reading the text back', () => {
  for (const text of hostileTexts)
    expect(htmlToText(escapeHtml(text))).toBe(text.replace(/\s+/g, ' ').trim());
});

test('any text can be read and cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (html, limit) => {
      expect([...summarise(html, limit)].length).toBeLessThanOrEqual(limit + 1);
    }),
  );
});

test('the words of an honest text are those of its elements', () => {
  const sample = plainSamples.find(({ name }) => name === 'lists');
  expect(htmlToText(sample?.html ?? '')).toBe('one inner two first');
});

test.each(['<p', '<a ', '<!--', '<script', '</script ', '&'])(
  'a hundred thousand of %j are read',
  (piece) => {
    expect(typeof htmlToText(piece.repeat(100_000))).toBe('string');
  },
);
