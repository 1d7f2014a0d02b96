import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { samplePackServices } from '#testing/sample-packs.ts';
import { expectNoAxeViolations, setColorScheme, showWorld } from '#testing/show-app.tsx';

const sizes = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const;

const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Every address with a screen of its own, and something that only this screen shows. */
const screens = [
  ['/', () => title('Retail & Hospitality')],
  ['/content', () => page.getByRole('article', { name: 'T3 Counter' })],
  ['/content/t3', () => page.getByText('1–10 of 12')],
  ['/content/visit', () => page.getByText('counters', { exact: true })],
  ['/apps', () => page.getByRole('article', { name: 'Developer portal' })],
  ['/apps/portal', () => title('Developer portal')],
  ['/apps/calculator', () => page.getByTitle('Savings calculator')],
  ['/packs', () => page.getByRole('button', { name: 'More for Brightwater Cafés' })],
  ['/packs/brightwater/view', () => page.getByText('A word before we meet')],
  ['/packs/brightwater/send', () => page.getByRole('textbox', { name: /Email/ }).first()],
  ['/packs/brightwater/build', () => page.getByRole('button', { name: 'The counter', exact: true }).first()],
  ['/packs/brightwater/edit', () => page.getByRole('treeitem').first()],
  ['/settings', () => page.getByRole('button', { name: 'Factory reset' })],
  ['/help', () => page.getByRole('link', { name: 'Online help' })],
  ['/whats-new', () => page.getByRole('heading', { level: 2, name: /1\.7\.0/ })],
  ['/access-denied', () => page.getByRole('link', { name: 'Go home' })],
  ['/nowhere', () => title(/404/)],
] as const;

const schemes = ['light', 'dark'] as const;

test.each(schemes)(
  'axe finds nothing on any screen in the %s scheme, at any width',
  async (scheme) => {
    setColorScheme(scheme);
    for (const [width, height] of sizes) {
      await page.viewport(width, height);
      const { history, screen } = await showWorld('/test', samplePackServices());
      for (const [path, sign] of screens) {
        history.push(path);
        await expect.element(sign()).toBeVisible();
        await expectNoAxeViolations(`${path} at ${width}`);
      }
      await screen.unmount();
    }
  },
  120_000,
);

const signedOut = [
  ['/user/login', () => page.getByRole('textbox', { name: 'Username or email' })],
  ['/user/logout', () => page.getByRole('heading', { level: 1, name: 'Signed out' })],
] as const;

test.each(schemes)('axe finds nothing on the pages without the shell in the %s scheme', async (scheme) => {
  setColorScheme(scheme);
  for (const [width, height] of sizes) {
    await page.viewport(width, height);
    for (const [path, sign] of signedOut) {
      const { screen } = await showWorld(path, samplePackServices());
      await expect.element(sign()).toBeVisible();
      await expectNoAxeViolations(`${path} at ${width}`);
      await screen.unmount();
    }
    const picker = await showWorld('/', samplePackServices({ session: { activeChannelId: null } }));
    await expect.element(page.getByRole('heading', { level: 1, name: 'Channel' })).toBeVisible();
    await expectNoAxeViolations(`channel picker at ${width}`);
    await picker.screen.unmount();
  }
});

test.each(schemes)('axe finds nothing in open menus and dialogs in the %s scheme', async (scheme) => {
  setColorScheme(scheme);
  const { history, updateReady } = await showWorld(
    '/settings',
    samplePackServices({ configuration: { flags: { recentFiles: true } } }),
  );
  await expect.element(title('Settings')).toBeVisible();
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expectNoAxeViolations('profile menu');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await page.getByRole('tab', { name: /^Waiting/ }).click();
  await expect.element(page.getByRole('button', { name: 'Discard' })).toBeVisible();
  await expectNoAxeViolations('waiting');
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect.element(page.getByRole('heading', { name: 'Event log' })).toBeVisible();
  await expectNoAxeViolations('log');
  history.push('/content');
  await expect.element(title('Resources')).toBeVisible();
  await page.getByRole('button', { name: 'Packs', exact: true }).click();
  await expect.element(page.getByRole('menuitem', { name: 'All packs' })).toBeVisible();
  await expectNoAxeViolations('area menu');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  updateReady.set(true);
  await expect.element(page.getByRole('dialog', { name: 'New version' })).toBeVisible();
  await expectNoAxeViolations('new version');
});
