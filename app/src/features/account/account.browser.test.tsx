// Fetched with the tests, as form-page.ts says.
import './account-screen.tsx';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { alert, save } from '#testing/form-page.ts';
import type { SampleOptions } from '#testing/sample-options.ts';
import { desktop, expectNoAxeViolations, phone, setColorScheme, showApp } from '#testing/show-app.tsx';

const showAccount = (options: SampleOptions = {}) => showApp('/user/account', options);

const labels = ['Current password', 'New password', 'Confirm new password'] as const;
const field = (name: (typeof labels)[number]) => page.getByLabelText(name, { exact: true });
const check = 'Please check the errors below and try again';

async function fillIn(existing: string, wanted: string, confirmation = wanted) {
  await field('Current password').fill(existing);
  await field('New password').fill(wanted);
  await field('Confirm new password').fill(confirmation);
}

test('[ACCT-01] who is not signed in is led to the 401 page', async () => {
  const { at } = await showAccount({ session: { user: null } });
  await expect.poll(at).toBe('/access-denied');
});

test('[ACCT-02, NAV-16] the title, three fields and Save', async () => {
  await showAccount();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  for (const label of labels) await expect.element(field(label)).toHaveAttribute('type', 'password');
  await expect.element(save()).toBeEnabled();
});

test.each([
  ['Current password', 'current password'],
  ['New password', 'new password'],
  ['Confirm new password', 'the confirmation of the new password'],
] as const)('[ACCT-02] %s can be shown and hidden, by keyboard too', async (label, words) => {
  await showAccount();
  await page.getByRole('button', { name: `Show ${words}`, exact: true }).click();
  await expect.element(field(label)).toHaveAttribute('type', 'text');
  const hide = page.getByRole('button', { name: `Hide ${words}`, exact: true });
  (hide.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field(label)).toHaveAttribute('type', 'password');
});

test('[ACCT-03] offline everything is disabled, and says why', async () => {
  const { connection } = await showAccount({ connection: { online: false, icon: 'offline' } });
  for (const label of labels) await expect.element(field(label)).toBeDisabled();
  await expect.element(save()).toBeDisabled();
  const why = page.getByText('You must be online to update your account');
  await expect.element(why).toBeVisible();
  connection.set({ ...connection.current(), online: true });
  await expect.element(save()).toBeEnabled();
  await expect.element(why).not.toBeInTheDocument();
});

test('[ACCT-02] what was typed goes with its person when somebody else signs in in another window', async () => {
  const { session } = await showAccount();
  await fillIn('old one', 'correct horse');
  const now = session.current();
  session.set({ ...now, user: { ...now.user!, uuid: 'somebody-else' } });
  for (const label of labels) await expect.element(field(label)).toHaveValue('');
});

describe('checks', () => {
  test('[ACCT-04, ACCT-05, ACCT-07, ACCT-12] what is missing is told in a banner and below the fields, and the first gets the focus', async () => {
    const { calls } = await showAccount();
    await save().click();
    await expect.element(alert().getByText(check)).toBeVisible();
    await expect.element(page.getByText('Current password is required')).toBeVisible();
    await expect.element(page.getByText('New password is required')).toBeVisible();
    await expect.element(field('Current password')).toHaveFocus();
    await expect
      .element(field('Current password'))
      .toHaveAccessibleDescription('Current password is required');
    await alert().getByRole('button', { name: 'New password' }).click();
    await expect.element(field('New password')).toHaveFocus();
    expect(calls.filter((call) => call.startsWith('change'))).toEqual([]);
  });

  test('[ACCT-05, CONST-11] 5 characters are enough and 4 are not', async () => {
    const { calls } = await showAccount();
    await fillIn('old one', 'four');
    await save().click();
    const tooShort = page.getByText('Your password should be at least 5 characters long');
    await expect.element(tooShort).toBeVisible();
    await fillIn('old one', 'five5');
    await save().click();
    await expect.poll(() => calls).toContain('change password old one to five5');
    await expect.element(tooShort).not.toBeInTheDocument();
  });

  test('[ACCT-05] a host that asks for more is obeyed', async () => {
    await showAccount({ configuration: { passwordMinLength: 12 } });
    await fillIn('old one', 'eleven char');
    await save().click();
    await expect.element(page.getByText('Your password should be at least 12 characters long')).toBeVisible();
  });

  test('[ACCT-06] the confirmation has to be the same', async () => {
    const { calls } = await showAccount();
    await fillIn('old one', 'correct horse', 'correct house');
    await save().click();
    await expect.element(page.getByText('Passwords must match')).toBeVisible();
    await expect.element(field('Confirm new password')).toHaveFocus();
    expect(calls.filter((call) => call.startsWith('change'))).toEqual([]);
  });
});

describe('saving', () => {
  test('[ACCT-04] a current password of blanks alone is one', async () => {
    const { calls } = await showAccount();
    await fillIn(' '.repeat(5), 'correct horse');
    await save().click();
    await expect.poll(() => calls).toContain(`change password ${' '.repeat(5)} to correct horse`);
  });

  test('[ACCT-08, ACCT-09] it is busy until the answer comes, then empty, and says that it is done', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { calls } = await showAccount({ changePassword: () => promise });
    await fillIn('old one', 'correct horse');
    await save().click();
    await expect.element(save()).toBeDisabled();
    resolve();
    await expect.element(page.getByText('Your password has been updated.')).toBeVisible();
    for (const label of labels) await expect.element(field(label)).toHaveValue('');
    await expect.element(page.getByText(/is required/)).not.toBeInTheDocument();
    await expect.element(save()).toBeEnabled();
    expect(calls.filter((call) => call.startsWith('change'))).toEqual([
      'change password old one to correct horse',
    ]);
  });

  test.each([
    'You must be logged in to update your account',
    'You must be online to update your account',
    'An error occurred.  Please try again.',
    "Your current password is missing or incorrect; it's required to change the Password.",
  ])('[ACCT-08, ACCT-10, ACCT-11] a failure stands in a banner to be dismissed: %s', async (words) => {
    await showAccount({ changePassword: () => Promise.reject(new Error(words)) });
    await fillIn('old one', 'correct horse');
    await save().click();
    await expect.element(alert()).toBeVisible();
    expect(alert().element().textContent).toBe(words);
    await expect.element(field('New password')).toHaveValue('correct horse');
    await expect.element(save()).toBeEnabled();
    await alert().getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(alert()).not.toBeInTheDocument();
  });
});

test.each([
  ['light', phone],
  ['dark', desktop],
] as const)('axe finds nothing, with what is wrong and offline too (%s)', async (scheme, viewport) => {
  await viewport();
  setColorScheme(scheme);
  const { connection } = await showAccount();
  await expect.element(save()).toBeVisible();
  await expectNoAxeViolations('the form');
  await save().click();
  await expect.element(alert()).toBeVisible();
  await expectNoAxeViolations('what is wrong');
  connection.set({ ...connection.current(), online: false });
  await expect.element(save()).toBeDisabled();
  await expectNoAxeViolations('offline');
});
