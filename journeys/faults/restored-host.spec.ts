import { expect, test } from '../support/fault-journey.ts';
import { to } from '../support/fault-proxy.ts';
import { backUp, restore } from '../support/host-backup.ts';
import { HostClient } from '../support/host-client.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';

const asked = to('GET', '/jsonapi/salestool/');
const second = { ...guest, email: 'guest-2@brightwater.example' };

test('[F27] a host that was put back to a backup of before gets again what it lost, mails nothing twice, and is asked for everything anew', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  const generation = async () => (await (await fetch(`${host.address}/config.json`)).json()).generation;
  const { id } = await readyToSend(rep, host);
  const before = await generation();
  await backUp(host);
  await pressSend(rep);
  await expect(rep.page.getByText('Pack successfully sent!')).toBeVisible();
  await rep.page.getByRole('button', { name: 'Finish' }).click();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  await (await HostClient.signIn(host, people.nora)).makePack('Made after the backup');
  await rep.open('/');
  await rep.page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await rep.open('/packs');
  const cards = rep.page.getByRole('main').getByRole('article');
  await expect(cards.filter({ hasText: 'Made after the backup' })).toBeVisible();

  await line.stop();
  await rep.open(`/packs/${id}/build`);
  await rep.renamePack('Renamed while it was away');
  await rep.savePack();
  await rep.open(`/packs/${id}/send`);
  await rep.fillRecipient(second);
  await pressSend(rep);
  await savedForLater(rep);
  await restore(host);
  expect(await generation()).not.toBe(before);
  const client = await HostClient.signIn(host, people.nora);
  await client.makePack('Made after the restore');
  line.requests.length = 0;
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
  // What it answers to questions of before the restore would hide what is different there now.
  const answered = line.requests.filter(asked).filter(({ status }) => status !== 401);
  expect(answered.length).toBeGreaterThan(0);
  expect(answered.filter(({ status }) => status !== 200)).toEqual([]);

  await rep.open('/packs');
  for (const title of ['Renamed while it was away', 'Made after the backup', 'Made after the restore'])
    await expect(cards.filter({ hasText: title })).toHaveCount(1);
  const there = await client.list('salestool/pack');
  const shown = await cards.getByRole('heading').allTextContents();
  expect(there.map(({ attributes }) => attributes.title)).toEqual(expect.arrayContaining(shown));
});
