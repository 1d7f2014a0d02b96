import { devices } from '@playwright/test';
import { asPerson } from '../support/as-person.ts';
import { expect, test } from '../support/fault-journey.ts';
import { answerWith, swallowAnswer, to } from '../support/fault-proxy.ts';
import { HostClient } from '../support/host-client.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { guest, pressSend, queueMessages, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import { sendLink } from '../support/send-link.ts';

const messages = to('POST', '/jsonapi/salestool/message');

test('[F1] a message whose answer is lost after the host took it is there once, mailed once, and leaves the queue', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  await readyToSend(rep, host);
  // The answer to the first try is lost, and so is each that says that the host has it already, until the rep was told.
  const lift = line.meet(messages, swallowAnswer);
  await pressSend(rep);
  await savedForLater(rep);
  lift();
  await rep.page.getByRole('button', { name: 'Finish' }).click();
  await rep.open('/settings');
  await rep.page.getByRole('tab', { name: /Waiting/ }).click();
  await expect(rep.page.getByText('Everything is on the server.')).toBeVisible({ timeout: 30_000 });
  await expectTruth(rep, 'Online', 0);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  expect(line.requests.filter(messages).length).toBeGreaterThan(1);
  // Nothing goes again when the rep comes back.
  const before = line.requests.filter(messages).length;
  await rep.page.reload();
  await expectTruth(rep, 'Online', 0);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  expect(line.requests.filter(messages)).toHaveLength(before);
});

test('[F1] a visit whose reports are taken and never answered is counted once, read on, and told to the rep as one @long', async ({
  rep,
  host,
  line,
  mailbox,
  browser,
}) => {
  const { address, opened } = await sendLink(host, people.nora, ['T3 on counter, front']);
  const { pathname } = new URL(address);
  const reports = to('POST', `${pathname}/views`);
  const lift = line.meet(reports, swallowAnswer);
  const context = await browser.newContext(devices['Pixel 7']);
  await asPerson(context);
  const prospect = await context.newPage();
  await prospect.goto(line.address + pathname);
  const readOn = async () => {
    await prospect.mouse.wheel(0, 200);
    return line.requests.filter(reports).length;
  };
  await expect.poll(readOn, { timeout: 60_000 }).toBeGreaterThan(2);
  lift();
  const told = prospect.waitForResponse((answer) => answer.url().endsWith('/views'));
  await prospect.evaluate(() => dispatchEvent(new Event('pagehide')));
  expect((await told).status()).toBe(204);
  await expect(prospect.getByText('Dear Daniel Okafor')).toBeVisible();
  await context.close();
  expect(await opened()).toBe(1);
  expect(mailbox.accepted).toEqual([]);
  const packs = await (await HostClient.signIn(host, people.nora)).list('salestool/pack');
  const pack = packs.find(({ attributes }) => attributes.title === 'Brightwater Cafés');
  await rep.signInToChannel(people.nora);
  await rep.open(`/packs/${pack?.id}/details`);
  await expect(rep.page.getByText('1 prospect, 1 has opened it')).toBeVisible({ timeout: 5000 });
  await expectTruth(rep, 'Online', 0);
});

test('[F23] a refused message is set aside with its reason and a way out, and the nine behind it go out', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  await readyToSend(rep, host);
  await line.stop();
  const recipients = await queueMessages(rep, 10);
  line.meet((seen) => messages(seen) && seen.body.includes(guest.email), answerWith(422));
  await line.start();
  await rep.page.reload();
  await expectSentOnce({ host, mailbox, person: people.nora }, recipients.slice(1), 45_000);
  await expectTruth(rep, 'Online', 1);
  await expect(rep.page.getByText('Told to answer so (422) - by a test')).toBeVisible();
  await expect(rep.page.getByText(guest.email)).toHaveCount(0);

  await rep.page.getByRole('link', { name: 'Edit' }).click();
  await expect(rep.page.getByText('did not take this message: Told to answer so (422)')).toBeVisible();
  await expect(rep.page.getByLabel('Email')).toHaveValue(guest.email);
  await rep.page.getByLabel('Email').fill('daniel@brightwater.example');
  await pressSend(rep);
  await expect(rep.page.getByText('Pack successfully sent!')).toBeVisible();
  await expectSentOnce({ host, mailbox, person: people.nora }, [
    'daniel@brightwater.example',
    ...recipients.slice(1),
  ]);
  await rep.page.getByRole('button', { name: 'Finish' }).click();
  await expectTruth(rep, 'Online', 0);
});

for (const status of [429, 503]) {
  test(`[F24] a host that answers ${status} with Retry-After is left alone for so long, then everything goes out @long`, async ({
    rep,
    host,
    line,
    mailbox,
  }) => {
    await readyToSend(rep, host);
    line.meet(messages, answerWith(status, { 'retry-after': '6' }), { times: 1 });
    await pressSend(rep);
    await expect.poll(() => line.requests.filter(messages).length).toBe(1);
    await rep.open('/settings');
    await expectTruth(rep, 'Online', 1);
    await expect(rep.page.getByText('Everything is on the server.')).toBeVisible({ timeout: 20_000 });
    await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
    const [first, second, ...more] = line.requests.filter(messages).map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(6000);
    expect(more).toEqual([]);
  });
}
