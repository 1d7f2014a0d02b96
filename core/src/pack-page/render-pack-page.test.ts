import { describe, expect, test } from 'vitest';
import { asBody, medias, page, shown, text, words } from '#testing/shown-page.ts';
import { renderPackPage } from './render-pack-page.ts';

describe('the page', () => {
  test('[PVIEW-01] reads channel header, title, items in order, signature and channel footer in this order', () => {
    const sections = [...words('<p>First words</p>').elements, ...medias().elements];
    const all = shown({ sections }).textContent ?? '';
    const order = [
      'Channel header',
      'Brightwater Cafés',
      'First words',
      'Product guide',
      '+46 (70) 555 01 42',
      'Channel footer',
    ];
    expect(order.map((part) => all.indexOf(part))).toEqual(
      order.map((part) => all.indexOf(part)).toSorted((a, b) => a - b),
    );
    for (const part of order) expect(all).toContain(part);
  });

  test('[PVIEW-01] header, signature and footer of the channel are optional', () => {
    const { sender: _, headerHtml: __, footerHtml: ___, ...bare } = page;
    const body = asBody(renderPackPage(bare));
    expect(body.querySelector('.channel-header, .channel-footer, .sender, .from')).toBeNull();
    expect(text(body, 'h1')).toBe('Brightwater Cafés');
  });

  test('a prospect’s page has one first heading and its landmarks, whatever headings its texts bring', () => {
    const body = shown({ sections: words('<h1>Big</h1><h2>Smaller</h2><h6>Small</h6>').elements });
    expect(body.querySelectorAll('h1')).toHaveLength(1);
    for (const landmark of ['header', 'main', 'footer'])
      expect(body.querySelectorAll(landmark)).toHaveLength(1);
    const levels = [...body.querySelectorAll('.section :is(h1,h2,h3,h4,h5,h6)')].map(
      ({ localName }) => localName,
    );
    expect(levels).toEqual(['h2', 'h3', 'h4', 'h5']);
  });

  test('inside the app the screen keeps the first heading and the main landmark', () => {
    const body = shown({ audience: 'rep', sections: words('<h1>Big</h1>').elements });
    expect(body.querySelector('h1, main')).toBeNull();
    expect(text(body, 'h2.pack-title')).toBe('Brightwater Cafés');
  });

  test('says for whom it is, with what is known', () => {
    expect(text(shown(), '.recipient .wide-only')).toBe('Prepared for Daniel Okafor, Brightwater');
    const parts = shown().querySelectorAll('.recipient .wide-only bdi');
    expect([...parts].map(({ textContent }) => textContent)).toEqual(['Daniel Okafor', 'Brightwater']);
    expect(text(shown({ recipient: { name: 'Daniel', company: '' } }), '.recipient .wide-only')).toBe(
      'Prepared for Daniel',
    );
    expect(shown({ recipient: { name: '', company: '' } }).querySelector('.recipient')).toBeNull();
  });

  test('says what the page tells its sender, where it does', () => {
    expect(text(shown({ privacyText: 'It <tells> how long' }), '.privacy')).toBe('It <tells> how long');
    expect(shown().querySelector('.privacy')).toBeNull();
  });

  test('calls and writes to the sender', () => {
    const links = [...shown().querySelectorAll('.sender a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['tel:+46315550100', 'tel:+46705550142', 'mailto:nora@velden.example']);
  });

  test.each([
    ['+46 (0)70-555 01 42', 'tel:+46705550142'],
    ['0046 (0) 70 555 01 42', 'tel:0046705550142'],
    ['(0)70-555 01 42', 'tel:0705550142'],
    ['+1 555 123 4567 ext. 12', 'tel:+15551234567;ext=12'],
    ['+1 555 123 4567x12', 'tel:+15551234567;ext=12'],
    ['+1 (555) 123 4567 #12', 'tel:+15551234567;ext=12'],
  ])('a call to %s goes to whom it says', (telephone, address) => {
    const link = shown({ sender: { name: 'N', telephone } }).querySelector('.sender .call');
    expect(link?.getAttribute('href')).toBe(address);
  });

  test('a mail address can add no header to the mail', () => {
    const body = shown({ sender: { name: 'N', email: 'a@b.example?bcc=c@d.example&body=x' } });
    const address = body.querySelector('.sender a')?.getAttribute('href') ?? '';
    expect(address).not.toMatch(/[?&]/);
  });
});

describe('tokens', () => {
  const all = '{{recipient_name}}, {{recipient_company}}, {{sender_name}}, {{message_subject}}';

  test('[PBUILD-14, PBUILD-15] the prospect reads the values as plain text', () => {
    const body = shown({
      sections: words(`<p>${all}</p>`, 'For {{recipient_company}}').elements,
      title: 'For {{recipient_name}}',
    });
    expect(text(body, '.section p')).toBe('Daniel, Brightwater & Sons, Nora, Hello');
    expect([text(body, 'h1'), text(body, '.section h2')]).toEqual(['For Daniel', 'For Brightwater & Sons']);
  });

  test('[PBUILD-15] the app’s own view shows their plain names', () => {
    const body = shown({ sections: words(`<p>${all}</p>`).elements, tokens: 'names', audience: 'rep' });
    expect(text(body, '.section p')).toBe('recipient name, recipient company, sender name, message subject');
  });
});
