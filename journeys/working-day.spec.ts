import { deviceRows } from './support/device-store.ts';
import { HostClient } from './support/host-client.ts';
import { expectSentOnce, expectTruth } from './support/invariants.ts';
import { test as base, expect } from './support/journey.ts';
import { type KillableBrowser, onDisk } from './support/killable-browser.ts';
import { guest } from './support/outgoing.ts';
import { people } from './support/people.ts';
import type { Rep } from './support/rep.ts';

const test = base.extend<{ browserOnDisk: KillableBrowser }>(onDisk);

interface Draft {
  title: string;
}

const hourMs = 60 * 60_000;
const retail = 'Retail & Hospitality';
const transit = 'Transit & Parking';
const forMorning = 'Brightwater Cafés';
const forNoon = 'Harbour car park';
const unfinished = `${forNoon}, north gate`;
const afternoonGuest = { ...guest, firstName: 'Mia', lastName: 'Laurent', email: 'guest-2@harbour.example' };

async function readGuide(rep: Rep) {
  const { page } = rep;
  await rep.open('/content');
  await rep.tile('T3 Counter').getByRole('link', { name: 'T3 Counter' }).click();
  await page.getByRole('button', { name: 'Read here: T3 Counter product guide' }).click();
  const reader = page.getByRole('dialog', { name: 'T3 Counter product guide' });
  await expect(reader.getByRole('img').or(reader.locator('canvas')).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(reader).toBeHidden();
}

async function write(rep: Rep, recipient: typeof guest) {
  await rep.page.getByRole('link', { name: 'Send', exact: true }).click();
  await rep.fillRecipient(recipient);
  await rep.page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = rep.page.getByRole('dialog', { name: 'Pack saved for sending when next online' });
  await dialog.getByRole('button', { name: 'Finish' }).click();
}

test('[NAV-01, SYNC-01, SYNC-02, SYNC-03, SYNC-11, PSEND-20] a whole working day without a network, the browser closed and the battery empty in between: everything is where it should be, and in the evening all of it goes out once', async ({
  host,
  mailbox,
  browserOnDisk: tablet,
}) => {
  test.setTimeout(240_000);
  const evening = Date.now();
  /** The app opened at so many hours before the evening. */
  async function openAt(hoursBefore: number, how: 'open' | 'reopen' = 'open'): Promise<Rep> {
    const rep = await tablet[how]();
    await rep.page.context().clock.setSystemTime(evening - hoursBefore * hourMs);
    return rep;
  }

  let rep = await openAt(11);
  await test.step('in the office: two channels, files to take along', async () => {
    await rep.signInToChannel(people.tomas, transit);
    await rep.switchChannel(retail);
    await expect(rep.page.getByText(/\d+ bundles?, \d+ files/)).toBeVisible();
    await rep.waitForWorker();
    await rep.keepOfflineWithVideos('T3 Counter');
    await rep.open('/apps');
    await rep.keepOffline('Savings calculator');
    await rep.open('/help');
    await expect(rep.page.getByRole('link', { name: 'Working offline' })).toBeVisible();
    await rep.open('/');
    await rep.settled();
  });

  await host.stop();
  rep = await openAt(10, 'reopen');
  await test.step('in the morning: opened anew, read, found, calculated, a pack built and sent', async () => {
    const { page } = rep;
    await page.goto('/');
    await expect(rep.heading).toHaveText(retail);
    await expectTruth(rep, 'Offline', 0);
    await readGuide(rep);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search this channel' }).fill('product guide');
    await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(/product guide/i);
    await page.keyboard.press('Escape');
    await rep.open('/apps');
    await rep.tile('Savings calculator').getByRole('link').first().click();
    await expect(page.frameLocator('iframe').getByRole('heading').first()).toBeVisible();
    await rep.buildPack({
      ...{ name: forMorning, title: 'A word before we meet' },
      ...{ text: 'Dear {{recipient_name}}', bundle: 'T3 Counter' },
    });
    await page.getByRole('link', { name: 'Back' }).click();
    await write(rep, guest);
  });

  rep = await openAt(6, 'reopen');
  await test.step('at noon: the other channel, a pack there, and one that is not finished', async () => {
    const { page } = rep;
    await page.goto('/');
    await expectTruth(rep, 'Offline', 2);
    await rep.switchChannel(transit);
    await rep.open('/packs');
    await expect(rep.tile(forMorning)).toBeHidden();
    await rep.open('/packs/-/build');
    await rep.renamePack(forNoon);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await rep.nameNewSection('Before the barrier');
    await rep.savePack();
    await rep.renamePack(unfinished);
    await expect(page.getByText('Unsaved changes')).toBeVisible();
  });

  const draft = async () => (await deviceRows(rep.page, 'drafts')).map(({ value }) => (value as Draft).title);
  await expect.poll(draft).toEqual([unfinished]);
  await tablet.kill();
  rep = await openAt(3);
  await test.step('in the afternoon: the battery was empty', async () => {
    const { page } = rep;
    await page.goto('/');
    await expectTruth(rep, 'Offline', 3);
    // Which channel was chosen may not have reached the disk.
    await rep.open('/');
    if ((await rep.heading.innerText()) === retail) await rep.switchChannel(transit);
    await rep.open('/packs');
    await rep.tile(forNoon).getByRole('link', { name: forNoon }).first().click();
    await expect(rep.heading).toHaveText(forNoon);
    await page.getByRole('link', { name: 'Build', exact: true }).click();
    await expect(page.getByText('Your unsaved changes from last time are back.')).toBeVisible();
    await expect(rep.heading).toHaveText(unfinished);
    await rep.savePack();
    await page.getByRole('link', { name: 'Back' }).click();
    await write(rep, afternoonGuest);
  });

  rep = await openAt(0.5, 'reopen');
  await test.step('before the evening: still signed in, and everything in its place', async () => {
    const { page } = rep;
    await page.goto('/');
    await expect(rep.heading).toHaveText(transit);
    await expectTruth(rep, 'Offline', 4);
    await rep.switchChannel(retail);
    await readGuide(rep);
    await rep.open('/packs');
    await rep.tile(forMorning).getByRole('link', { name: forMorning }).first().click();
    await expect(page.getByText('saved on this device')).toHaveCount(1);
    await page.getByRole('link', { name: 'View', exact: true }).click();
    await expect(page.getByText('A word before we meet').first()).toBeVisible();
    await rep.open('/user/profile');
    await expect(page.getByRole('textbox', { name: 'Job title' })).toHaveValue(/Account manager/);
    await rep.open('/help');
    await expect(page.getByRole('link', { name: 'Working offline' })).toBeVisible();
  });

  expect(mailbox.accepted).toEqual([]);
  await host.start();
  await rep.comesBack();
  await expectSentOnce({ host, mailbox, person: people.tomas }, [guest.email, afternoonGuest.email], 90_000);
  await expectTruth(rep, 'Online', 0);
  const client = await HostClient.signIn(host, people.tomas);
  const titles = (await client.list('salestool/pack')).map(({ attributes }) => attributes.title);
  expect(titles.filter((title) => title === forMorning)).toHaveLength(1);
  expect(titles.filter((title) => String(title).startsWith(forNoon))).toEqual([unfinished]);
});
