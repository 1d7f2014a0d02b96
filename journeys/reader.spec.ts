import { expect, test } from './support/journey.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

test('a PDF that was kept reads to its last page while nobody answers', async ({ host, page }) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  await rep.open('/content');
  await rep.keepOffline('T3 Counter');
  await host.stop();
  await page.reload();
  await page.getByRole('link', { name: 'T3 Counter' }).first().click();
  await page.getByRole('button', { name: 'Read here: T3 Counter product guide' }).click();
  const reader = page.getByRole('dialog', { name: 'T3 Counter product guide' });
  await expect(reader.getByText('of 8', { exact: true })).toBeVisible();
  await expect(reader.getByText('offline', { exact: true })).toBeVisible();
  await page.keyboard.press('End');
  await expect(reader.locator('.page[data-page-number="8"] canvas')).toBeVisible();
});
