import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyMessage } from './message-form.ts';
import { readAddresses } from './read-addresses.ts';
import {
  addRecipients,
  emptyRecipient,
  messagesOf,
  mostRecipients,
  recipientsOf,
  type SendValues,
  withRecipients,
} from './recipients.ts';

const row = (email: string, firstName = '') => ({ firstName, lastName: '', email, company: '' });

describe('a pasted list of addresses', () => {
  test.each([
    ['daniel@brightwater.example', ['', '', 'daniel@brightwater.example']],
    ['Daniel Okafor <daniel@b.example>', ['Daniel', 'Okafor', 'daniel@b.example']],
    ['"Okafor, Daniel" <daniel@b.example>', ['Daniel', 'Okafor', 'daniel@b.example']],
    ['Okafor, Daniel <daniel@b.example>', ['Daniel', 'Okafor', 'daniel@b.example']],
    ['Mia van der Laurent <mia@b.example>', ['Mia van der', 'Laurent', 'mia@b.example']],
    ['<daniel@b.example>', ['', '', 'daniel@b.example']],
    ['mailto:daniel@b.example', ['', '', 'daniel@b.example']],
  ])('%s', (text, wanted) => {
    const [found] = readAddresses(text).found;
    expect([found?.firstName, found?.lastName, found?.email]).toEqual(wanted);
  });

  test('is apart at semicolons, commas and lines, and keeps what is no address', () => {
    const read = readAddresses(
      'a@b.example; "Two, Mia" <m@b.example>, nobody,\r\n"open <c@b.example>\nd@b.example',
    );
    expect(read.found.map(({ email }) => email)).toEqual([
      ...['a@b.example', 'm@b.example', 'c@b.example', 'd@b.example'],
    ]);
    expect(read.unreadable).toEqual(['nobody']);
  });

  test('as a mail program shows it has names with commas and without quotes', () => {
    const read = readAddresses(
      'van der Berg, Jan <jan@b.example>; Aalto, Sven <sven@b.example>,\nnobody, Mia <m@b.example>, d@b.example',
    );
    expect(read.found.map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
      ['Jan', 'van der Berg'],
      ['Sven', 'Aalto'],
      ['Mia', ''],
      ['', ''],
    ]);
    expect(read.unreadable).toEqual(['nobody']);
  });

  test('of any kind is read, and nothing but addresses comes out', () => {
    const piece = fc.constantFrom(
      '"',
      '<',
      '>',
      ',',
      ';',
      '\n',
      'a@b.example',
      'Bcc: x@y.example',
      ' ',
      'Zoë',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const { email } of readAddresses(pieces.join('')).found) expect(email).toMatch(/^[^\s<>",;]+$/);
      }),
    );
  });
});

describe('several recipients', () => {
  const form: SendValues = { ...emptyMessage('Pack', true), ...emptyRecipient(), others: [] };

  test('each gets a message of its own with the same words', () => {
    const values = withRecipients(
      { ...form, subject: 'Offer' },
      addRecipients([], [row('a@b.example'), row('c@d.example')]),
    );
    expect(values.email).toBe('a@b.example');
    const messages = messagesOf(values, recipientsOf(values));
    expect(messages.map(({ form }) => [form.email, form.subject])).toEqual([
      ['a@b.example', 'Offer'],
      ['c@d.example', 'Offer'],
    ]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
    expect(messages[0]?.form).not.toHaveProperty('others');
  });

  test('an address is taken once, blank rows are filled, and there is a most', () => {
    const [blank] = [emptyRecipient()];
    const twice = addRecipients([blank!], [row('a@b.example'), row('A@B.example'), row('c@d.example')]);
    expect(twice.map(({ email }) => email)).toEqual(['a@b.example', 'c@d.example']);
    const many = Array.from({ length: 80 }, (_, index) => row(`p${index}@b.example`));
    expect(addRecipients(twice, many)).toHaveLength(mostRecipients);
  });

  test('without recipients there is an empty one', () => {
    expect(recipientsOf(withRecipients(form, []))).toMatchObject([{ email: '', firstName: '' }]);
  });
});
