import { expectNoAxeViolations } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

const widths = [390, 820, 1440];
const schemes = ['light', 'dark'] as const;

/** Pages with real content on them, and what says that they are there. */
const pages = [
  ['/', 'Retail & Hospitality'],
  ['/content', 'Resources'],
  ['/apps', 'Experiences'],
  ['/packs', 'Packs'],
  ['/settings', 'Settings'],
  ['/whats-new', /new/i],
  ['/access-denied', /401/],
  ['/no/such/page', '(404) Sorry, nothing here...'],
  ['/user/account', 'Your account'],
  ['/user/profile', 'Your profile'],
] as const;

/** The components are looked at in every size and scheme anyway; with a real host and real content these two say most. */
const isQuick = (width: number, scheme: string) =>
  `${width} ${scheme}` === '390 light' || `${width} ${scheme}` === '1440 dark';

for (const scheme of schemes) {
  for (const width of widths) {
    const long = isQuick(width, scheme) ? '' : ' @long';
    test(`axe finds nothing on the screens at ${width} px, ${scheme}${long}`, async ({ page }) => {
      test.setTimeout(240_000);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      const rep = new Rep(page);
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
      await expectNoAxeViolations(page);
      await rep.signInToChannel(people.nora);

      for (const [address, heading] of pages) {
        await rep.open(address);
        await expect(rep.heading).toHaveText(heading);
        await expectNoAxeViolations(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${address} scrolls sideways`).toBeLessThanOrEqual(0);
      }

      await rep.open('/content');
      await rep.tile('T3 Counter').getByRole('link', { name: 'T3 Counter' }).click();
      await expect(page.getByText('T3 Counter product guide').first()).toBeVisible();
      await expectNoAxeViolations(page);

      await rep.open('/packs');
      await page.getByRole('link', { name: /^View First visit/ }).click();
      await expect(rep.heading).toHaveText(/First visit, restaurants/);
      await expect(page.getByRole('link', { name: 'Send', exact: true })).toBeVisible();
      await expectNoAxeViolations(page);
      const pack = page.url().replace(/\/view$/, '');
      await page.goto(`${pack}/send`);
      await expect(page.getByLabel('First name')).toBeVisible();
      await expectNoAxeViolations(page);

      await rep.open('/packs/-/build');
      await expect(page.getByRole('button', { name: 'Save', exact: true }).first()).toBeVisible();
      await expectNoAxeViolations(page);
    });
  }
}
