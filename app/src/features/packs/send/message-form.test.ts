import { describe, expect, test } from 'vitest';
import { endOfDay } from './link/link-day.ts';
import {
  emptyMessage,
  forNextRecipient,
  longestMessage,
  openLink,
  recipientName,
  recordable,
  sendErrors,
} from './message-form.ts';
import { readAddresses } from './recipients/read-addresses.ts';
import { sendOutcome } from './send-outcome.ts';

const now = new Date(2026, 10, 25, 15, 30).getTime();

const filled = {
  ...emptyMessage('Brightwater Cafés', true),
  id: 'one',
  others: [],
  firstName: 'Daniel',
  lastName: 'Okafor',
  email: 'daniel.okafor@brightwater.example',
  company: 'Brightwater',
};

describe('send form', () => {
  test('[PSEND-03, PSEND-05] a new message has the pack’s title as subject, and Mine only with a signature of one’s own', () => {
    expect(emptyMessage('Offer', true)).toMatchObject({ subject: 'Offer', signature: 'mine' });
    expect(emptyMessage('Offer', false).signature).toBe('default');
  });

  test('[PSEND-06, PSEND-07] names, company and email are required, in the generic words', () => {
    expect(sendErrors({ ...filled, firstName: ' ', lastName: '', email: '', company: '\t' }, now)).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Email is required',
      company: 'Company name is required',
    });
    expect(sendErrors(filled, now)).toEqual({});
    expect(sendErrors({ ...filled, subject: '', messageHtml: '', memo: '' }, now)).toEqual({});
  });

  test.each([
    'daniel.okafor+offer@mail.brightwater.example',
    'jan@bücher.example',
    'jan@БЫТ.рф',
    'r&d@firm.example',
    "o'neill@firm.example",
    'Jan@Firm.Example',
  ])('[PSEND-06] %s is an address', (email) => {
    expect(sendErrors({ ...filled, email }, now)).toEqual({});
    expect(readAddresses(`Jan Berg <${email}>`)).toMatchObject({ found: [{ email }], unclear: [] });
  });

  test.each([
    'daniel',
    'daniel@',
    '@brightwater.example',
    'a b@c.example',
    'a@b',
    'a@b.example, c@d.example',
    'a@b.example,c.example',
    'a@bücher',
    'a@bücher.example/offers',
    'a@bücher.example:25',
    'a@10.0.0.1',
    'a..b@c.example',
    '.a@c.example',
    'a@-c.example',
  ])('[PSEND-06, PSEND-07] %s is no address, in the form’s own words', (email) => {
    expect(sendErrors({ ...filled, email }, now)).toEqual({ email: 'Email is invalid - email address' });
  });

  test('each of several recipients is looked at by itself, and an address is written to once', () => {
    const other = {
      id: 'two',
      firstName: 'Mia',
      lastName: '',
      email: 'Daniel.Okafor@brightwater.example',
      company: '',
    };
    const others = [other, { ...other, id: 'three', email: 'mia' }];
    expect(sendErrors({ ...filled, others }, now)).toEqual({
      'others.0.lastName': 'Last name is required',
      'others.0.email': 'This address is already in the list',
      'others.0.company': 'Company name is required',
      'others.1.lastName': 'Last name is required',
      'others.1.email': 'Email is invalid - email address',
      'others.1.company': 'Company name is required',
    });
  });

  test('[PSEND-08] a link until a day that has passed keeps the message back, after what is wrong with the recipients', () => {
    const until = (expires: number | null) => ({ ...filled, link: { ...openLink, expires } });
    const passed = { 'link.expires': 'This day has passed. Choose today or later, or leave it empty.' };
    expect(sendErrors(until(endOfDay('2026-11-24')), now)).toEqual(passed);
    expect(sendErrors(until(endOfDay('2026-11-25')), now)).toEqual({});
    expect(sendErrors(until(null), now)).toEqual({});
    const both = sendErrors({ ...until(endOfDay('0206-11-25')), email: '' }, now);
    expect(Object.entries(both)).toEqual([['email', 'Email is required'], ...Object.entries(passed)]);
  });

  test('[PSEND-17] the form for the next recipient keeps the words and forgets the person', () => {
    const next = forNextRecipient({
      ...filled,
      messageHtml: '<p>Hello</p>',
      memo: 'Met at the fair',
      contactPermission: true,
    });
    expect(next).toMatchObject({
      firstName: '',
      lastName: '',
      email: '',
      company: '',
      memo: '',
      contactPermission: false,
      subject: 'Brightwater Cafés',
      messageHtml: '<p>Hello</p>',
    });
  });

  test('blanks around what was typed are not recorded, and an empty subject is the pack’s title', () => {
    const form = recordable(
      { ...filled, firstName: ' Daniel ', email: ' a@b.example ', subject: ' ' },
      'Offer',
    );
    expect(form).toMatchObject({ firstName: 'Daniel', email: 'a@b.example', subject: 'Offer' });
    expect(recipientName({ firstName: ' Daniel', lastName: ' ' })).toBe('Daniel');
  });
});

describe('the form for the next recipients', () => {
  test('[PSEND-17] keeps the words and the limits of the link, and drops its password with what was about the last ones', () => {
    const link = { expires: now, maxVisits: 3, password: 'terminal', download: false };
    const others = [{ ...filled, id: 'two' }];
    const form = { ...filled, others, link, memo: 'Met', contactPermission: true, messageHtml: '<p>Hi</p>' };
    expect(forNextRecipient(form)).toMatchObject({
      ...{ firstName: '', lastName: '', email: '', company: '', others: [], memo: '' },
      ...{ contactPermission: false, subject: 'Brightwater Cafés', messageHtml: '<p>Hi</p>' },
      link: { expires: now, maxVisits: 3, password: '', download: false },
    });
  });
});

test('a message that the server would refuse for its length is held back with a sentence', () => {
  const long = 'x'.repeat(longestMessage);
  expect(sendErrors({ ...filled, messageHtml: long }, now)).toEqual({});
  expect(sendErrors({ ...filled, messageHtml: `${long}x` }, now)).toEqual({
    messageHtml: 'This message is too long for the server. Shorten it, or write it into the pack.',
  });
});

describe('what became of a message', () => {
  const offline = { savedLocally: true, savedRemotely: false, failure: 'Application is offline' };

  test('[PSEND-18, PSEND-19] on the server: saved in the notice, sent in the confirmation', () => {
    const { notice, title } = sendOutcome({ savedLocally: true, savedRemotely: true, failure: null }, true);
    expect(notice).toEqual({ tone: 'done', text: 'Pack successfully saved!' });
    expect(title).toBe('Pack successfully sent!');
  });

  test('[PSEND-20, PSEND-21] offline: never said to be sent', () => {
    const { notice, title } = sendOutcome(offline, false);
    expect(notice).toEqual({
      tone: 'waiting',
      text: 'Pack saved locally and will be saved to server when next online',
    });
    expect(title).toBe('Pack saved for sending when next online');
  });

  test('[PSEND-22] refused or unreachable while online: the detail comes with it', () => {
    const { notice } = sendOutcome({ ...offline, failure: 'Server error (500)' }, true);
    expect(notice.action).toEqual({ label: 'See what waits', to: '/settings#waiting' });
    expect(notice.text).toBe(
      'The pack was saved locally but could not be saved to the server: Server error (500)',
    );
  });
});
