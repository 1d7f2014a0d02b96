import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fittingGroups } from './fitting-groups.ts';
import { linkAddress } from './link-address.ts';
import { pillsToMarkers } from './token-markers.ts';

describe('address of a link', () => {
  test.each([
    ['https://velden.example/a?b=c', 'https://velden.example/a?b=c'],
    [' velden.example ', 'https://velden.example'],
    ['velden.example:8080/a', 'https://velden.example:8080/a'],
    ['nora@velden.example', 'mailto:nora@velden.example'],
    ['tel:+46705550142', 'tel:+46705550142'],
  ])('%s means %s', (typed, address) => {
    expect(linkAddress(typed)).toBe(address);
  });

  test('nothing that a browser could run is ever an address', () => {
    for (const typed of [
      'javascript:alert(1)',
      ' JavaScript:x',
      'data:text/html,x',
      'vbscript:x',
      '',
      'word',
      '//x.example',
    ])
      expect(linkAddress(typed)).toBeNull();
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const address = linkAddress(typed);
        if (address !== null) expect(address).toMatch(/^(https?:\/\/|mailto:|tel:)/i);
      }),
    );
  });
});

describe('toolbar', () => {
  test('all groups stand side by side when there is room, and the last ones fold first', () => {
    expect(fittingGroups([100, 50, 50], 200, 40)).toBe(3);
    expect(fittingGroups([100, 50, 50], 199, 40)).toBe(2);
    expect(fittingGroups([100, 50, 50], 150, 40)).toBe(1);
    expect(fittingGroups([100, 50, 50], 90, 40)).toBe(0);
  });
});

describe('tokens', () => {
  test('[PBUILD-14] a pill is stored as its double-curly marker', () => {
    const html =
      '<p>Dear <span data-token="recipient_name">recipient name</span>, <strong>hello</strong></p>';
    expect(pillsToMarkers(html)).toBe('<p>Dear {{recipient_name}}, <strong>hello</strong></p>');
  });

  test('a span that is no known token stays as it is', () => {
    const html = '<p><span data-token="password">x</span></p>';
    expect(pillsToMarkers(html)).toBe(html);
  });
});
