// Fetched with the tests: on a busy machine a page that is fetched when it opens may come too late.
import './reset-screen.tsx';
import '#shell/notice-list.tsx';
import { eventTypes } from '@satchel/core/contract/events.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleUser } from '#testing/sample-content.ts';
import type { SampleOptions } from '#testing/sample-options.ts';
import {
  clearNotices,
  desktop,
  expectNoAxeViolations,
  phone,
  setColorScheme,
  showApp,
} from '#testing/show-app.tsx';

afterEach(() => {
  setColorScheme('light');
  clearNotices();
});

const showReset = (options: SampleOptions = {}) =>
  showApp('/user/reset', { ...options, session: { user: null, activeChannelId: null, ...options.session } });

const field = (name: string) => page.getByLabelText(name, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const alert = () => page.getByRole('alert');
const currentStep = () => document.querySelector('[aria-current="step"]')?.textContent;
const mail = 'nora@velden.example';

async function toCode() {
  await field('E-mail').fill(mail);
  await button('Send code').click();
  await expect.element(field('One-time code')).toHaveFocus();
}

async function toPassword() {
  await toCode();
  await field('One-time code').fill('123456');
  await button('Check code').click();
  await expect.element(field('New password')).toHaveFocus();
}

async function setPassword(typed = 'correct horse', confirmed = typed) {
  await field('New password').fill(typed);
  await field('Confirm new password').fill(confirmed);
  await button('Set password').click();
}

test('[NAV-14] the page exists when the reset mode is api', async () => {
  await showReset();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
});

test.each([null, { mode: 'link', url: 'https://id.velden.example/reset' } as const])(
  '[NAV-14, NAV-35] with any other mode it is a 404 (%o)',
  async (reset) => {
    await showReset({ configuration: { auth: { reset } } });
    await expect.element(page.getByText('(404) Sorry, nothing here...')).toBeVisible();
  },
);

test('[AUTH-29, AUTH-30] four steps: e-mail, code, password, and signed in', async () => {
  const { calls, at } = await showReset();
  await expect.poll(currentStep).toBe('1E-mail');
  await toCode();
  await expect.poll(currentStep).toBe('2Code');
  await expect.element(page.getByText(`If ${mail} belongs to an account`, { exact: false })).toBeVisible();
  await field('One-time code').fill('123 456');
  await button('Check code').click();
  await expect.element(field('New password')).toHaveFocus();
  await expect.poll(currentStep).toBe('3Password');
  await setPassword();
  await expect.element(page.getByText('You are signed in as nora.')).toBeVisible();
  expect(calls.filter((call) => /^(send|check|set|sign)/.test(call))).toEqual([
    `send code ${mail}`,
    `check code ${mail} 123 456`,
    `set password ${mail} 123 456 correct horse`,
    'sign in nora',
  ]);
  await expect.element(page.getByRole('link', { name: 'Continue' })).toHaveFocus();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect.poll(at).toBe('/');
});

test('[AUTH-07, AUTH-29] Back after the last step does not lead to the form', async () => {
  const { history, at } = await showReset();
  await toPassword();
  await setPassword();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect.poll(at).toBe('/');
  expect(history.canGoBack()).toBe(false);
});

test('[AUTH-07, AUTH-29] Back after a sign-in by hand at the end does not lead to the form', async () => {
  const { history, at } = await showReset({ signIn: () => Promise.reject(new Error('No response')) });
  await toPassword();
  await setPassword();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect.poll(at).toBe('/user/login');
  expect(history.canGoBack()).toBe(false);
});

test.each([
  ['the code', toCode],
  ['the password', toPassword],
])('[AUTH-30] Back from %s returns to step 1, where the address still stands', async (_, go) => {
  await showReset();
  await expect.element(field('E-mail')).toBeVisible();
  await expect.element(button('Back')).not.toBeInTheDocument();
  await go();
  await button('Back').click();
  await expect.element(field('E-mail')).toHaveValue(mail);
  await expect.poll(currentStep).toBe('1E-mail');
  await button('Send code').click();
  await expect.element(field('One-time code')).toHaveValue('');
});

test('[AUTH-30, AUTH-33] who has a code already types it without another being sent', async () => {
  const sendCode = () => Promise.reject(new Error('Three codes were sent within an hour. (-32000)'));
  const { calls } = await showReset({ passwordReset: { sendCode } });
  await button('I have a code').click();
  await expect.element(page.getByText('E-mail is required')).toBeVisible();
  await expect.element(field('E-mail')).toHaveFocus();
  await field('E-mail').fill(mail);
  await button('Send code').click();
  await expect.element(alert()).toHaveTextContent('Error: Three codes were sent within an hour. (-32000)');
  await button('I have a code').click();
  await expect.element(field('One-time code')).toHaveFocus();
  await expect.element(alert()).not.toBeInTheDocument();
  await expect.element(page.getByText(`Type the code from the mail that came to ${mail}.`)).toBeVisible();
  await field('One-time code').fill('123456');
  await button('Check code').click();
  await expect.element(field('New password')).toHaveFocus();
  expect(calls.filter((call) => /^(send|check)/.test(call))).toEqual([
    `send code ${mail}`,
    `check code ${mail} 123456`,
  ]);
});

describe('[AUTH-30] a step that was left before the server answered', () => {
  test('leads nowhere once it has', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await showReset({ passwordReset: { checkCode: () => promise } });
    await toCode();
    await field('One-time code').fill('123456');
    await button('Check code').click();
    await button('Back').click();
    await expect.element(field('E-mail')).toHaveFocus();
    resolve();
    await field('E-mail').fill('ines@velden.example');
    expect(currentStep()).toBe('1E-mail');
    await button('Send code').click();
    await expect.element(field('One-time code')).toHaveValue('');
    expect(currentStep()).toBe('2Code');
  });

  test('says nothing of its failure', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    await showReset({ passwordReset: { checkCode: () => promise } });
    await toCode();
    await field('One-time code').fill('000000');
    await button('Check code').click();
    await button('Back').click();
    reject(new Error('The code is wrong or has expired. (-32000)'));
    await field('E-mail').fill('ines@velden.example');
    await expect.element(alert()).not.toBeInTheDocument();
  });

  test('keeps nobody who has a code from the next, nor answers for it', async () => {
    const sent = Promise.withResolvers<void>();
    const checked = Promise.withResolvers<void>();
    const { calls } = await showReset({
      passwordReset: { sendCode: () => sent.promise, checkCode: () => checked.promise },
    });
    await field('E-mail').fill(mail);
    await button('Send code').click();
    await expect.element(button('Send code')).toBeDisabled();
    await button('I have a code').click();
    await field('One-time code').fill('123456');
    await expect.element(button('Check code')).toBeEnabled();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Check code')).toBeDisabled();
    sent.resolve();
    await field('One-time code').fill('123 456');
    await expect.element(button('Check code')).toBeDisabled();
    checked.resolve();
    await expect.element(field('New password')).toHaveFocus();
    expect(calls.filter((call) => /^(send|check)/.test(call))).toEqual([
      `send code ${mail}`,
      `check code ${mail} 123456`,
    ]);
  });

  test('keeps nobody who went Back from sending another', async () => {
    const { calls } = await showReset({ passwordReset: { checkCode: () => new Promise(() => {}) } });
    await toCode();
    await field('One-time code').fill('123456');
    await button('Check code').click();
    await button('Back').click();
    await expect.element(button('Send code')).toBeEnabled();
    await button('Send code').click();
    await expect.element(field('One-time code')).toHaveFocus();
    expect(calls.filter((call) => call.startsWith('send'))).toHaveLength(2);
  });

  test.each([
    ['for the first step', () => button('Back')],
    ['for the login page', () => page.getByRole('link', { name: 'Log in instead' })],
  ])('%s signs nobody in, and a password that was set is told', async (_, way) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { calls } = await showReset({ passwordReset: { setPassword: () => promise } });
    await toPassword();
    await setPassword();
    await way().click();
    await expect.element(field('New password')).not.toBeInTheDocument();
    resolve('nora');
    await expect.element(page.getByText('Your new password is set.')).toBeVisible();
    expect(calls).not.toContain('sign in nora');
  });
});

test('[AUTH-29] title and steps stand still from the first step to the last, and with a failure', async () => {
  const checkCode = async (_mail: string, code: string) => {
    if (code === '000000') throw new Error('The code is wrong or has expired. (-32000)');
  };
  for (const size of [phone, desktop]) {
    await size();
    const { screen } = await showReset({ passwordReset: { checkCode } });
    await expect.element(field('E-mail')).toBeVisible();
    const steps = () => document.querySelector('[aria-current="step"]')?.getBoundingClientRect().top;
    const top = steps();
    await toCode();
    expect(steps()).toBe(top);
    await field('One-time code').fill('000000');
    await button('Check code').click();
    await expect.element(alert()).toBeVisible();
    expect(steps()).toBe(top);
    await field('One-time code').fill('123456');
    await button('Check code').click();
    await expect.element(field('New password')).toHaveFocus();
    expect(steps()).toBe(top);
    await screen.unmount();
  }
});

describe('what is wrong', () => {
  test('[AUTH-31] what the host says stands in a banner that can be dismissed, and the step stays', async () => {
    const checkCode = () => Promise.reject(new Error('The code is wrong or has expired. (-32000)'));
    await showReset({ passwordReset: { checkCode } });
    await toCode();
    await field('One-time code').fill('000000');
    await button('Check code').click();
    await expect.element(alert()).toHaveTextContent('Error: The code is wrong or has expired. (-32000)');
    await expect.element(field('One-time code')).toHaveValue('000000');
    await alert().getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(alert()).not.toBeInTheDocument();
  });

  test('[AUTH-32] a failed automatic login is said, and the login page is one press away', async () => {
    const { at } = await showReset({ signIn: () => Promise.reject(new Error('No response')) });
    await toPassword();
    await setPassword();
    await expect.element(alert()).toHaveTextContent('Unable to log in: No response');
    await expect.element(page.getByText('Your new password is set.')).toBeVisible();
    await page.getByRole('link', { name: 'Login' }).click();
    await expect.poll(at).toBe('/user/login');
  });

  test('[AUTH-33, AUTH-35, ERR-19] the address and the code are required', async () => {
    const { calls } = await showReset();
    await button('Send code').click();
    await expect.element(page.getByText('E-mail is required')).toBeVisible();
    await expect.element(field('E-mail')).toHaveFocus();
    await field('E-mail').fill('nora');
    await button('Send code').click();
    await expect.element(page.getByText('E-mail is not a valid e-mail address')).toBeVisible();
    await toCode();
    await button('Check code').click();
    await expect.element(page.getByText('One-time code is required')).toBeVisible();
    expect(calls.filter((call) => call.startsWith('check'))).toEqual([]);
  });

  test('[AUTH-34, AUTH-35] the password is required, long enough, and typed twice the same', async () => {
    const { calls } = await showReset({ configuration: { passwordMinLength: 8 } });
    await toPassword();
    await setPassword('', '');
    await expect.element(page.getByText('Please enter a password')).toBeVisible();
    await expect.element(field('New password')).toHaveFocus();
    await setPassword('seven77');
    await expect.element(page.getByText('Your password should be at least 8 characters long')).toBeVisible();
    await setPassword('correct horse', 'correct house');
    await expect.element(page.getByText('Passwords do not match')).toBeVisible();
    await expect.element(field('Confirm new password')).toHaveFocus();
    expect(calls.filter((call) => call.startsWith('set'))).toEqual([]);
  });
});

test('[AUTH-38] the reset is logged once, when the new password is set', async () => {
  const { events } = await showReset();
  await toPassword();
  expect(events).toEqual([]);
  await setPassword();
  await expect.element(page.getByText('You are signed in as nora.')).toBeVisible();
  expect(events.filter(({ eventTypeId }) => eventTypeId === eventTypes.USER_PASSWORD_RESET)).toHaveLength(1);
});

test('[AUTH-38, F18] is not the doing of whoever signed in meanwhile when whose password it is cannot', async () => {
  const { events, session } = await showReset({
    signIn: async () => {
      session.set({ ...session.current(), user: sampleUser });
      throw new Error('No response');
    },
  });
  await toPassword();
  await setPassword();
  await expect.element(alert()).toHaveTextContent('Unable to log in: No response');
  expect(events.filter(({ eventTypeId }) => eventTypeId === eventTypes.USER_PASSWORD_RESET)).toEqual([]);
});

test('[AUTH-32, F4] a device without room for the log signs in all the same', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await showReset({ eventLog: { log: () => Promise.reject(new Error('This device is full')) } });
  await toPassword();
  await setPassword();
  await expect.element(page.getByText('You are signed in as nora.')).toBeVisible();
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

test('while a step is taken its button is busy and nothing is asked twice', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { calls } = await showReset({ passwordReset: { sendCode: () => promise } });
  await field('E-mail').fill(mail);
  await button('Send code').click();
  await expect.element(button('Send code')).toBeDisabled();
  resolve();
  await expect.element(field('One-time code')).toBeVisible();
  expect(calls.filter((call) => call.startsWith('send'))).toHaveLength(1);
});

test.each([
  ['light', phone],
  ['dark', desktop],
] as const)('axe finds nothing in any step (%s)', async (scheme, viewport) => {
  await viewport();
  setColorScheme(scheme);
  await showReset();
  await expect.element(field('E-mail')).toBeVisible();
  await expectNoAxeViolations('the address');
  await toCode();
  await button('Check code').click();
  await expectNoAxeViolations('the code');
  await field('One-time code').fill('123456');
  await button('Check code').click();
  await expect.element(field('New password')).toHaveFocus();
  await expectNoAxeViolations('the password');
  await setPassword();
  await expect.element(page.getByText('You are signed in as nora.')).toBeVisible();
  await expectNoAxeViolations('the end');
});
