import { expectNoAxeViolations } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { people } from './support/people.ts';
import { sendLink } from './support/send-link.ts';

const files = ['T3 Counter product guide', 'T3 on counter, front'];

for (const [title, options] of [
  ['on a phone without scripts', { viewport: { width: 390, height: 780 }, javaScriptEnabled: false }],
  ['on a desktop with scripts', { viewport: { width: 1280, height: 800 }, javaScriptEnabled: true }],
] as const) {
  test(`a link with a password and a number of visits opens ${title}`, async ({ host, browser }) => {
    const link = await sendLink(host, people.nora, files, {
      link_password: 'open sesame',
      link_max_views: 2,
    });
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(link.address);
    await expect(page.getByRole('heading', { name: 'This page has a password' })).toBeVisible();
    if (options.javaScriptEnabled) await expectNoAxeViolations(page);

    await page.getByLabel('Password').fill('open barley');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByText('That is not the password of this page.')).toBeVisible();
    if (options.javaScriptEnabled) await expectNoAxeViolations(page);

    await page.getByLabel('Password').fill('open sesame');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Brightwater Cafés', level: 1 })).toBeVisible();
    expect(page.url()).toBe(link.address);
    const pictures = page.locator('main img');
    await expect(pictures.first()).toBeVisible();
    await expect
      .poll(() => pictures.first().evaluate((picture: HTMLImageElement) => picture.naturalWidth))
      .toBeGreaterThan(0);
    const seen = await context.cookies();
    expect(seen.every(({ path, httpOnly }) => httpOnly && path === new URL(link.address).pathname)).toBe(
      true,
    );
    await context.close();
  });
}
