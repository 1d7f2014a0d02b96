import { devices, type Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { asPerson } from './support/as-person.ts';
import { expect, guardConsole, test } from './support/journey.ts';
import { linkIn } from './support/outgoing.ts';
import { people } from './support/people.ts';
import { Rep } from './support/rep.ts';

// A phone that says what it is: a headless browser is told from a reader by its name.
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };

const daniel = {
  firstName: 'Daniel',
  lastName: 'Okafor',
  email: 'daniel.okafor@brightwater.example',
  company: 'Brightwater Cafés',
};

/** Types a token the way the toolbar stores it. */
const greeting = 'Dear {{recipient_name}} of {{recipient_company}}, regards {{sender_name}}';

async function expectPackPage(page: Page, title: string) {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(
    page.getByText('Dear Daniel Okafor of Brightwater Cafés, regards Nora Lindqvist'),
  ).toBeVisible();
  await expect(page.getByText('+46 70 555 01 42').first()).toBeVisible();
}

test('[NAV-02, NAV-03, PSEND-01, PSEND-12, PSEND-18, PSEND-19] online: sign in, browse, build a pack and send it; the prospect reads it and the rep learns so', async ({
  page,
  host,
  mailbox,
  browser,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);

  await test.step('browse resources', async () => {
    await page
      .getByRole('link', { name: /^Resources/ })
      .first()
      .click();
    await expect(rep.heading).toHaveText('Resources');
    await rep.tile('T3 Counter').getByRole('link', { name: 'T3 Counter' }).click();
    await expect(rep.heading).toHaveText('T3 Counter');
    await expect(page.getByRole('row', { name: /T3 Counter product guide/ })).toBeVisible();
  });

  await rep.buildPack({
    name: 'Brightwater Cafés',
    title: 'A word before we meet',
    text: greeting,
    bundle: 'M1 Mobile',
  });

  await test.step('send it by e-mail', async () => {
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Send', exact: true }).click();
    await rep.fillRecipient({ ...daniel, message: 'Here is what we spoke about.' });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Pack successfully sent!')).toBeVisible();
  });

  await expect.poll(() => mailbox.accepted.length).toBe(1);
  const [received] = mailbox.accepted;
  const mail = await new PostalMime().parse(received?.raw ?? '');
  expect(mail.subject).toBe('Brightwater Cafés');
  expect(mail.to?.[0]?.address).toBe(daniel.email);
  expect(mail.replyTo?.[0]?.address).toBe('nora.lindqvist@velden.example');
  expect(mail.text).toContain('Here is what we spoke about.');

  await test.step('the prospect opens it on a phone', async () => {
    const context = await browser.newContext(phone);
    await asPerson(context);
    const prospect = await context.newPage();
    const problems: string[] = [];
    guardConsole(prospect, problems);
    await prospect.goto(linkIn(mail.text ?? ''));
    await expectPackPage(prospect, 'Brightwater Cafés');
    await expect(prospect.getByRole('link', { name: /View/ }).first()).toBeVisible();
    // Reading counts while the page is visible and somebody is there, and is reported when it is left.
    await prospect.mouse.wheel(0, 200);
    await prospect.waitForRequest(
      (request) => request.url().endsWith('/views') && request.method() === 'POST',
    );
    await context.close();
    expect(problems).toEqual([]);
  });

  await expect
    .poll(async () => {
      const answer = await page.evaluate(async () => {
        const token = JSON.parse(localStorage.getItem('satchel-session') ?? '').state.tokens.token;
        const response = await fetch('/jsonapi/salestool/message', {
          headers: { Authorization: `Bearer ${token}` },
        });
        return response.json();
      });
      return answer.data[0]?.attributes.opened;
    })
    .toBe(1);
  expect(host.isRunning).toBe(true);
});

test('[NAV-01, SYNC-01, SYNC-02, SYNC-11, PSEND-20, PSEND-21] offline: a rep works with the host gone, and everything goes out exactly once when it is back', async ({
  page,
  host,
  mailbox,
  browser,
}) => {
  const rep = new Rep(page);
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  await rep.keepOfflineWithVideos('T3 Counter');
  await rep.open('/apps');
  await rep.keepOffline('Savings calculator');

  await host.stop();
  await page.goto('/');
  await page.reload();
  await expect(rep.heading).toHaveText('Retail & Hospitality');
  await expect(rep.connection).toHaveAccessibleName(/^Offline/);

  await test.step('browse, open a PDF and play a video', async () => {
    await rep.open('/content');
    await rep.tile('T3 Counter').getByRole('link', { name: 'T3 Counter' }).click();
    await expect(rep.heading).toHaveText('T3 Counter');
    const popup = page.waitForEvent('popup');
    await page.getByText('T3 Counter product guide').first().click();
    const guide = await popup;
    await guide.waitForURL(/product-guide\.pdf/);
    await guide.close();
    const head = await page.evaluate(async (address) => {
      const response = await fetch(address);
      return (await response.text()).slice(0, 5);
    }, guide.url());
    expect(head).toBe('%PDF-');

    await page.getByText('One payment at the counter').first().click();
    const film = page.getByRole('dialog').locator('video');
    await expect(film).toBeVisible();
    await film.evaluate((element: HTMLVideoElement) => {
      element.muted = true;
      return element.play();
    });
    await expect
      .poll(() => film.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(0.2);
    await page.keyboard.press('Escape');
  });

  await test.step('run the calculator', async () => {
    await rep.open('/apps');
    await rep.tile('Savings calculator').getByRole('link').first().click();
    await expect(page.frameLocator('iframe').getByRole('heading').first()).toBeVisible();
  });

  await rep.buildPack({
    name: 'Brightwater Cafés',
    title: 'A word before we meet',
    text: greeting,
    bundle: 'T3 Counter',
  });
  await page.getByRole('link', { name: 'Back' }).click();
  const packAddress = page.url().replace(/\/view$/, '');

  let link = '';
  await test.step('make a link with its code', async () => {
    await page.getByRole('link', { name: 'Send', exact: true }).click();
    await rep.fillRecipient(daniel);
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Waiting on this device, the link works once it is sent.')).toBeVisible();
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    link = linkIn(await dialog.getByLabel('Address of the link').innerText());
    expect(link).not.toBe('');
    await dialog.getByRole('button', { name: 'Finish' }).click();
  });

  await test.step('send an e-mail', async () => {
    await page.goto(`${packAddress}/send`);
    await rep.fillRecipient(daniel);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Pack saved for sending when next online')).toBeVisible();
    await page.getByRole('button', { name: 'Finish' }).click();
  });

  await test.step('edit the pack again and reload', async () => {
    await page.goto(`${packAddress}/build`);
    await rep.renamePack('Brightwater Cafés, second visit');
    await rep.savePack();
    await page.reload();
    await expect(rep.heading).toHaveText('Brightwater Cafés, second visit');
    await rep.open('/settings');
    await page.getByRole('tab', { name: /Waiting/ }).click();
    await expect(page.getByRole('row', { name: /(Message|Link) to Daniel Okafor/ })).toHaveCount(2);
    await expect(page.getByRole('row', { name: /Brightwater Cafés, second visit/ })).toHaveCount(1);
  });

  expect(mailbox.accepted).toEqual([]);
  await host.start();
  await expect(page.getByText('Everything is on the server.')).toBeVisible({ timeout: 90_000 });
  await expect(rep.connection).toHaveAccessibleName(/^Online/);

  await expect.poll(() => mailbox.accepted.length).toBe(1);
  const mail = await new PostalMime().parse(mailbox.accepted[0]?.raw ?? '');
  expect(mail.subject).toBe('Brightwater Cafés');

  await test.step('the link made offline shows the pack as it was sent', async () => {
    const context = await browser.newContext(phone);
    const prospect = await context.newPage();
    for (const address of [link, linkIn(mail.text ?? '')]) {
      await prospect.goto(address);
      await expectPackPage(prospect, 'Brightwater Cafés');
    }
    await context.close();
  });

  // Nothing goes a second time: not at a restart of the host, and not when the rep comes back.
  await host.stop();
  await host.start();
  await page.reload();
  await expect(rep.connection).toHaveAccessibleName(/^Online/);
  expect(mailbox.accepted).toHaveLength(1);
});
