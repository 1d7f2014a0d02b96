import { devices } from '@playwright/test';
import PostalMime from 'postal-mime';
import { asPerson } from './support/as-person.ts';
import { expect, test } from './support/journey.ts';
import { linkIn } from './support/outgoing.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

// A phone that says what it is: a headless browser is told from a reader by its name.
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };

const five = ['Daniel Okafor', 'Mia Laurent', 'Sven Aalto', 'Priya Nair', 'Lena Brandt'];
const addressOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@brightwater.example`;

test('[PSEND-26, PRPT-06] built offline, sent to five people, each mailed once, and seen who opened', async ({
  page,
  host,
  mailbox,
  browser,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  await host.stop();
  await page.goto('/');
  await page.reload();
  await expect(rep.connection).toHaveAccessibleName(/^Offline/);
  await rep.buildPack({
    name: 'Brightwater Cafés',
    title: 'A word before we meet',
    text: 'Dear {{recipient_name}}',
    bundle: 'M1 Mobile',
  });
  await page.getByRole('link', { name: 'Back' }).click();

  await test.step('send it to five people', async () => {
    await page.getByRole('link', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Paste addresses' }).click();
    const list = five.map((name) => `${name} <${addressOf(name)}>`).join('; ');
    await page.getByRole('textbox', { name: 'Addresses' }).fill(list);
    await page.getByRole('dialog').getByRole('textbox', { name: 'Company name' }).fill('Brightwater');
    await page.getByRole('button', { name: 'Add 5' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).dblclick();
    const dialog = page.getByRole('dialog', { name: 'Pack saved for sending when next online' });
    await expect(dialog.getByText('0 of 5 saved to server.')).toBeVisible();
    await expect(dialog.getByText('Mail leaves only while the app is open and online.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Finish' }).click();
  });

  await test.step('they wait on this device, over a reload too', async () => {
    await page.goto(page.url().replace(/\/view$/, '/details'));
    await page.reload();
    await expect(page.getByText('saved on this device')).toHaveCount(5);
  });

  expect(mailbox.accepted).toEqual([]);
  await host.start();
  await expect.poll(() => mailbox.accepted.length, { timeout: 90_000 }).toBe(5);
  const mails = await Promise.all(mailbox.accepted.map(({ raw }) => new PostalMime().parse(raw)));
  expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual(five.map(addressOf).sort());
  expect(new Set(mails.map(({ text }) => linkIn(text ?? ''))).size).toBe(5);
  await expect(page.getByText('5 prospects, none has opened it')).toBeVisible();
  // Nobody has to come back or reload to see that all mails left.
  await expect(page.getByText('mailed', { exact: true })).toHaveCount(5, { timeout: 30_000 });
  await expect(page.getByText(/could not be fetched/)).not.toBeVisible();

  await test.step('one of them reads it', async () => {
    const mail = mails.find(({ to }) => to?.[0]?.address === addressOf('Mia Laurent'));
    const context = await browser.newContext(phone);
    await asPerson(context);
    const prospect = await context.newPage();
    await prospect.goto(linkIn(mail?.text ?? ''));
    await expect(prospect.getByText('Dear Mia Laurent')).toBeVisible();
    await prospect.mouse.wheel(0, 200);
    await prospect.waitForRequest(
      (request) => request.url().endsWith('/views') && request.method() === 'POST',
    );
    await context.close();
  });

  await test.step('and the rep sees who', async () => {
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('5 prospects, 1 has opened it')).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Mia Laurent' }).click();
    await expect(page.getByText('Opened on a phone')).toBeVisible();
    await expect(page.getByText('Sent by e-mail')).toBeVisible();
  });
  expect(mailbox.accepted).toHaveLength(5);
});
