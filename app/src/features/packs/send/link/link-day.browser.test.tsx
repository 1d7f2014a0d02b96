import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type SamplePackOptions, samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, expectNoAxeViolations, showWorld } from '#testing/show-app.tsx';
import { openLink } from '../message-form.ts';
import { dayOf, endOfDay } from './link-day.ts';

beforeEach(clearNotices);

/** A dialog's code comes with its first opening, which takes its time on a busy machine. */
const late = { timeout: 15_000 };

const longAgo = '2020-02-03';

const form = {
  ...{ firstName: 'Daniel', lastName: 'Okafor', email: 'daniel@b.example', company: 'Brightwater' },
  ...{ subject: 'Offer', messageHtml: '', contactPermission: false, memo: '', signature: 'none' as const },
  link: { ...openLink, expires: endOfDay(longAgo) },
};
/** A message that waits, written until a day that has passed since. */
const waiting = { refused: { id: 'm1', form, reason: null } };

const show = (options: SamplePackOptions = {}) =>
  showWorld('/packs/brightwater/send?message=m1', samplePackServices({ ...waiting, ...options }));
const button = (name: string) => page.getByRole('button', { name, exact: true });
const options = page.getByRole('button', { name: /^Options/ });
const day = page.getByLabelText('Link valid until');
const passed = page.getByText('This day has passed. Choose today or later, or leave it empty.');

test.each(['Send', 'Link'])('[PSEND-08] %s stops at a link until a day that has passed', async (how) => {
  const { recorded } = await show();
  await expect.element(day).toHaveValue(longAgo);
  await button(how).click();
  await expect.element(passed).toBeVisible();
  await expect.element(day).toHaveFocus();
  await expect.element(day).toHaveAttribute('aria-invalid', 'true');
  await expectNoAxeViolations();
  await page.getByRole('textbox', { name: 'Link password' }).fill('terminal');
  await expect.element(passed).toBeVisible();
  await day.fill(dayOf(Date.now()));
  await expect.element(passed).not.toBeInTheDocument();
  expect(recorded).toEqual([]);
  await button(how).click();
  await expect.element(button('Finish'), late).toBeVisible();
  expect(recorded.map((each) => each.form.link?.expires)).toEqual([endOfDay(dayOf(Date.now()))]);
});

test('[PSEND-04, PSEND-08] Options that were folded away open for the day, and can be folded again', async () => {
  const { preferences } = await show({ preferences: { 'send.options': false } });
  await expect.element(options).toHaveAttribute('aria-expanded', 'false');
  await button('Send').click();
  await expect.element(passed).toBeVisible();
  await expect.element(day).toHaveFocus();
  // The rep chose to have them folded, and has not chosen otherwise.
  expect(preferences.get('send.options')).toBe(false);
  await options.click();
  await expect.element(options).toHaveAttribute('aria-expanded', 'false');
  await expect.element(day).not.toBeVisible();
  await button('Send').click();
  await expect.element(day).toHaveFocus();
});

test('[PSEND-08] what is wrong with a recipient comes first, and the day is open to be seen', async () => {
  await show({ preferences: { 'send.options': false } });
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  await email.fill('');
  await button('Send').click();
  await expect.element(email).toHaveFocus();
  await expect.element(passed).toBeVisible();
});

test('a host that cannot limit links keeps nothing back for a day that has no field', async () => {
  const { recorded } = await show({ takesLinkControl: false });
  await button('Send').click();
  await expect.element(button('Finish'), late).toBeVisible();
  expect(recorded).toHaveLength(1);
});
