import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleServices } from '#testing/sample-services.ts';
import { expectNoAxeViolations, showApp, showWorld } from '#testing/show-app.tsx';

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

test.each([
  ['of the settings', '/settings', 'Factory reset'],
  ['that an address asks', '/?reset', 'Yes'],
])('[SET-12] a reset that fails is told in the question %s, which stays', async (_, path, yes) => {
  const world = sampleServices();
  const reset = vi.fn(async () => {});
  reset.mockRejectedValueOnce(new Error('The database does not close'));
  world.services.device.factoryReset = reset;
  await showWorld(path, world);
  if (path === '/settings') await page.getByRole('button', { name: 'Factory reset' }).click();
  await press(yes);
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('This device was not cleared: The database does not close');
  await expect.element(dialog().getByRole('button', { name: yes, exact: true })).toBeEnabled();
  await expectNoAxeViolations();
  await press(yes);
  await expect.element(dialog().getByRole('alert')).not.toBeInTheDocument();
  expect(reset).toHaveBeenCalledTimes(2);
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

/** The name of the next file that is saved. */
function savedFile() {
  const { click } = HTMLAnchorElement.prototype;
  onTestFinished(() => {
    HTMLAnchorElement.prototype.click = click;
  });
  return new Promise<string>((resolve) => {
    HTMLAnchorElement.prototype.click = function save() {
      resolve(this.download);
    };
  });
}

test('unsent work can be sent or saved as a file first', async () => {
  const { calls } = await showApp('/?reset');
  await expect.element(dialog().getByText('4 items wait on this device and would be lost.')).toBeVisible();
  await press('Send it now');
  expect(calls).toContain('push all');
  const saved = savedFile();
  await press('Save a copy');
  expect(await saved).toMatch(/^satchel-unsent-\d{4}-\d\d-\d\d\.json$/);
  expect(calls).toContain('copy');
  await expect
    .element(dialog().getByText(/^A copy is among your downloads: satchel-unsent-.*\.json$/))
    .toBeVisible();
});

test('the copy can be read by browsers that read it a moment after it was asked for', async () => {
  const letGo = vi.spyOn(URL, 'revokeObjectURL');
  onTestFinished(() => letGo.mockRestore());
  await showApp('/?reset');
  const saved = savedFile();
  await press('Save a copy');
  await saved;
  await expect.element(dialog().getByText(/^A copy is among your downloads/)).toBeVisible();
  expect(letGo).not.toHaveBeenCalled();
});

test('a copy that could not be made is not said to be there', async () => {
  const world = sampleServices();
  world.services.waiting.copy = () => Promise.reject(new Error('The database does not open'));
  await showWorld('/?reset', world);
  await press('Save a copy');
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('A copy could not be saved: The database does not open');
  await expect.element(dialog().getByText(/among your downloads/)).not.toBeInTheDocument();
});

test('offline the work can only be saved', async () => {
  await showApp('/?reset', { connection: { icon: 'offline', online: false } });
  await expect.element(dialog().getByRole('button', { name: 'Save a copy' })).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Send it now' })).not.toBeInTheDocument();
});
