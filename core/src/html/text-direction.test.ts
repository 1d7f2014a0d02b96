import { expect, test } from 'vitest';
import { hostileSamples, plainSamples } from '#testing/hostile-samples.ts';
import { sanitiseOnHost } from './sanitise-on-host.ts';
import { withDirections } from './text-direction.ts';

test.each([
  [
    '<p>one</p><h3 style="text-align: center">two</h3>',
    '<p dir="auto">one</p><h3 dir="auto" style="text-align: center">two</h3>',
  ],
  [
    '<ul><li><p>one</p><ol><li>two</li></ol></li></ul><p>three</p>',
    '<ul dir="auto"><li><p>one</p><ol><li>two</li></ol></li></ul><p dir="auto">three</p>',
  ],
  [
    '<table><tbody><tr><td><p>one</p></td></tr></tbody></table><blockquote><p>two</p></blockquote>',
    '<table dir="auto"><tbody><tr><td><p>one</p></td></tr></tbody></table><blockquote dir="auto"><p>two</p></blockquote>',
  ],
  ['<div>one<p>two</p></div>', '<div dir="auto">one<p dir="auto">two</p></div>'],
  ['&lt;p&gt; <pre>words', '&lt;p&gt; <pre>words'],
])('the outermost blocks of %s run as their words do', (html, directed) => {
  expect(withDirections(html)).toBe(directed);
});

test.each([...hostileSamples, ...plainSamples])('$name keeps all else that it had', ({ html }) => {
  const sanitised = sanitiseOnHost(html, 'rich');
  expect(withDirections(sanitised).replaceAll(' dir="auto"', '')).toBe(sanitised);
});
