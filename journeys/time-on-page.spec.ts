import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { people } from './support/people.ts';
import { reader } from './support/reader.ts';
import { sendLink } from './support/send-link.ts';

const showroom = 'Virtual showroom';

interface Totals {
  visible_ms: number;
  medias: Record<string, number>;
}

/** What the page tells, the last at the end. */
function toldBy(page: Page) {
  const told: Totals[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') told.push(JSON.parse(request.postData() ?? '{}').totals);
  });
  return told;
}

test('time in which nobody is there is not counted', async ({ host, browser }) => {
  const { address } = await sendLink(host, people.nora, ['T3 on counter, front']);
  await reader(browser, {}, async (page) => {
    const told = toldBy(page);
    await page.clock.install();
    await page.goto(address);
    await page.mouse.move(200, 300, { steps: 3 });
    await page.clock.runFor('10:00');
    await expect.poll(() => told.at(-1)?.visible_ms).toBeGreaterThan(50_000);
    await page.mouse.move(300, 300, { steps: 3 });
    await page.clock.runFor('00:20');
    await expect.poll(() => told.at(-1)?.visible_ms).toBeGreaterThan(70_000);
    expect(told.at(-1)?.visible_ms).toBeLessThan(90_000);
  });
});

test('a film of somebody else counts for ten minutes after the last sign of its reader', async ({
  host,
  browser,
}) => {
  const { address } = await sendLink(host, people.nora, [showroom]);
  await reader(browser, {}, async (page) => {
    const told = toldBy(page);
    const watched = () => Object.values(told.at(-1)?.medias ?? {})[0];
    await page.route(
      ({ origin }) => origin !== new URL(address).origin,
      (route) => route.fulfill({ contentType: 'text/html', body: '<button>Play</button>' }),
    );
    await page.clock.install();
    await page.goto(address);
    await page.getByRole('link', { name: `View ${showroom}` }).click();
    await page.getByRole('button', { name: 'Play here' }).click();
    const player = page.frameLocator('dialog iframe').getByRole('button', { name: 'Play' });
    await expect(player).toBeVisible();
    await page.clock.runFor('01:00:00');
    await expect.poll(watched).toBeGreaterThan(9.5 * 60_000);
    expect(watched()).toBeLessThan(11 * 60_000);
    await page.getByRole('dialog').getByRole('heading', { name: showroom }).click();
    await player.click();
    await page.clock.runFor('01:00:00');
    await expect.poll(watched).toBeGreaterThan(19 * 60_000);
    expect(watched()).toBeLessThan(22 * 60_000);
  });
});

test('a visit goes on counting when its page is loaded again, where visits are limited', async ({
  host,
  browser,
}) => {
  const { address } = await sendLink(host, people.nora, ['T3 on counter, front'], { link_max_views: 3 });
  await reader(browser, {}, async (page) => {
    const told = toldBy(page);
    await page.clock.install();
    await page.goto(address);
    await page.mouse.move(200, 300, { steps: 3 });
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/views'));
    await page.clock.runFor('00:40');
    await kept;
    const before = told.at(-1)?.visible_ms ?? 0;
    expect(before).toBeGreaterThan(20_000);
    await page.reload();
    await page.mouse.move(300, 300, { steps: 3 });
    await page.clock.runFor('00:40');
    await expect.poll(() => told.at(-1)?.visible_ms).toBeGreaterThan(before + 5000);
  });
});
