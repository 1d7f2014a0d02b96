import { expect, test } from './support/journey.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

test.describe('while the code is still on its way', () => {
  // Its own copies of the code would come at once.
  test.use({ serviceWorkers: 'block' });

  test('a header button that is pressed too early is busy and opens its menu when it can', async ({
    page,
  }) => {
    const rep = new Rep(page);
    await rep.signInToChannel(people.tomas);

    const menus = [
      ['area-menu', 'Packs', page.getByRole('menuitem', { name: 'All packs' })],
      ['profile-menu', /tomas/i, page.getByRole('menuitem', { name: 'Logout' })],
      ['channel-switcher', /Retail & Hospitality/, page.getByRole('menuitemradio').first()],
    ] as const;
    for (const [chunk, name, entry] of menus) {
      const { promise: late, resolve: arrives } = Promise.withResolvers<void>();
      const address = new RegExp(`/assets/${chunk}-[^/]+\\.js$`);
      await page.route(address, async (route) => {
        await late;
        await route.continue();
      });
      await page.reload();
      const button = page.getByRole('banner').getByRole('button', { name });
      await button.click();
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await expect(entry).toBeHidden();
      arrives();
      await expect(entry).toBeVisible();
      await page.unroute(address);
    }
  });

  test('on a phone the menu button waits for its drawer', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const rep = new Rep(page);
    await rep.signInToChannel(people.nora);
    const { promise: late, resolve: arrives } = Promise.withResolvers<void>();
    await page.route(/\/assets\/app-drawer-[^/]+\.js$/, async (route) => {
      await late;
      await route.continue();
    });
    const button = page.getByRole('button', { name: 'Open menu' });
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    arrives();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Home' })).toBeVisible();
  });
});

test('what shows a notice is fetched before there is one, while nothing else is to be done', async ({
  page,
}) => {
  const list = page.waitForRequest(/\/assets\/notice-list-[^/]+\.js$/);
  await page.goto('/');
  await list;
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
});

test('files asked for at the very first visit come as soon as the worker is there, without a complaint', async ({
  page,
  context,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const { promise: late, resolve: arrives } = Promise.withResolvers<void>();
  await context.route('**/service-worker.js', async (route) => {
    await late;
    await route.continue();
  });
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.open('/content');
  const toggle = rep.tile('T3 Counter').getByRole('switch');
  await toggle.click();
  await expect(rep.tile('T3 Counter').getByText(/^0 of \d+ files/)).toBeVisible();
  await expect(toggle).not.toBeChecked();
  arrives();
  await expect(toggle).toBeChecked({ timeout: 60_000 });
  expect(warnings).toEqual([]);
});
