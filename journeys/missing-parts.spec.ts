import { expect, test } from './support/journey.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

// Without a worker, which has the whole app: as at a first visit, or where a browser has none.
test.use({ serviceWorkers: 'block', expectedErrors: /ChunkFailure|dynamically imported|error occurred/i });

const part = '**/assets/whats-new-screen*';
const missing = 'This page could not be loaded.';

test('[ERR-16] a page whose part is gone from the host says so, and a reload brings it with what was typed', async ({
  page,
  host,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.open('/user/profile');
  await page.getByLabel('Job title').fill('Head of sales');

  await page.route(part, (route) => route.fulfill({ status: 404, body: 'Not here' }));
  await rep.open('/whats-new');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(missing);
  await expect(page.getByRole('banner')).toBeVisible();

  // Without a host a reload would end nowhere, so none is offered until it is back.
  await host.stop();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  const main = page.getByRole('main').getByRole('alert');
  await expect(main).toContainText('There is no connection.');
  await expect(main.getByRole('button')).toBeHidden();
  await host.start();
  await page.unroute(part);
  await main.getByRole('button', { name: 'Reload' }).click({ timeout: 70_000 });
  await expect(rep.heading).toHaveText("What's new");

  await rep.open('/user/profile');
  await expect(page.getByLabel('Job title')).toHaveValue('Head of sales');
});
