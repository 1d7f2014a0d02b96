import type { SanitisedPiece, SanitiseKind } from '@satchel/core/html/allowed-html.ts';
import { sanitiseInBrowser } from '@satchel/core/html/sanitise-in-browser.ts';
import { sanitiseInSteps } from '@satchel/core/html/sanitise-in-steps.ts';
import { atOnce } from '@satchel/core/pack/in-steps.ts';
import { hostileSamples, hostileTexts, plainSamples } from '@satchel/core/testing/hostile-samples.ts';
import { afterEach, expect, test, vi } from 'vitest';

const written = (piece: SanitisedPiece) =>
  'html' in piece ? piece.html : 'opens' in piece ? piece.opens : piece.closes;

const piecesOf = (html: string, kind: SanitiseKind, step?: number) => [
  ...atOnce(sanitiseInSteps(html, kind, step)).pieces,
];
const inSteps = (html: string, kind: SanitiseKind, step?: number) =>
  piecesOf(html, kind, step).map(written).join('');

const many = '<p>before <b>it</b></p>'.repeat(60);
const row = '<tr><td>x</td></tr>'.repeat(60);
// Alone each is one piece. Among so much it stands in elements that are opened, or is opened itself.
const around: ((html: string) => string)[] = [
  (html) => html,
  (html) => `\r\n ${html}`,
  (html) => `${many}${html}${many}`,
  (html) => `<div style="text-align:center" onclick="x()"><section>${many}${html}${many}</section></div>`,
  (html) => `<ol start="3"><li>${many}${html}</li>${'<li>x</li>'.repeat(200)}</ol>`,
  (html) => `<table><tbody>${row}<tr><td>${html}</td></tr>${row}</tbody></table>`,
  (html) => `<svg>${many}${html}</svg><details>${many}<summary>${html}</summary></details>`,
  (html) => html.repeat(50),
];
const samples = [...hostileSamples, ...plainSamples, ...hostileTexts.map((html) => ({ name: html, html }))];

const alerted = vi.spyOn(window, 'alert').mockImplementation(() => {});
afterEach(() => expect(alerted).not.toHaveBeenCalled());

test.each(samples)('[HTML-01 to HTML-04] $name is in steps what it is at once', ({ html }) => {
  for (const wrapped of around)
    for (const kind of ['plain', 'rich'] as const)
      expect(inSteps(wrapped(html), kind)).toBe(sanitiseInBrowser(wrapped(html), kind));
});

test.each(samples)('[HTML-01 to HTML-04] $name is the same wherever it is cut', ({ html }) => {
  const text = `<p>a</p>${html}<p>b</p>`;
  const whole = sanitiseInBrowser(text, 'rich');
  for (let step = 1; step <= 64; step += 1) expect(inSteps(text, 'rich', step)).toBe(whole);
});

test.each([
  ['one outermost element', `<div>${many.repeat(9)}</div>`],
  ['elements that go', `<section><article>${many.repeat(9)}</article></section>`],
  ['one list', `<ul>${'<li>one</li>'.repeat(900)}</ul>`],
])('a long text in %s comes in many pieces', (_name, html) => {
  const pieces = piecesOf(html, 'rich').map(written);
  expect(pieces.length).toBeGreaterThan(10);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(html.length / 5);
});

test('what comes late changes what stands before it, and nothing is taken over until then', () => {
  const html = `<table><tbody>${row}</tbody>${many}`;
  const steps = sanitiseInSteps(html, 'rich', 64);
  expect(steps.next().value).toBeUndefined();
  expect(inSteps(html, 'rich', 64)).toBe(sanitiseInBrowser(html, 'rich'));
  expect(inSteps(html, 'rich', 64)).toMatch(/^<p>before/);
});

test('[HTML-01 to HTML-04] a long form that answers by the name of a field is what it is at once', () => {
  const html = `<form>${many}<input name="attributes">${many}</form>`;
  expect(inSteps(html, 'rich')).toBe(sanitiseInBrowser(html, 'rich'));
});

test('where a browser writes nothing into a document without a window, all is read at once', () => {
  const write = vi.spyOn(Document.prototype, 'write').mockImplementation(() => {});
  const html = `<h2>a</h2>${many}`;
  const { headings } = atOnce(sanitiseInSteps(html, 'rich'));
  expect(inSteps(html, 'rich')).toBe(sanitiseInBrowser(html, 'rich'));
  expect([...headings]).toEqual(['2']);
  expect(write).toHaveBeenCalled();
  write.mockRestore();
});

test('the levels of headings are told before the first piece, without those that go', () => {
  const html = `<h2>a</h2>${many}<h5>b</h5><select><h1>c</h1></select><video><h3>d</h3></video>`;
  expect([...atOnce(sanitiseInSteps(html, 'rich')).headings].sort()).toEqual(
    [...sanitiseInBrowser(html, 'rich').matchAll(/<h(\d)/g)].map(([, level]) => level).sort(),
  );
});

test('nothing is loaded and nothing runs while a text is read', async () => {
  const at = (name: string) => `/loaded-while-read/${name}`;
  const html = [
    `<img src="${at('img')}" onload="alert(1)" onerror="alert(1)"><img srcset="${at('srcset')} 1x">`,
    `<script src="${at('script')}"></script><script>alert(1)</script><script type="module">import "${at('module')}"</script>`,
    `<link rel="stylesheet" href="${at('sheet')}"><link rel="preload" as="image" href="${at('preload')}"><link rel="prefetch" href="${at('prefetch')}">`,
    `<style>@import "${at('import')}"; body { background: url(${at('background')}) }</style>`,
    `<iframe src="${at('frame')}"></iframe><iframe srcdoc="<img src='${at('srcdoc')}'>"></iframe><object data="${at('object')}"></object><embed src="${at('embed')}">`,
    `<video src="${at('video')}" autoplay poster="${at('poster')}"></video><audio src="${at('audio')}" autoplay></audio>`,
    `<picture><source srcset="${at('source')}"><img src="${at('picture')}"></picture><input type="image" src="${at('input')}">`,
    `<svg><image href="${at('image')}"/><use href="${at('use')}#x"/></svg><body background="${at('body')}" onload="alert(1)">`,
    `<meta http-equiv="refresh" content="0;url=${at('refresh')}"><div style="background: url(${at('style')})">x</div>`,
    `<details open ontoggle="alert(1)">x</details><input autofocus onfocus="alert(1)">`,
  ].join('');
  const loaded = () =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('loaded-while-read'));
  for (const step of [1, 64, 8192]) inSteps(html + many, 'rich', step);
  // A picture of the page itself is told of, so that those of the text would be, too.
  const own = new Image();
  own.src = at('own');
  await expect.poll(() => loaded().some((name) => name.endsWith('own'))).toBe(true);
  expect(loaded().filter((name) => !name.endsWith('own'))).toEqual([]);
});
