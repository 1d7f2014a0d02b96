import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { personalTokens, tokenMarker } from '#contract/personal-tokens.ts';
import { sanitiseOnHost } from '#html/sanitise-on-host.ts';
import { dangersIn } from '#testing/dangers-in.ts';
import { hostileAddresses, hostileSamples, hostileTexts } from '#testing/hostile-samples.ts';
import { fillTokensInHtml, fillTokensInSteps, fillTokensInText, tokenValues } from './fill-tokens.ts';
import { atOnce } from './in-steps.ts';

const values = {
  recipient_name: 'Daniel Okafor',
  recipient_company: 'Brightwater & Sons',
  sender_name: 'Nora Lindqvist',
  message_subject: 'Eleven counters',
};

const parse = (html: string) => new JSDOM(html).window.document.body;

test('a subject may name the others, and nothing in it is expanded again', () => {
  const message_subject = 'For {{recipient_company}} {{recipient_name}} {{message_subject}}';
  const filled = tokenValues({ ...values, recipient_name: '{{sender_name}}', message_subject });
  expect(fillTokensInText('“{{message_subject}}”', filled)).toBe('“For Brightwater & Sons {{sender_name}}”');
});

test('[PBUILD-14, PBUILD-15] each of the four markers is replaced by its value', () => {
  expect(Object.keys(personalTokens).sort()).toEqual(Object.keys(values).sort());
  expect(
    fillTokensInText(
      '{{recipient_name}}, {{recipient_company}}, {{sender_name}}, {{message_subject}}',
      values,
    ),
  ).toBe('Daniel Okafor, Brightwater & Sons, Nora Lindqvist, Eleven counters');
  expect(fillTokensInHtml('<p>{{recipient_company}} {{ sender_name }}</p>', values)).toBe(
    '<p>Brightwater &amp; Sons Nora Lindqvist</p>',
  );
});

test('other markers stay as they are', () => {
  expect(fillTokensInText('{{notes}} {recipient_name} {{constructor}}', values)).toBe(
    '{{notes}} {recipient_name} {{constructor}}',
  );
});

test('a value that holds a marker is not expanded again', () => {
  const tricky = { ...values, recipient_name: '{{sender_name}}', sender_name: '{{message_subject}} $&' };
  expect(fillTokensInText('{{recipient_name}} {{sender_name}}', tricky)).toBe(
    '{{sender_name}} {{message_subject}} $&',
  );
  const link = fillTokensInHtml('<a href="/x?{{recipient_name}}">{{recipient_name}}</a>', tricky);
  expect(link).not.toContain('Nora');
  expect(parse(link).textContent).toBe('{{sender_name}}');
});

test.each(hostileTexts)('the value %j is text where a text stands', (text) => {
  const html = fillTokensInHtml('<p>{{recipient_name}}</p>', { ...values, recipient_name: text });
  const { document } = new JSDOM('<body></body>').window;
  document.body.innerHTML = html;
  expect(document.body.firstElementChild?.textContent).toBe(text.replaceAll('\0', ''));
  expect(dangersIn(document.body)).toEqual([]);
});

test.each([...hostileTexts, ...hostileAddresses, 'lone \ud800'])(
  'the value %j changes no address it is put into',
  (text) => {
    const filled = fillTokensInHtml(
      `<a href="${tokenMarker('recipient_name')}">x</a><img src='{{recipient_name}}' alt="{{recipient_name}}">`,
      { ...values, recipient_name: text },
    );
    expect(dangersIn(parse(filled))).toEqual([]);
    expect(dangersIn(parse(sanitiseOnHost(filled, 'rich')))).toEqual([]);
  },
);

test.each(hostileSamples)('in steps a long text with $name is filled as at once', ({ html }) => {
  const part = `<p>{{recipient_name}}</p>${html}<a title='>' href="/x?{{ sender_name }}">{{sender_name}}</a>"`;
  for (const long of [part.repeat(1200), `${part}${'words '.repeat(9000)}${part}`, `<a "${part.repeat(900)}`])
    expect(atOnce(fillTokensInSteps(long, values))).toBe(fillTokensInHtml(long, values));
});

test('a long text is filled in several steps', () => {
  const steps = [...fillTokensInSteps('<p>{{recipient_name}}</p>'.repeat(9000), values)];
  expect(steps.length).toBeGreaterThan(3);
});
