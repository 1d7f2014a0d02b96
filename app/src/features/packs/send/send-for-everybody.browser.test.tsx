import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { MessageRecord } from '#storage/records.ts';
import { sampleUser } from '#testing/sample-content.ts';
import { samplePackServices } from '#testing/sample-packs.ts';
import { button, field, fill, late, paste, people, recipient } from '#testing/send-page.ts';
import {
  clearNotices,
  expectCleanAtEveryWidth,
  setColorScheme,
  showWorld,
  tablet,
} from '#testing/show-app.tsx';

const shareSheet = { share: async () => undefined, canShare: () => true };

beforeEach(async () => {
  clearNotices();
  await tablet();
  for (const [name, value] of Object.entries(shareSheet))
    Object.defineProperty(navigator, name, { value, configurable: true });
});
afterEach(() => {
  setColorScheme('light');
  for (const name of Object.keys(shareSheet)) Reflect.deleteProperty(navigator, name);
});

const sendForm = '/packs/brightwater/send';
const details = '/packs/brightwater/details';

const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

async function openPaste(list: string) {
  await button('Paste addresses').click(late);
  await expect.element(field('Addresses'), late).toBeVisible();
  await field('Addresses').fill(list);
}

async function pasteAndPress(how: 'Send' | 'Link') {
  await expect.element(field('Message'), late).toBeVisible();
  await openPaste(people);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Company name' }).fill('Brightwater');
  await inDialog('Add 3').click();
  await expect.element(recipient(3)).toBeVisible();
  await button(how).click();
}

async function limitLink() {
  await expect.element(field('Message'), late).toBeVisible();
  await page.getByLabelText('Link valid until').fill('2020-02-03');
  await field('Visits allowed').fill('3');
  await field('Link password').fill('terminal');
  await page.getByRole('checkbox', { name: 'Files can be looked at, not downloaded' }).click();
  await button('Link').click();
}

async function fromRow(act: 'Link options' | 'Send again') {
  await button('Daniel Okafor').click(late);
  await button(act).click(late);
}

const typeCompany = async () => {
  await expect.element(field('Message'), late).toBeVisible();
  await field('Company name').fill('bright');
};

const makeLink = async () => {
  await fill();
  await button('Link').click();
};

/** Its mail may have left, so that sending it again asks first. */
const message: MessageRecord = {
  ...{ id: 'm1', type: 'salestool--message', ownerId: sampleUser.uuid, sent: true, delivery: 'unknown' },
  ...{ first_name: 'Daniel', last_name: 'Okafor', email: 'daniel@brightwater.example' },
  ...{ subject: 'An offer', date_sent: 1_763_000_000, drupal_internal__id: 4 },
  pack: { type: 'salestool--pack', id: 'brightwater' },
};
const reports = { 'pack/brightwater/visits': { title: '', columns: [], rows: [], total: 0 } };
const recent = [
  { firstName: 'Daniel', lastName: 'Okafor', email: 'daniel@brightwater.example', company: 'Brightwater' },
  { firstName: 'Mia', lastName: 'Laurent', email: 'mia@brightwater.example', company: 'Brightwater Cafés' },
];
const preferences = { [`recipients.${sampleUser.uuid}`]: recent };
const options = { messages: [message], waiting: [], reports, preferences };

const dialog = (name: string | RegExp) => () => page.getByRole('dialog', { name });
const words = (text: string | RegExp) => () => page.getByText(text);

test.each<[string, string, () => Promise<unknown>, ReturnType<typeof dialog>]>([
  ['an empty list of addresses', sendForm, () => openPaste(''), dialog('Paste addresses')],
  ['a list of several', sendForm, () => openPaste(`${people}; nobody`), words(/^nobody –/)],
  [
    'the recent recipients that fit what is typed',
    sendForm,
    typeCompany,
    () => page.getByRole('region', { name: 'Recent recipients' }),
  ],
  [
    'what of a list was not added',
    sendForm,
    () => paste(`${people}; nobody`),
    words(/^These were not added/),
  ],
  ['several links at once', sendForm, () => pasteAndPress('Link'), dialog('3 links')],
  ['several mails at once', sendForm, () => pasteAndPress('Send'), dialog('Pack successfully sent!')],
  ['a limited link with a day that has passed', sendForm, limitLink, words(/^This day has passed/)],
  [
    'a link with its code, beside the share sheet',
    sendForm,
    makeLink,
    () => page.getByRole('dialog').getByRole('button', { name: 'Share the link' }),
  ],
  ['the options of a link that was made', details, () => fromRow('Link options'), dialog(/./)],
  ['the question before a mail is sent again', details, () => fromRow('Send again'), dialog(/./)],
])('axe finds nothing in %s at any width, in either scheme', async (_what, path, open, shown) => {
  for (const scheme of ['light', 'dark'] as const) {
    setColorScheme(scheme);
    const { screen } = await showWorld(path, samplePackServices(options));
    await open();
    await expect.element(shown(), late).toBeVisible();
    await expectCleanAtEveryWidth();
    await expect.element(shown()).toBeVisible();
    await screen.unmount();
    clearNotices();
  }
});

test('axe finds nothing in the form of a mail that is sent again at any width, in either scheme', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    setColorScheme(scheme);
    const { screen } = await showWorld(`${sendForm}?again=m1`, samplePackServices(options));
    await expect.element(field('First name'), late).toHaveValue('Daniel');
    await expect.element(field('Message'), late).toBeVisible();
    await expectCleanAtEveryWidth();
    await screen.unmount();
  }
});
