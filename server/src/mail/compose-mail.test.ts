import { dangersIn } from '@satchel/core/testing/dangers-in.ts';
import { hostileSamples, hostileTexts } from '@satchel/core/testing/hostile-samples.ts';
import { parsedDocument } from '@satchel/core/testing/parsed-document.ts';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { createKeys } from '#keys.ts';
import { composeMail } from './compose-mail.ts';
import { htmlAsLines } from './html-as-lines.ts';
import { isMailAddress, readSender } from './mail-address.ts';
import type { PackMail } from './mail-content.ts';

const keys = createKeys(new Uint8Array(32).fill(1));
const config = {
  publicUrl: 'https://satchel.example',
  brand: { name: 'Velden', color: '#0d5c7a' },
  mailFrom: 'Velden Terminals <packs@velden.example>',
  bounces: { address: undefined, mailboxUrl: undefined, hookSecret: undefined },
};
const token = 'abcdefghijklmnopqrstuvwxyz012345';
const mail: PackMail = {
  kind: 'pack',
  to: { name: 'Daniel Okafor', address: 'daniel@brightwater.example' },
  replyTo: { name: 'Nora Lindqvist', address: 'nora@velden.example' },
  subject: 'Eleven counters',
  message: '<p>Dear {{recipient_name}}, see <a href="https://velden.example/t3">the T3</a>.</p>',
  packTitle: 'Brightwater Cafés',
  company: 'Brightwater',
  senderName: 'Nora Lindqvist',
  recipientName: 'Daniel Okafor',
  sealedToken: keys.seal(token),
  signature: {
    title: 'Nora Lindqvist',
    jobTitle: 'Key account manager',
    email: 'nora@velden.example',
    telephone: '+46 70 555 01 42',
    telephone2: '',
  },
  meantFor: null,
};

const id = '0190a1b2-0000-7000-8000-000000000001';
const compose = async (change: Partial<PackMail> = {}) => {
  const composed = await composeMail({ config, keys }, id, { ...mail, ...change }, Date.UTC(2026, 10, 20));
  return { ...composed, ...read(composed.bytes.toString('utf8')) };
};

/** Splits a mail into its headers and its decoded parts. */
function read(raw: string) {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const parts = raw
    .slice(end + 2)
    .split(/\r\n--/)
    .map(decodedPart);
  const part = (type: string) => parts.find(({ head }) => head.includes(type))?.text ?? '';
  return { headers, html: part('text/html'), plain: part('text/plain') };
}

function decodedPart(part: string) {
  const [head = '', ...body] = part.split('\r\n\r\n');
  const text = body.join('\n\n');
  if (/base64/i.test(head)) return { head, text: Buffer.from(text, 'base64').toString() };
  if (!/quoted-printable/i.test(head)) return { head, text };
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { head, text: Buffer.from(bytes, 'latin1').toString() };
}

const header = (headers: string[], name: string) =>
  headers.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));

test('a mail comes in the name of the rep from the configured address, and its answer goes to the rep', async () => {
  const { headers, envelope } = await compose();
  expect(header(headers, 'From')).toEqual([
    'From: Nora Lindqvist via Velden Terminals <packs@velden.example>',
  ]);
  expect(header(headers, 'Reply-To')).toEqual(['Reply-To: Nora Lindqvist <nora@velden.example>']);
  expect(header(headers, 'To')).toEqual(['To: Daniel Okafor <daniel@brightwater.example>']);
  expect(envelope).toEqual({ from: 'packs@velden.example', to: 'daniel@brightwater.example' });
});

test('the same message has the same Message-ID and the same bytes at every try', async () => {
  const first = await compose();
  expect(header(first.headers, 'Message-ID')).toEqual([
    `Message-ID: <${id}.${keys.signMail(id)}@velden.example>`,
  ]);
  expect(header((await compose()).headers, 'Message-ID')).toEqual(header(first.headers, 'Message-ID'));
  expect(header(first.headers, 'List-Unsubscribe')).toEqual([]);
});

test('both parts say what the rep wrote, where the pack is, and who sends it', async () => {
  const { html, plain } = await compose();
  for (const part of [html, plain]) {
    expect(part).toContain('Dear Daniel Okafor');
    expect(part).toContain(`https://satchel.example/p/${token}`);
    expect(part).toContain('Key account manager');
    expect(part).toContain('+46 70 555 01 42');
  }
  expect(plain).toContain('the T3 (https://velden.example/t3)');
  expect(html).not.toContain('<img');
  expect(html).toContain('<p dir="auto" style="margin:0 0 16px;">Dear');
});

test('what people wrote runs as their language does, each part for itself', async () => {
  const { html } = await compose({
    message: '<p>שלום {{recipient_name}}</p><p>Hello</p><ul><li>ראשון</li></ul>',
    packTitle: 'הצעה (T3)',
  });
  for (const own of [
    '<p dir="auto" style="margin:0 0 16px;">שלום Daniel Okafor</p><p dir="auto" style="margin:0 0 16px;">Hello</p>',
    '<ul dir="auto"><li>ראשון</li></ul>',
    '<span dir="auto">הצעה (T3)</span> is ready for you:',
    '<span dir="auto">Key account manager</span>',
  ])
    expect(html).toContain(own);
});

test('without a name of the rep, or of the host, the other one is the sender', async () => {
  const from = async (senderName: string, mailFrom: string) => {
    const parts = { config: { ...config, mailFrom }, keys };
    const { bytes } = await composeMail(parts, id, { ...mail, senderName }, 0);
    return header(read(bytes.toString('utf8')).headers, 'From');
  };
  expect(await from(' ', config.mailFrom)).toEqual(['From: Velden Terminals <packs@velden.example>']);
  expect(await from('Nora Lindqvist', 'packs@velden.example')).toEqual([
    'From: Nora Lindqvist <packs@velden.example>',
  ]);
});

test('a list of mails shows how the message begins, in words, and no letter more than anybody shows', async () => {
  const openingOf = async (change: Partial<PackMail>) => {
    const { bytes } = await compose(change);
    const { body } = parsedDocument((await PostalMime.parse(bytes)).html ?? '');
    const [first] = body.children;
    expect(first?.getAttribute('style')).toContain('display:none');
    return first?.textContent;
  };
  expect(await openingOf({})).toBe('Dear Daniel Okafor, see the T3. Brightwater Cafés is ready for you:');
  expect(await openingOf({ message: '' })).toBe('Brightwater Cafés is ready for you:');
  expect(await openingOf({ meantFor: 'Daniel' })).toMatch(/^This pack was sent from a live learning channel/);
  expect(await openingOf({ message: `<p>${'word '.repeat(100)}</p>` })).toMatch(/^(?:word ){27}word…$/);
});

test('items of a list stand close to each other', async () => {
  const { html } = await compose({ message: '<ul><li><p>T3</p></li></ul><p>Bye</p>' });
  expect(html).toContain('<li><p style="margin:0 0 4px;">T3');
});

test('an empty line of a message has its height in the mail, too', async () => {
  const { html, plain } = await compose({
    message: '<p>Dear Daniel</p><p></p><p style="text-align: right"> </p><ul><li><p></p></li></ul><p>Bye</p>',
  });
  const { body } = parsedDocument(html);
  const lines = [...body.querySelectorAll('div[dir] p')].map((line) => line.textContent);
  expect(lines).toEqual(['Dear Daniel', '\u00a0', '\u00a0', '\u00a0', 'Bye']);
  expect(plain).toMatch(/^Dear Daniel\n\n/);
});

test('without a signature there is no signature block', async () => {
  const { plain, html } = await compose({ signature: null });
  expect(plain).not.toContain('-- \n');
  expect(html).not.toContain('Key account manager');
});

test('markup and script that a rep pastes do nothing, and names are text', async () => {
  const { html } = await compose({
    message:
      '<p onclick="x()">Hi {{recipient_name}}</p><script>alert(1)</script><img src="https://spy.example/x.gif">',
    recipientName: '<b>Daniel</b>',
    packTitle: '</p><script>alert(2)</script>',
  });
  expect(html).not.toMatch(/<script|onclick|<img/);
  expect(html).toContain('&lt;b&gt;Daniel&lt;/b&gt;');
});

describe('what an attacker wrote does nothing', () => {
  /** Around and between what was written, the mail is as the host made it. */
  async function expectHarmless(bytes: Buffer, paragraphs?: number) {
    const { body } = parsedDocument((await PostalMime.parse(bytes)).html ?? '');
    expect(dangersIn(body)).toEqual([]);
    expect(body.querySelectorAll('body > table > tbody > tr > td > table')).toHaveLength(2);
    if (paragraphs !== undefined) expect(body.querySelectorAll('p')).toHaveLength(paragraphs);
    return body;
  }

  test('as HTML of a message', async () => {
    for (const { html: message } of hostileSamples) await expectHarmless((await compose({ message })).bytes);
  });

  test('as words in any field', async () => {
    const honest = await expectHarmless((await compose({ meantFor: 'x' })).bytes);
    const paragraphs = honest.querySelectorAll('p').length;
    for (const value of hostileTexts) {
      const signature = { title: value, jobTitle: value, email: value, telephone: value, telephone2: value };
      const names = { packTitle: value, company: value, senderName: value, recipientName: value };
      const { bytes } = await compose({ ...names, subject: value, signature, meantFor: value });
      await expectHarmless(bytes, paragraphs);
    }
  });

  test('in a notice', async () => {
    for (const value of hostileTexts) {
      const notice = { kind: 'notice', to: mail.to, subject: value, text: value } as const;
      const { bytes } = await composeMail({ config, keys }, id, notice, 0);
      const body = await expectHarmless(bytes, 1);
      expect(body.querySelector('p')?.textContent).toBe(value.replaceAll('\0', '').replaceAll('\n', ''));
    }
  });
});

test('a link to a content file leads to the pack instead: nobody outside gets its address', async () => {
  const { html } = await compose({
    message:
      '<a href="/sites/default/files/k/a.pdf">one</a><a href="https://satchel.example/app/pwa/sitefiles/k/a.pdf">two</a>',
  });
  expect(html).not.toMatch(/sites\/default|sitefiles/);
});

test('a mail from a live learning channel says whom it was meant for', async () => {
  const { html, plain } = await compose({
    to: mail.replyTo,
    meantFor: 'Daniel Okafor daniel@brightwater.example',
  });
  for (const part of [html, plain]) {
    expect(part).toContain('live learning channel');
    expect(part).toContain('daniel@brightwater.example');
  }
});

describe('nothing a person typed adds a header or a recipient', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom(
      'x\r\nBcc: thief@evil.example',
      'x\nX-Evil: 1',
      'x\u2028Bcc: thief@evil.example',
      '"x" <thief@evil.example>, y',
      'thief@evil.example, ',
      '=?utf-8?q?x=0d=0aBcc:_thief@evil.example?=',
    ),
  );
  test('whatever stands in names, company and subject', async () => {
    const expected = (await compose()).headers.map((line) => line.split(':')[0]);
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (subject, name, company) => {
        const { headers, envelope } = await compose({
          subject,
          company,
          recipientName: name,
          senderName: name,
          to: { name, address: mail.to.address },
          replyTo: { name, address: mail.replyTo.address },
        });
        const names = headers.map((line) => line.split(':')[0]);
        expect(names.filter((each) => each !== 'Subject')).toEqual(
          expected.filter((each) => each !== 'Subject'),
        );
        expect(envelope.to).toBe(mail.to.address);
        expect(
          header(headers, 'To')[0]
            ?.match(/<[^<>]*>/g)
            ?.at(-1) ?? header(headers, 'To')[0],
        ).toContain(mail.to.address);
      }),
      { numRuns: 150 },
    );
  });
});

test('the title of a pack has its tokens filled, as on the page it leads to', async () => {
  const { html, plain } = await compose({ packTitle: 'For {{recipient_company}}, {{recipient_name}}' });
  expect(plain).toContain('For Brightwater, Daniel Okafor is ready for you:');
  expect(html).toContain('>For Brightwater, Daniel Okafor</span>');
  expect(html + plain).not.toContain('{{');
});

test('a subject has its tokens filled, once, and so has the word for it', async () => {
  const { headers, html, plain } = await compose({
    subject: 'For {{recipient_company}}, {{recipient_name}} {{message_subject}}',
    recipientName: '{{sender_name}}',
    message: '<p>About “{{message_subject}}”</p>',
  });
  const subject = 'For Brightwater, {{sender_name}}';
  expect(header(headers, 'Subject')).toEqual([`Subject: ${subject}`]);
  expect(plain).toContain(`About “${subject}`);
  expect(html).toContain(`<title>${subject}`);
});

test('an address with letters of its country goes out as every server knows it, wherever it stands', async () => {
  const { envelope, headers } = await compose({ to: { name: '', address: 'jan@bücher.example' } });
  expect(envelope.to).toBe('jan@xn--bcher-kva.example');
  expect(header(headers, 'To')).toEqual(['To: jan@xn--bcher-kva.example']);
  const own = { ...config, mailFrom: 'packs@bücher.example' };
  const sent = await composeMail({ config: own, keys }, id, mail, 0);
  expect(sent.envelope.from).toBe('packs@xn--bcher-kva.example');
  expect(header(read(sent.bytes.toString()).headers, 'Message-ID')[0]).toMatch(/@xn--bcher-kva\.example>$/);
  const bounces = { ...config.bounces, address: 'back@bücher.example' };
  expect((await composeMail({ config: { ...config, bounces }, keys }, id, mail, 0)).envelope.from).toBe(
    'back@xn--bcher-kva.example',
  );
});

test.each([
  ['daniel@brightwater.example', true],
  ['d.o+x@sub.brightwater.example', true],
  ['jörg@bücher.example', true],
  ['', false],
  ['daniel', false],
  ['a@b@c', false],
  ['a@b.example, c@d.example', false],
  ['a@b.example\r\nBcc: c@d.example', false],
  ['<a@b.example>', false],
  ['"a b"@c.example', false],
  [`${'a'.repeat(250)}@b.example`, false],
])('%j is one plain address: %j', (text, isOne) => {
  expect(isMailAddress(text)).toBe(isOne);
});

test('names that make a message far too long are refused before it is sanitised', async () => {
  const senderName = '&'.repeat(255);
  const often = (times: number) => ({ senderName, message: `<p>${'{{ sender_name }}'.repeat(times)}</p>` });
  await expect(compose(often(10_000))).rejects.toThrow('may have 12920007 characters');
  expect((await compose(often(20))).plain).toContain(senderName.repeat(20));
});

test('a sender without an address stops the start by name', () => {
  expect(() => readSender('Velden')).toThrow(/MAIL_FROM/);
  expect(readSender('packs@velden.example')).toEqual({ name: '', address: 'packs@velden.example' });
});

test('HTML becomes text in lines', () => {
  expect(htmlAsLines('<h3>Prices</h3><ul><li>T3 &amp; M1</li><li>P2</li></ul><p>See<br>you</p>')).toBe(
    'Prices\n\n- T3 & M1\n- P2\n\nSee\nyou',
  );
  expect(htmlAsLines('<a href="https://x.example/?a=1&amp;b=2">shop</a>')).toBe(
    'shop (https://x.example/?a=1&b=2)',
  );
});

test('lists of an editor become text in lines: by hyphen or number, inner ones further in', () => {
  const inner = '<ol><li><p>One</p></li><li><p>Two</p><p>More of it</p></li></ol>';
  expect(htmlAsLines(`<p>We bring:</p><ul><li><p>T3</p>${inner}</li><li><p>P2</p></li></ul><p>Bye</p>`)).toBe(
    'We bring:\n\n- T3\n  1. One\n  2. Two\n\nMore of it\n\n- P2\n\nBye',
  );
  expect(htmlAsLines('<ol><li>First</li><li>Then</li></ol>')).toBe('1. First\n2. Then');
  expect(htmlAsLines('<ol start="3"><li>Third</li><li>Fourth</li></ol>')).toBe('3. Third\n4. Fourth');
});

test('an address to write to or to call is said once', () => {
  expect(htmlAsLines('<a href="mailto:nora@velden.example">nora@velden.example</a>')).toBe(
    'nora@velden.example',
  );
  expect(htmlAsLines('<a href="tel:+4631555">call me</a>')).toBe('call me (tel:+4631555)');
});
