import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { clearNotices, desktop, expectNoAxeViolations, showApp } from '#testing/show-app.tsx';

const tooltip = () => page.getByRole('tooltip');
const inHeader = (name: string) => page.getByRole('banner').getByRole('button', { name, exact: true });
const level = (name: string) =>
  page.getByRole('radiogroup', { name: 'Hints' }).getByText(name, { exact: true });

/** Comes to a control by the keyboard, at which its hint shows at once. */
async function reach(control: Locator) {
  (control.element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(control).toHaveFocus();
}

test('[MODEL-30, MODEL-31] Settings offers None, Normal and Verbose, and so many hints show at once', async () => {
  clearNotices();
  await desktop();
  await showApp('/settings');
  await expect.element(page.getByRole('radio', { name: 'Verbose' })).toBeChecked();
  // It comes with the page's content, and stands between the two after that.
  await expect.element(inHeader('Refresh')).toBeVisible();
  const [connection, search] = [inHeader('Online'), inHeader('Search')];
  await reach(connection);
  await expect.element(tooltip()).toHaveTextContent('Online');
  await reach(search);
  await expect.element(tooltip()).toHaveTextContent('Search');

  await level('Normal').click();
  await expect.element(page.getByText('Only what nothing else on the page says.')).toBeVisible();
  await reach(connection);
  await expect.element(tooltip()).toHaveTextContent('Online');
  await reach(search);
  await expect.element(tooltip()).not.toBeInTheDocument();

  await level('None').click();
  await expect.element(page.getByText('No hints at the controls, and no tours.')).toBeVisible();
  await reach(connection);
  await expect.element(tooltip()).not.toBeInTheDocument();
  await expectNoAxeViolations();

  await level('Verbose').click();
  await reach(search);
  await expect.element(tooltip()).toHaveTextContent('Search');
});

test.each([0, 1] as const)('[MODEL-31] at hint level %i no tour begins by itself', async (hints) => {
  await showApp('/', { configuration: { tours: true }, hints });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Resources/ }).first()).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
