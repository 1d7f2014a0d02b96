import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Question } from '#services.ts';
import { expectNoise } from '#testing/quiet-browser.ts';
import { expectNoAxeViolations, phone, setColorScheme, showApp, tablet } from '#testing/show-app.tsx';

const tab = (name: string) => page.getByRole('tab', { name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const fact = (term: string) =>
  [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === term)?.nextElementSibling
    ?.textContent;

test('[SET-03, FLAG-01] feature flags are set on this device and hold after a reload', async () => {
  const { calls, services } = await showApp('/settings', { configuration: { flags: { packWizard: true } } });
  await tab('Settings').click();
  const wizard = page.getByRole('switch', { name: /^Pack wizard/ });
  await expect.element(wizard).toBeChecked();
  await wizard.click();
  await expect.element(wizard).not.toBeChecked();
  expect(services.flagChoices.chosen()).toEqual({ packWizard: false });
  await press('Reload');
  expect(calls).toContain('restart');
  await press('As configured');
  await expect.element(wizard).toBeChecked();
  expect(services.flagChoices.chosen()).toEqual({});
});

test('[SET-03] the configured addresses stand beside them', async () => {
  const auth = { reset: { mode: 'link', url: 'https://id.example/reset' } } as const;
  await showApp('/settings', { configuration: { host: 'https://content.example', auth } });
  await tab('Settings').click();
  await expect.poll(() => fact('Content host')).toBe('https://content.example');
  expect(fact('Sign-in')).toBe('https://host.example/oauth/token');
  expect(fact('Password reset')).toBe('https://id.example/reset');
  expect(fact('Registration')).toBe('None');
});

test('[SET-11] the tokens show only when they are asked for', async () => {
  await showApp('/settings');
  await tab('Debug').click();
  await expect.element(page.getByRole('heading', { name: 'Tokens' })).toBeVisible();
  expect(document.body.textContent).not.toMatch(/(access|refresh)-of-nora/);
  await press('Show token');
  await expect.element(page.getByText('access-of-nora')).toBeVisible();
  await press('Show refresh token');
  await expect.element(page.getByText('refresh-of-nora')).toBeVisible();
});

test.each([
  ['signs out', null],
  ['gives way to somebody else', 'somebody-else'],
])(
  '[SET-11] neither tokens nor answers stay once the person who had them shown %s in another window',
  async (_, uuid) => {
    const { session } = await showApp('/settings', {
      ask: async () => ({ address: 'https://host.example/x', status: 200, body: 'Of nora alone' }),
    });
    await tab('Debug').click();
    await press('Show token');
    await press('Fetch me');
    await expect.element(page.getByText('access-of-nora')).toBeVisible();
    await expect.element(page.getByText('Of nora alone')).toBeVisible();
    const now = session.current();
    session.set({ ...now, user: uuid === null ? null : { ...now.user!, uuid } });
    await expect.element(page.getByText('access-of-nora')).not.toBeInTheDocument();
    await expect.element(page.getByText('Of nora alone')).not.toBeInTheDocument();
  },
);

test('[SET-11, API-19] channel, me, the sign-in and any path are fetched and shown as they came', async () => {
  const asked: Question[] = [];
  await showApp('/settings', {
    ask: async (question) => {
      asked.push(question);
      return {
        address: 'https://host.example/x',
        status: 403,
        body: [{ title: 'Forbidden', detail: '<b>No</b>' }],
      };
    },
  });
  await tab('Debug').click();
  for (const name of ['Fetch channel', 'Fetch me', 'Fetch current user', 'Fetch OAuth debug'])
    await press(name);
  await page.getByRole('textbox', { name: 'Path on the server' }).fill('/jsonapi');
  await press('Fetch');
  await expect.poll(() => asked).toEqual(['channel', 'me', 'current-user', 'sign-in', { path: '/jsonapi' }]);
  await expect.element(page.getByText('Status 403, https://host.example/x')).toBeVisible();
  await expect.element(page.getByText(/"detail": "<b>No<\/b>"/)).toBeVisible();
});

test('[SET-11] what cannot be asked is said, and an answer of megabytes is cut', async () => {
  const ask = vi
    .fn()
    .mockRejectedValueOnce(new Error('No channel is chosen'))
    .mockResolvedValueOnce({ address: 'https://host.example/x', status: 200, body: 'x'.repeat(150_000) });
  await showApp('/settings', { ask });
  await tab('Debug').click();
  await press('Fetch channel');
  await expect.element(page.getByRole('alert')).toHaveTextContent('No channel is chosen');
  await press('Fetch me');
  await expect.element(page.getByText('The first 100000 of 150000 characters')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('[SET-11] an error on purpose shows the page of errors', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  expectNoise(/Error in route match/);
  await showApp('/settings');
  await tab('Debug').click();
  await press('Trigger an error');
  await expect.element(page.getByText(/Debug exception/)).toBeVisible();
  expect(said).toHaveBeenCalled();
  said.mockRestore();
});

test.each(['light', 'dark'] as const)('axe finds nothing on Settings and Debug, %s', async (scheme) => {
  setColorScheme(scheme);
  for (const size of [phone, tablet]) {
    await size();
    const { screen } = await showApp('/settings');
    await tab('Settings').click();
    await page.getByRole('switch', { name: /^Pack wizard/ }).click();
    await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await expectNoAxeViolations(`${scheme} settings`);
    await tab('Debug').click();
    await press('Show token');
    await press('Fetch me');
    await expect.element(page.getByText(/^Status 200/)).toBeVisible();
    await expectNoAxeViolations(`${scheme} debug`);
    await screen.unmount();
  }
});
