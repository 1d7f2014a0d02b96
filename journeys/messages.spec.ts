import type { Page } from '@playwright/test';
import { deviceRows, putDeviceRows } from './support/device-store.ts';
import { expect, test } from './support/fault-journey.ts';
import { answerWith, drop, type SeenRequest } from './support/fault-proxy.ts';
import { HostClient } from './support/host-client.ts';
import { expectSentOnce, expectTruth } from './support/invariants.ts';
import { guest, pressSend, readyToSend, savedForLater } from './support/outgoing.ts';
import { people } from './support/people.ts';
import { writtenRecords } from './support/written-records.ts';

const day = 86_400;
const nowInSeconds = () => Math.floor(Date.now() / 1000);
const kinds = ['signature', 'pack', 'message'] as const;
const writes =
  (kind: (typeof kinds)[number]) =>
  ({ method, path }: SeenRequest) =>
    /^(POST|PATCH)$/.test(method) && path.startsWith(`/jsonapi/salestool/${kind}`);

async function finish(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click();
  await page.waitForURL(/\/view$/);
  await expect(page.getByRole('button', { name: 'Archive' })).toBeVisible();
}

test('[PSEND-11, PSEND-24] a message for a link alone is not marked as sent, one that is mailed is, and neither says more than its form', async ({
  rep,
  host,
  mailbox,
}) => {
  const { page } = rep;
  const written = writtenRecords(page);
  const pack = await readyToSend(rep, host);
  await expect(page.getByLabel(/job title/i)).toHaveCount(0);
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByText('Saved to the server, the link works now.')).toBeVisible();
  await finish(page);
  await rep.open(`/packs/${pack.id}/send`);
  await rep.fillRecipient(guest);
  const began = nowInSeconds();
  await pressSend(rep);
  await expect(page.getByText('Pack successfully sent!')).toBeVisible();
  await finish(page);

  const [link, mail, ...others] = written;
  expect(others).toEqual([]);
  expect(link?.attributes.sent).toBe(false);
  expect(link?.attributes.date_sent ?? null).toBeNull();
  expect(mail?.attributes.sent).toBe(true);
  expect(Date.parse(String(mail?.attributes.date_sent)) / 1000).toBeGreaterThanOrEqual(began);
  const rows = await deviceRows(page, 'salestool--message');
  const kept = (id: string | undefined) => rows.find((row) => row.id === id);
  expect(kept(link?.id)).toMatchObject({ sent: false, date_sent: 0 });
  expect(kept(mail?.id)?.date_sent).toBeGreaterThanOrEqual(began);
  for (const message of [link, mail]) {
    expect(message?.attributes.job_title || null).toBeNull();
    expect(message?.attributes).not.toHaveProperty('status');
  }
  await expect.poll(() => mailbox.accepted.length).toBe(1);

  // What a host says of a message in words of its own changes nothing here.
  await putDeviceRows(page, { 'salestool--message': rows.map((row) => ({ ...row, status: 'withdrawn' })) });
  await rep.open(`/packs/${pack.id}/details`);
  await page.reload();
  await expect(page.getByText('1 prospect, none has opened it')).toBeVisible();
  await expect(page.getByText('mailed', { exact: true })).toBeVisible();
  await expect(page.getByText(/^link made /)).toBeVisible();
  await expect(page.getByText('withdrawn')).toHaveCount(0);
});

test('[PRPT-01, PRPT-02] the log of a pack is kept on the device, and what is older than 24 weeks goes once the host has told anew', async ({
  rep,
  host,
  line,
}) => {
  const { page } = rep;
  const pack = await readyToSend(rep, host);
  await pressSend(rep);
  await expect(page.getByText('Pack successfully sent!')).toBeVisible();
  await finish(page);
  await rep.open(`/packs/${pack.id}/details`);
  await expect(page.getByText('1 prospect, none has opened it')).toBeVisible();
  await expect.poll(() => deviceRows(page, 'pack_log')).toHaveLength(1);
  const [told] = await deviceRows(page, 'pack_log');
  const [message] = await deviceRows(page, 'salestool--message');
  expect(told).toMatchObject({ id: expect.anything(), uuid: message?.id, pack_uuid: pack.id });
  expect(Number(told?.date_sent)).toBeGreaterThan(nowInSeconds() - day);

  // Of another pack, so that nothing but its age takes the old one away.
  const client = await HostClient.signIn(host, people.nora);
  const other = await client.makePack('Hotel Aurelia');
  const entry = (id: number, first_name: string, weeks: number) => ({
    ...{ ...told, id, uuid: crypto.randomUUID(), pack_uuid: other.id },
    ...{ first_name, email: `${first_name.toLowerCase()}@brightwater.example` },
    date_sent: nowInSeconds() - weeks * 7 * day,
  });
  await rep.open(`/packs/${other.id}/view`);
  await expect(rep.heading).toHaveText('Hotel Aurelia');
  await putDeviceRows(page, { pack_log: [entry(9001, 'Older', 25), entry(9002, 'Younger', 23)] });
  await line.stop();
  await rep.open(`/packs/${other.id}/details`);
  await page.reload();
  await expect(page.getByText('2 prospects, none has opened it')).toBeVisible();
  await expect(page.getByText(/^As this device knows it/)).toBeVisible();
  for (const name of ['Older Okafor', 'Younger Okafor'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();

  // Only the other pack is asked about.
  await rep.open(`/packs/${pack.id}/details`);
  await expect(page.getByText('1 prospect, none has opened it')).toBeVisible();
  await line.start();
  await expect
    .poll(async () => (await deviceRows(page, 'pack_log')).map(({ id }) => String(id)).sort())
    .toEqual([String(told?.id), '9002']);
  await line.stop();
  await rep.open(`/packs/${other.id}/details`);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Younger Okafor', exact: true })).toBeVisible();
  await expect(page.getByText('1 prospect, none has opened it')).toBeVisible();
});

test('[PSEND-25] signature and pack go before the message that needs them, which stays waiting as long as its pack is not taken', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  const { page } = rep;
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await rep.waitForWorker();
  const lift = line.meet(writes('signature'), drop);
  await rep.open('/user/profile');
  await page.getByRole('textbox', { name: 'Job title' }).fill('Head of sales');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Signature saved locally')).toBeVisible();
  await line.stop();
  lift();
  await page.reload();
  await expectTruth(rep, 'Offline', 1);
  await rep.buildPack({
    ...{ name: 'Brightwater Cafés', title: 'A word before we meet' },
    ...{ text: 'Dear {{recipient_name}}', bundle: 'M1 Mobile' },
  });
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Send', exact: true }).click();
  await rep.fillRecipient(guest);
  await pressSend(rep);
  await savedForLater(rep);
  await finish(page);
  await expectTruth(rep, 'Offline', 3);

  const before = line.requests.length;
  const written = () =>
    line.requests.slice(before).flatMap((seen) => kinds.filter((kind) => writes(kind)(seen)));
  const takePack = line.meet(writes('pack'), answerWith(422));
  await line.start();
  await page.reload();
  await page.getByRole('tab', { name: /Waiting/ }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'Told to answer so (422)' })).toHaveCount(1, { timeout: 30_000 });
  await expect(rows.filter({ hasText: 'Message to Daniel Okafor' })).toHaveCount(1);
  expect(written()).toEqual(['signature', 'pack']);
  expect(mailbox.accepted).toEqual([]);

  takePack();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Everything is on the server.')).toBeVisible({ timeout: 30_000 });
  expect(written()).toEqual(['signature', 'pack', 'pack', 'message']);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
});
