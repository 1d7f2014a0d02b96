import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoAxeViolations, showApp } from '#testing/show-app.tsx';

const question =
  'Are you sure you want to reset? You will lose all local data, including any messages not yet saved to the server!';
const dialog = () => page.getByRole('dialog', { name: 'Factory reset' });
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

test('[SET-13, SET-15] a reset in the address asks in the words of the specification; Yes clears all, the sign-in too', async () => {
  const { calls } = await showApp('/?reset');
  await expect.element(dialog().getByText(question)).toBeVisible();
  await expect.element(dialog().getByRole('checkbox')).not.toBeInTheDocument();
  await expectNoAxeViolations();
  expect(calls).not.toContain('reset false');
  await press('Yes');
  expect(calls).toContain('reset false');
});

test('[SET-14] No starts again without the query and clears nothing', async () => {
  const { calls } = await showApp('/settings?reset=1');
  await press('No');
  expect(calls).toContain('restart');
  expect(calls.filter((call) => call.startsWith('reset'))).toEqual([]);
});

test('[SET-15] it asks signed out too, and before the hash', async () => {
  const before = location.href;
  const address = new URL(before);
  address.searchParams.set('reset', '');
  history.replaceState(null, '', address);
  try {
    await showApp('/user/login', { session: { user: null, activeChannelId: null }, waiting: [] });
    await expect.element(dialog().getByText(question)).toBeVisible();
  } finally {
    history.replaceState(null, '', before);
  }
});

test('without the query nothing asks', async () => {
  await showApp('/settings');
  await expect.element(page.getByRole('heading', { name: 'Versions' })).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('what waits of others who sign in on this device is told of, and none of it is shown', async () => {
  await showApp('/?reset', { waiting: [], waitingOfOthers: 2 });
  await expect.element(dialog().getByText(/^2 items of others .* would be lost\./)).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Save a copy' })).not.toBeInTheDocument();
});

test('unsent work can be sent or saved as a file first', async () => {
  const { calls } = await showApp('/?reset');
  await expect.element(dialog().getByText('4 items wait on this device and would be lost.')).toBeVisible();
  await press('Send it now');
  expect(calls).toContain('push all');
  const saved = new Promise<string>((resolve) => {
    document.addEventListener(
      'click',
      (event) => {
        if (!(event.target instanceof HTMLAnchorElement)) return;
        event.preventDefault();
        resolve(event.target.download);
      },
      { capture: true },
    );
    HTMLAnchorElement.prototype.click = function click() {
      document.body.append(this);
      this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      this.remove();
    };
  });
  await press('Save a copy');
  expect(await saved).toMatch(/^satchel-unsent-\d{4}-\d\d-\d\d\.json$/);
  expect(calls).toContain('copy');
  await expect
    .element(dialog().getByText(/^A copy is among your downloads: satchel-unsent-.*\.json$/))
    .toBeVisible();
});

test('offline the work can only be saved', async () => {
  await showApp('/?reset', { connection: { icon: 'offline', online: false } });
  await expect.element(dialog().getByRole('button', { name: 'Save a copy' })).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Send it now' })).not.toBeInTheDocument();
});
