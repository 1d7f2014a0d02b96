import { expect, test } from '../support/fault-journey.ts';
import { backUp, restore } from '../support/host-backup.ts';
import { HostClient } from '../support/host-client.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';

const second = { ...guest, email: 'guest-2@brightwater.example' };

test('[F27] a host that was put back to a backup of before gets again what it lost, mails nothing twice, and shows what it has', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  test.setTimeout(240_000);
  const generation = async () => (await (await fetch(`${host.address}/config.json`)).json()).generation;
  const { id } = await readyToSend(rep, host);
  const before = await generation();
  await backUp(host);
  await pressSend(rep);
  await expect(rep.page.getByText('Pack successfully sent!')).toBeVisible();
  await rep.page.getByRole('button', { name: 'Finish' }).click();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);

  await line.stop();
  // What the device had tried before might have been mailed, for all it knows, and would not be after the restore.
  await rep.open('/');
  const refresh = rep.page.getByRole('button', { name: 'Refresh', exact: true });
  await expect(async () => {
    // It may have found out by itself, and then there is nothing to press.
    if (await refresh.isVisible()) await refresh.click({ timeout: 1000 });
    await expect(rep.connection).toHaveAccessibleName('Offline', { timeout: 5000 });
  }).toPass();
  await rep.open(`/packs/${id}/send`);
  await rep.fillRecipient(second);
  await pressSend(rep);
  await savedForLater(rep);
  await restore(host);
  expect(await generation()).not.toBe(before);
  const client = await HostClient.signIn(host, people.nora);
  await client.makePack('Made after the restore');
  await line.start();

  await rep.page.reload();
  const notice = rep.page.getByRole('alert').filter({ hasText: 'Please sign in again' });
  await notice.getByRole('button', { name: 'Login' }).click({ timeout: 30_000 });
  await rep.fillLogin(people.nora);
  const messages = () => client.list('salestool/message');
  await expect.poll(async () => (await messages()).length, { timeout: 30_000 }).toBe(2);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email, second.email]);
  await rep.settled();
  await expectTruth(rep, 'Online', 0);

  await rep.open('/packs');
  const cards = rep.page.getByRole('main').getByRole('article');
  for (const title of ['Brightwater Cafés', 'Made after the restore'])
    await expect(cards.filter({ hasText: title })).toHaveCount(1);
  const there = await client.list('salestool/pack');
  const shown = await cards.getByRole('heading').allTextContents();
  expect(there.map(({ attributes }) => attributes.title)).toEqual(expect.arrayContaining(shown));
});
