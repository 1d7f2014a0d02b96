import { JSDOM } from 'jsdom';
import { expect, test, vi } from 'vitest';
import { dangersIn } from '#testing/dangers-in.ts';
import { hostileSamples } from '#testing/hostile-samples.ts';
import { mapAddresses } from './host-addresses.ts';
import { sanitiseInBrowser } from './sanitise-in-browser.ts';
import { withDirections } from './text-direction.ts';

// Until 2025 browsers wrote '<' and '>' in the values of attributes as they are.
const { window } = new JSDOM('');
const written = Object.getOwnPropertyDescriptor(window.Element.prototype, 'innerHTML');
Object.defineProperty(window.Element.prototype, 'innerHTML', {
  ...written,
  get(this: Element): string {
    return written?.get
      ?.call(this)
      .replace(/="[^"]*"/g, (value: string) => value.replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
  },
});
vi.stubGlobal('window', window);

test('these browsers do so', () => {
  const body = window.document.createElement('body');
  body.innerHTML = '<img alt="&lt;p&gt;">';
  expect(body.innerHTML).toBe('<img alt="<p>">');
});

test.each(hostileSamples)(
  '$name stays harmless once addresses and directions are written into it',
  ({ html }) => {
    const shown = withDirections(mapAddresses(sanitiseInBrowser(html, 'rich'), (address) => address));
    expect(dangersIn(new JSDOM(shown).window.document.body)).toEqual([]);
  },
);
