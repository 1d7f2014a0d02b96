// Fetched with the tests: on a busy machine what is fetched when it is first shown may come too late.
import './auth-settings-dialog.tsx';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SampleOptions } from '#testing/sample-options.ts';
import { motionEnds, showApp } from '#testing/show-app.tsx';

const showSignIn = (options: SampleOptions = {}) =>
  showApp('/user/login', { ...options, session: { user: null, ...options.session } });

const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const username = () => page.getByRole('textbox', { name: 'Username or email' });
const password = () => page.getByLabelText('Password', { exact: true });
const login = () => page.getByRole('button', { name: 'Login', exact: true });

async function fillIn() {
  await username().fill('nora');
  await password().fill('correct horse');
}

test('[AUTH-02, AUTH-06] a welcome, the two fields and Login', async () => {
  await showSignIn();
  await expect.element(title('Welcome to Satchel')).toBeVisible();
  await expect.element(username()).toBeVisible();
  await expect.element(password()).toBeVisible();
  await expect.element(login()).toBeVisible();
});

test('[AUTH-02] the eye shows what was typed as the password, and hides it again', async () => {
  await showSignIn();
  await password().fill('correct horse');
  await expect.element(password()).toHaveAttribute('type', 'password');
  const eye = page.getByRole('button', { name: 'Show password' });
  const { width, height } = eye.element().getBoundingClientRect();
  // A finger has to meet it.
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await eye.click();
  await expect.element(password()).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect.element(password()).toHaveAttribute('type', 'password');
});

describe('forgotten password', () => {
  const forgotten = () => page.getByRole('link', { name: 'I forgot my password' });

  test('[AUTH-03] in mode link it opens the address outside', async () => {
    const reset = { mode: 'link' as const, url: 'https://id.velden.example/reset' };
    await showSignIn({ configuration: { auth: { reset } } });
    await expect.element(forgotten()).toHaveAttribute('href', 'https://id.velden.example/reset');
    await expect.element(forgotten()).toHaveAttribute('target', '_blank');
  });

  test('[AUTH-03] in mode api it goes to the reset page', async () => {
    const { at } = await showSignIn();
    await forgotten().click();
    await expect.poll(at).toBe('/user/reset');
  });

  test('[AUTH-03, AUTH-07] whoever has signed in at the end of a reset goes back past the form, also after turning round once', async () => {
    const { at, history } = await showSignIn();
    await forgotten().click();
    await expect.poll(at).toBe('/user/reset');
    expect(history.canGoBack()).toBe(false);
    await page.getByRole('link', { name: 'Log in instead' }).click();
    await expect.poll(at).toBe('/user/login');
    expect(history.canGoBack()).toBe(false);
  });

  test('[AUTH-03] without a mode there is no link', async () => {
    await showSignIn({ configuration: { auth: { reset: null } } });
    await expect.element(login()).toBeVisible();
    await expect.element(forgotten()).not.toBeInTheDocument();
  });
});

describe('checks', () => {
  test('[AUTH-05, AUTH-06] a field is missed once it was left, not before', async () => {
    await showSignIn();
    await expect.element(username()).toBeVisible();
    await expect.element(page.getByText(/is required/)).not.toBeInTheDocument();
    await username().click();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByText('Username or email is required')).toBeVisible();
    await expect.element(username()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText('Password is required')).not.toBeInTheDocument();
  });

  test('what is wrong with a field stands below it with a sign, tied to it', async () => {
    await showSignIn();
    await login().click();
    await expect.element(page.getByText('Password is required')).toBeVisible();
    await expect.element(username()).toHaveAccessibleDescription('Username or email is required');
    const message = page.getByText('Username or email is required').element();
    const { width, maskImage, content } = getComputedStyle(message, '::before');
    expect(width).toBe('16px');
    expect(maskImage).toMatch(/^url\("data:image\/svg/);
    expect(content).toBe('""');
    const { top } = message.getBoundingClientRect();
    expect(top).toBeGreaterThan(username().element().getBoundingClientRect().bottom);
  });

  test('[AUTH-05, AUTH-06] an empty form says both on Login and asks nobody', async () => {
    const { calls } = await showSignIn();
    await login().click();
    await expect.element(page.getByText('Username or email is required')).toBeVisible();
    await expect.element(page.getByText('Password is required')).toBeVisible();
    await expect.element(username()).toHaveFocus();
    expect(calls.filter((call) => call.startsWith('sign in'))).toEqual([]);
  });
});

describe('signing in', () => {
  test('[AUTH-07] success leads home', async () => {
    const { at, calls } = await showSignIn();
    await fillIn();
    await login().click();
    await expect.element(title('Retail & Hospitality')).toBeVisible();
    expect(at()).toBe('/');
    expect(calls).toContain('sign in nora');
  });

  test('[AUTH-05] a password of blanks alone is one', async () => {
    const { calls } = await showSignIn();
    await fillIn();
    await password().fill(' '.repeat(5));
    await login().click();
    await expect.poll(() => calls).toContain('sign in nora');
  });

  test('[AUTH-07] the Enter key signs in too', async () => {
    const { at } = await showSignIn();
    await fillIn();
    await userEvent.keyboard('{Enter}');
    await expect.poll(at).toBe('/');
  });

  test('[AUTH-08, AUTH-11] a refusal is told in a banner that can be dismissed, and the words stay typed', async () => {
    const { at } = await showSignIn({
      signIn: () => Promise.reject(new Error('Failed to log in: Bad Request')),
    });
    await fillIn();
    await login().click();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('Unable to log in: Failed to log in: Bad Request');
    await expect.element(username()).toHaveValue('nora');
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(alert).not.toBeInTheDocument();
    expect(at()).toBe('/user/login');
  });

  test('[AUTH-08, AUTH-10] what a hostile host says is shown as text, and does not widen the page', async () => {
    const said = `<img src=x onerror="document.title = 'taken'">${'x'.repeat(250)}`;
    await showSignIn({ signIn: () => Promise.reject(new Error(`Failed to log in: ${said}`)) });
    await fillIn();
    await login().click();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent(`Unable to log in: Failed to log in: ${said}`);
    expect(alert.element().querySelector('img')).toBeNull();
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBe(clientWidth);
  });

  test('[AUTH-09] it is busy until the answer comes, and free again after a refusal', async () => {
    let refuse = () => {};
    const answer = new Promise<void>((_, reject) => {
      refuse = () => reject(new Error('No response'));
    });
    const { calls } = await showSignIn({ signIn: () => answer });
    await fillIn();
    const width = () => login().element().getBoundingClientRect().width;
    const widthBefore = width();
    await login().click();
    await expect.element(login()).toBeDisabled();
    expect(width()).toBe(widthBefore);
    const label = login().getByText('Login').element();
    await motionEnds();
    expect(label.checkVisibility({ opacityProperty: true })).toBe(true);
    await userEvent.keyboard('{Enter}');
    refuse();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Unable to log in: No response');
    await expect.element(login()).toBeEnabled();
    expect(calls.filter((call) => call === 'sign in nora')).toHaveLength(1);
  });

  test('[AUTH-15] a host that signs in on a page of its own gets a button in place of the form', async () => {
    const mode = { mode: 'link', url: 'https://id.velden.example/', client: '', scope: '' } as const;
    await showSignIn({ configuration: { auth: { login: mode } } });
    await expect
      .element(page.getByRole('link', { name: 'Login' }))
      .toHaveAttribute('href', 'https://id.velden.example/');
    await expect.element(username()).not.toBeInTheDocument();
  });
});

test('[AUTH-15] who has no account is led to where they get one, if the host has such a page', async () => {
  const register = { mode: 'link' as const, url: 'https://id.velden.example/join' };
  await showSignIn({ configuration: { auth: { register } } });
  const link = page.getByRole('link', { name: 'Register' });
  await expect.element(link).toHaveAttribute('href', 'https://id.velden.example/join');
  await expect.element(link).toHaveAttribute('target', '_blank');
});

test.each([null, { mode: 'api', url: '/register' } as const])(
  '[AUTH-15] any other setting of the register shows nothing (%o)',
  async (register) => {
    await showSignIn({ configuration: { auth: { register } } });
    await expect.element(login()).toBeVisible();
    await expect.element(page.getByText('Register')).not.toBeInTheDocument();
  },
);

test('without a connection it says what signing in needs', async () => {
  const { connection } = await showSignIn({ connection: { online: false, icon: 'offline' } });
  const words = page.getByText('There is no connection to the server. Signing in needs one.');
  await expect.element(words).toBeVisible();
  connection.set({ ...connection.current(), online: true });
  await expect.element(words).not.toBeInTheDocument();
});

describe('Advanced', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Advanced' });
  const url = () => dialog().getByRole('textbox', { name: 'Authorisation URL' });
  const client = () => dialog().getByRole('textbox', { name: 'Client ID' });
  const save = () => dialog().getByRole('button', { name: 'Save' });

  test('[AUTH-04] it edits the Authorisation URL and the Client ID', async () => {
    const { calls } = await showSignIn();
    await page.getByRole('button', { name: 'Advanced' }).click();
    await expect.element(url()).toHaveValue('https://host.example/oauth/token');
    await expect.element(client()).toHaveValue('satchel');
    await url().fill('https://other.example/oauth/token');
    await client().fill('satchel-test');
    await save().click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls).toContain('auth https://other.example/oauth/token satchel-test');
  });

  test('[ERR-19] what is no web address is not taken', async () => {
    const { calls } = await showSignIn();
    await page.getByRole('button', { name: 'Advanced' }).click();
    await url().fill('javascript:alert(1)');
    await save().click();
    await expect.element(dialog().getByText('Authorisation URL is not a valid web address')).toBeVisible();
    await expect.element(url()).toHaveFocus();
    expect(calls.filter((call) => call.startsWith('auth'))).toEqual([]);
  });

  test('[AUTH-04] both are required', async () => {
    const { calls } = await showSignIn();
    await page.getByRole('button', { name: 'Advanced' }).click();
    await url().fill('');
    await client().fill('');
    await save().click();
    await expect.element(dialog().getByText('Authorisation URL is required')).toBeVisible();
    await expect.element(dialog().getByText('Client ID is required')).toBeVisible();
    await dialog().getByRole('button', { name: 'Cancel' }).last().click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls.filter((call) => call.startsWith('auth'))).toEqual([]);
  });
});
