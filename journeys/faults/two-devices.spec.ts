import { type Browser, expect } from '@playwright/test';
import { test } from '../support/fault-journey.ts';
import { drop } from '../support/fault-proxy.ts';
import { HostClient } from '../support/host-client.ts';
import { expectTruth } from '../support/invariants.ts';
import { people } from '../support/people.ts';
import { Rep } from '../support/rep.ts';

const phoneAgent = 'A phone';

/** The same rep on another device, whose calls a test can tell from the tablet's. */
async function onPhone(browser: Browser, baseURL: string) {
  const context = await browser.newContext({
    ...{ baseURL, userAgent: phoneAgent, locale: 'en-US', timezoneId: 'Europe/Oslo' },
    viewport: { width: 390, height: 844 },
  });
  return new Rep(await context.newPage());
}

async function rename(rep: Rep, title: string) {
  await rep.renamePack(title);
  await rep.savePack();
  await expect(rep.page.getByText('Pack saved')).toBeVisible();
}

test('[F26] of a pack that was changed on two devices without a connection the first to come stays, and the other becomes a copy that its maker is led to @long', async ({
  rep,
  host,
  line,
  mailbox,
  browser,
}) => {
  test.setTimeout(240_000);
  const client = await HostClient.signIn(host, people.nora);
  const { id } = await client.makePack('Brightwater Cafés');
  const phone = await onPhone(browser, line.address);
  for (const device of [rep, phone]) {
    await device.signInToChannel(people.nora);
    await device.waitForWorker();
    await device.open(`/packs/${id}/build`);
    await expect(device.heading).toHaveText('Brightwater Cafés');
  }
  await line.stop();
  await rename(rep, 'Changed on the tablet');
  await rename(phone, 'Changed on the phone');
  await expectTruth(phone, 'Offline', 1);

  // The tablet comes back first.
  const letPhoneIn = line.meet(({ headers }) => headers['user-agent'] === phoneAgent, drop);
  await line.start();
  await expect(rep.connection).toHaveAccessibleName(/^(Online|Downloading)/, { timeout: 30_000 });
  await expectTruth(rep, 'Online', 0);
  letPhoneIn();
  const notice = phone.page.getByText(/was changed on another device too\. Your changes are kept as/);
  await expect(notice).toBeVisible({ timeout: 60_000 });
  await phone.page.getByRole('button', { name: 'Open my copy' }).click();
  const copy = /^Changed on the phone \(my copy of \w{3} \d{1,2}, \d{4}\)$/;
  await expect(phone.heading).toHaveText(copy);
  await phone.open(`/packs/${id}/view`);
  await expect(phone.heading).toHaveText('Changed on the tablet');
  await expectTruth(phone, 'Online', 0);

  const titles = (await client.list('salestool/pack')).map(({ attributes }) => String(attributes.title));
  expect(titles).toContain('Changed on the tablet');
  expect(titles.filter((title) => copy.test(title))).toHaveLength(1);
  expect(mailbox.accepted).toEqual([]);
  await rep.open('/');
  await rep.page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await rep.open('/packs');
  await expect(rep.page.getByRole('article', { name: copy })).toBeVisible();
  await phone.page.context().close();
});
