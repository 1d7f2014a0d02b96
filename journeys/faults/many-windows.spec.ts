import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { deviceRows, putDeviceRows } from '../support/device-store.ts';
import { expect, test } from '../support/fault-journey.ts';
import { answerWith, type Fault, hang, to } from '../support/fault-proxy.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { guest, pressSend, queueMessages, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import { Rep } from '../support/rep.ts';

const messages = to('POST', '/jsonapi/salestool/message');

/** Makes the pack and the signature wait too, as edits of them do. */
async function editPackAndSignature(page: Page, packId: string) {
  const packs = await deviceRows(page, 'salestool--pack');
  const pack = packs.find(({ id }) => id === packId);
  const signatures = await deviceRows(page, 'salestool--signature');
  const own = signatures.find(({ ownerId }) => ownerId === pack?.ownerId);
  if (!pack || !own) throw new Error('The device has no pack or no signature of the rep');
  const waiting = (row: { id: string } & Record<string, unknown>) => ({
    ...row,
    _meta: { ...(row._meta as object), push: true },
  });
  await putDeviceRows(page, {
    'salestool--pack': [waiting({ ...pack, title: 'Brightwater Cafés, again' })],
    'salestool--signature': [waiting({ ...own, title: 'Nora, on the road' })],
  });
}

test('[F13] two to five windows that come online together send fifty waiting messages once each, in order', async ({
  rep,
  host,
  line,
  mailbox,
  context,
}) => {
  const windows = Number(process.env.FAULT_WINDOWS) || randomInt(2, 6);
  console.log(`[F13] FAULT_WINDOWS=${windows}`);
  const pack = await readyToSend(rep, host);
  await rep.open('/user/profile');
  await expect(rep.heading).toBeVisible();
  await expect.poll(() => deviceRows(rep.page, 'salestool--signature')).not.toEqual([]);
  await rep.open(`/packs/${pack.id}/send`);
  await rep.fillRecipient(guest);
  await line.stop();
  const recipients = await queueMessages(rep, 50);
  await editPackAndSignature(rep.page, pack.id);

  const pages = [rep.page];
  while (pages.length < windows) pages.push(await context.newPage());
  const reps = pages.map((page) => new Rep(page));
  for (const each of reps) {
    await each.page.goto('/');
    await each.page.reload();
    await expect(each.connection).toHaveAccessibleName(/^Offline/);
  }
  await line.start();
  await Promise.all(reps.map((each) => each.comesBack()));
  await expectSentOnce({ host, mailbox, person: people.nora }, recipients, 60_000);
  for (const each of reps) await expectTruth(each, 'Online', 0);

  const writes = line.requests.filter(
    ({ method, path }) => /^(POST|PATCH)$/.test(method) && path.startsWith('/jsonapi/salestool/'),
  );
  const kinds = writes.map(({ path }) => path.split('/')[3]);
  expect(kinds).toEqual(['signature', 'pack', ...recipients.map(() => 'message')]);
  // Those that were written first go first; of the four that may be on their way together any may arrive first.
  const written = writes.slice(2).map(({ body }) => String(JSON.parse(body).data.attributes.email));
  expect([...written].sort()).toEqual([...recipients].sort());
  for (const [place, email] of written.entries())
    expect(Math.abs(recipients.indexOf(email) - place), email).toBeLessThan(4);
});

test('[F13] what the host refuses of one window is told in every window, and closed in all of them at once @long', async ({
  rep,
  host,
  line,
  mailbox,
  context,
}) => {
  test.setTimeout(240_000);
  await readyToSend(rep, host);
  const other = new Rep(await context.newPage());
  await other.open('/packs');
  await other.settled();
  await line.stop();
  await pressSend(rep);
  await savedForLater(rep);
  await expect(other.connection).toHaveAccessibleName(/^Offline/);
  line.meet(messages, answerWith(422));
  await line.start();
  const refusals = [rep, other].map(({ page }) =>
    page.getByRole('alert').filter({ hasText: 'A message was refused by the server and did not go out.' }),
  );
  for (const refusal of refusals) await expect(refusal).toHaveCount(1, { timeout: 30_000 });
  expect(line.requests.filter(messages)).toHaveLength(1);
  await refusals[1]?.getByRole('button', { name: 'Close' }).click();
  for (const refusal of refusals) await expect(refusal).toHaveCount(0);
  await expectTruth(other, 'Online', 1);
  expect(mailbox.accepted).toEqual([]);
});

test('[F14] a window that is closed while it sends is not said to send any more, and another one sends its message once', async ({
  rep,
  host,
  line,
  mailbox,
  context,
}) => {
  const pack = await readyToSend(rep, host);
  await rep.open('/packs');
  const other = new Rep(await context.newPage());
  await other.open(`/packs/${pack.id}/send`);
  await other.fillRecipient(guest);
  line.meet(messages, hang, { times: 1 });
  await pressSend(other);
  await expect.poll(() => line.requests.filter(messages).length).toBe(1);
  await expect(rep.connection).toHaveAccessibleName(/^Uploading/);
  await other.page.close();
  await rep.open('/settings');
  await rep.page.getByRole('tab', { name: /Waiting/ }).click();
  await rep.page.getByRole('button', { name: 'Push', exact: true }).click();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  await expectTruth(rep, 'Online', 0);
});

test('[F14] another window takes over from one that froze while it was pushing, and the frozen one sends nothing when it thaws @long', async ({
  rep,
  host,
  line,
  mailbox,
  context,
}) => {
  await readyToSend(rep, host);
  await line.stop();
  const recipients = await queueMessages(rep, 8);
  // The only window until it is frozen: another one would push as well.
  await rep.page.goto('/');
  await rep.page.reload();
  await expect(rep.connection).toHaveAccessibleName(/^Offline/);

  // The host takes the first messages at once; their answers come when the window that sent them is awake again.
  const thaw = Promise.withResolvers<void>();
  const answerLate: Fault = async ({ ask, pass }) => {
    const answer = await ask();
    await thaw.promise;
    pass(answer);
  };
  line.meet(messages, answerLate, { times: 3 });
  await line.start();
  await rep.comesBack();
  await expect.poll(() => line.requests.filter(messages).length).toBe(3);
  // The browser freezes no page that is visible, as a driven one always is. The debugger stops the same: script, timers
  // and answers stand still, and locks stay held.
  const session = await context.newCDPSession(rep.page);
  await session.send('Debugger.enable');
  const frozen = new Promise((resolve) => session.once('Debugger.paused', resolve));
  await session.send('Debugger.pause');
  await frozen;

  const other = new Rep(await context.newPage());
  await other.page.goto('/');
  await expect.poll(() => line.requests.filter(messages).length, { timeout: 30_000 }).toBeGreaterThan(3);
  await expectSentOnce({ host, mailbox, person: people.nora }, recipients, 30_000);
  await expectTruth(other, 'Online', 0);
  const sent = line.requests.filter(messages).length;

  thaw.resolve();
  await session.send('Debugger.resume');
  await session.detach();
  await rep.page.bringToFront();
  await expectTruth(rep, 'Online', 0);
  await expectSentOnce({ host, mailbox, person: people.nora }, recipients);
  expect(line.requests.filter(messages)).toHaveLength(sent);
});
