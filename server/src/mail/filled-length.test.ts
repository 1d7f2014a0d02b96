import { personalTokens } from '@satchel/core/contract/personal-tokens.ts';
import { fillTokensInHtml } from '@satchel/core/pack/fill-tokens.ts';
import { expect, test } from 'vitest';
import { addedByFilling, markersIn } from './filled-length.ts';

const values = {
  recipient_name: '&'.repeat(255),
  recipient_company: 'Crème & “Söhne”',
  sender_name: '',
  message_subject: '\ud800 <b>',
};

test.each([
  '{{recipient_name}}',
  '{{ recipient_name }}{{\nrecipient_company\t}}',
  '{{{{recipient_name}}}} {{nobody}} {{recipient_name}',
  '<a href="https://velden.example/?{{recipient_company}}{{message_subject}}">{{ message_subject }}</a>',
  'no marker {{ at all',
])('filled, a text is no longer than was said: %s', (text) => {
  const most = text.length + addedByFilling(markersIn([text]), values);
  expect(fillTokensInHtml(text, values).length).toBeLessThanOrEqual(most);
});

test('markers of several texts are counted, and nothing else', () => {
  const none = { recipient_name: 0, recipient_company: 0, sender_name: 0, message_subject: 0 };
  expect(Object.keys(none)).toEqual(Object.keys(personalTokens));
  expect(markersIn(['{{sender_name}} {{ sender_name }}', '{{sender_name}}', 'sender_name'])).toEqual({
    ...none,
    sender_name: 3,
  });
});
