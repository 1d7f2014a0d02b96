import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { samplePackServices } from '#testing/sample-packs.ts';
import { clearNotices, desktop, expectNoAxeViolations, showApp, showWorld } from '#testing/show-app.tsx';

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

const named = (name: string) => page.getByRole('button', { name, exact: true }).first();
const titles = () => {
  const controls = document.querySelectorAll<HTMLElement>('main :is(button, a, span)[title]');
  return [...controls].map(({ title }) => title);
};

test.each([
  ['/packs/brightwater/build', () => named('Undo')],
  ['/packs/brightwater/send', () => named('Bold')],
  ['/packs', () => page.getByRole('switch').first()],
  ['/content/t3', () => page.getByRole('switch').first()],
] as const)(
  '[MODEL-31] at None nothing shows at the controls of %s, which keep their names',
  async (path, control) => {
    await showWorld(path, samplePackServices({ hints: 0 }));
    await expect.element(control()).toBeVisible();
    expect(titles()).toEqual([]);
  },
);

test('[MODEL-31] at Normal a builder says what it takes back, and no more', async () => {
  await showWorld('/packs/brightwater/build', samplePackServices({ hints: 1 }));
  await named('Menu of The counter').click();
  await page.getByRole('menuitem', { name: 'Remove', exact: true }).click();
  await expect.poll(titles).toEqual([expect.stringMatching(/^Undo: ./)]);
});

test.each([0, 1] as const)('[MODEL-31] at hint level %i no tour begins by itself', async (hints) => {
  await showApp('/', { configuration: { tours: true }, hints });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Resources/ }).first()).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
