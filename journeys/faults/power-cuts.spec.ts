import { randomInt } from 'node:crypto';
import { deviceRows } from '../support/device-store.ts';
import { test as base, expect } from '../support/fault-journey.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { KillableBrowser } from '../support/killable-browser.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import type { Rep } from '../support/rep.ts';

const test = base.extend<{ browserOnDisk: KillableBrowser }>({
  browserOnDisk: async ({ baseURL }, use) => {
    const browser = new KillableBrowser(baseURL ?? '');
    await use(browser);
    await browser.dispose();
  },
});

/** Ids of messages and packs that wait: by their records, and by the queue. */
async function waitingOn(rep: Rep) {
  const records = [
    ...(await deviceRows(rep.page, 'salestool--message')),
    ...(await deviceRows(rep.page, 'salestool--pack')),
  ];
  const flagged = records.filter(({ _meta }) => (_meta as { push?: boolean } | undefined)?.push);
  const queue = await deviceRows(rep.page, 'queue');
  return { records: flagged.map(({ id }) => id).sort(), queue: queue.map(({ id }) => id).sort() };
}

/** The database as the kill left it, before the app has a chance to mend it. */
async function openUntouched(browser: KillableBrowser): Promise<Rep> {
  const rep = await browser.open();
  await rep.page.goto('/manifest.webmanifest');
  return rep;
}

test('[F3] a pack is there with its place in the queue when the power goes right after it was saved', async ({
  browserOnDisk,
  host,
  line,
}) => {
  let rep = await browserOnDisk.open();
  await readyToSend(rep, host);
  rep = await browserOnDisk.reopen();
  await rep.page.goto('/');
  await rep.settled();
  await line.stop();
  await rep.open('/packs/-/build');
  await rep.renamePack('Saved in the last second');
  await rep.savePack();
  await browserOnDisk.kill();

  await line.start();
  rep = await openUntouched(browserOnDisk);
  const { records, queue } = await waitingOn(rep);
  expect(records).toHaveLength(1);
  expect(queue).toEqual(records);
  await rep.page.goto('/');
  await expectTruth(rep, 'Online', 0);
  await rep.open('/packs');
  await expect(rep.page.getByText('Saved in the last second').first()).toBeVisible();
});

test('[F22] a channel is there with all its files when the power goes as soon as home says so', async ({
  browserOnDisk,
  line,
}) => {
  const door = (of: Rep) => of.page.getByRole('main').getByRole('link', { name: /^Resources/ });
  const channel = (of: Rep) =>
    of.page.getByRole('main').getByRole('button', { name: 'Retail & Hospitality' });
  let rep = await browserOnDisk.open();
  await rep.signIn(people.tomas);
  await rep.waitForWorker();
  rep = await browserOnDisk.reopen();
  await rep.page.goto('/');
  await channel(rep).click();
  await expect(door(rep)).toContainText(/\d+ files/);
  const said = await door(rep).innerText();
  await browserOnDisk.kill();

  await line.stop();
  rep = await browserOnDisk.open();
  await rep.page.goto('/');
  // Which channel was chosen may not have reached the disk.
  await expect(door(rep).or(channel(rep))).toBeVisible();
  if (await channel(rep).isVisible()) await channel(rep).click();
  await expect(door(rep)).toHaveText(said, { useInnerText: true });
  const bundles = await deviceRows(rep.page, 'salestool--document_bundle');
  const named = bundles.flatMap(({ medias }) => (medias as { id: string }[]).map(({ id }) => id));
  const kinds = ['media--document', 'media--image', 'media--video', 'media--remote_video'];
  const rows = await Promise.all(kinds.map((kind) => deviceRows(rep.page, kind)));
  const staged = await deviceRows(rep.page, 'staged_records');
  const there = new Set([
    ...rows.flat().map(({ id }) => id),
    ...staged.flatMap(({ ids }) => ids as string[]),
  ]);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((id) => !there.has(id))).toEqual([]);
});

const cuts = 8;
test('[F2] a power cut at any moment of a send leaves the message and its place in the queue, or neither @long', async ({
  browserOnDisk,
  host,
  line,
  mailbox,
}) => {
  test.setTimeout(120_000 + cuts * 30_000);
  let rep = await browserOnDisk.open();
  const pack = await readyToSend(rep, host);
  rep = await browserOnDisk.reopen();
  await rep.open(`/packs/${pack.id}/send`);
  await rep.fillRecipient(guest);
  await rep.settled();
  await line.stop();
  let kept = 0;
  for (let cut = 1; cut <= cuts; cut++) {
    const ms = Number(process.env.FAULT_CUT_MS) || randomInt(0, 250);
    console.log(`[F2] cut ${cut}: FAULT_CUT_MS=${ms}`);
    await pressSend(rep);
    await rep.page.waitForTimeout(ms);
    await browserOnDisk.kill();
    await line.start();
    rep = await openUntouched(browserOnDisk);
    await line.stop();
    const { records, queue } = await waitingOn(rep);
    expect(queue).toEqual(records);
    expect(records.length - kept).toBeGreaterThanOrEqual(0);
    expect(records.length - kept).toBeLessThanOrEqual(1);
    kept = records.length;
    await rep.page.goto('/');
    await rep.open(`/packs/${pack.id}/send`);
    await rep.fillRecipient(guest);
  }
  // Of a form that came back with what had been sent from it, nobody gets a second one: this is to somebody else.
  const other = { ...guest, email: 'guest-2@brightwater.example' };
  await rep.fillRecipient(other);
  await pressSend(rep);
  await savedForLater(rep);
  await line.start();
  await rep.page.reload();
  const recipients = [...Array.from({ length: kept }, () => guest.email), other.email];
  await expectSentOnce({ host, mailbox, person: people.nora }, recipients, 30_000);
  await expectTruth(rep, 'Online', 0);
});
