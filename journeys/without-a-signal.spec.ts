import type { Locator } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

const widthOf = (picture: Locator) => picture.evaluate((element: HTMLImageElement) => element.naturalWidth);

test('[CACHE-08, SYNC-09] the pictures of home and of the bundles are there without a signal, though nothing was chosen for offline', async ({
  host,
  page,
  context,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  await rep.picturesKept();
  await host.stop();
  // What the browser keeps by itself may go at any time.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.reload();
  const door = page.getByRole('link', { name: /^Resources/ }).locator('img');
  await expect.poll(() => widthOf(door)).toBeGreaterThan(0);
  await rep.open('/content');
  const tile = rep.tile('T3 Counter');
  await expect(tile.getByRole('switch')).not.toBeChecked();
  await expect.poll(() => widthOf(tile.locator('img'))).toBeGreaterThan(0);
});

test('[LOG-13] what was opened without a signal is told to the host when it is back, without a sign-out', async ({
  host,
  page,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  await rep.open('/content');
  await rep.keepOffline('T3 Counter');
  await host.stop();
  await page.reload();
  await page.getByRole('link', { name: 'T3 Counter' }).first().click();
  await page.getByRole('button', { name: 'Read here: T3 Counter product guide' }).click();
  await expect(page.getByRole('dialog', { name: 'T3 Counter product guide' })).toBeVisible();
  const told = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/salestool/log') &&
      (answer.request().postData() ?? '').includes('"event_type_id":31'),
    { timeout: 90_000 },
  );
  await host.start();
  expect((await told).ok()).toBe(true);
});
