import { deviceRows } from '../support/device-store.ts';
import { expect, test } from '../support/fault-journey.ts';
import { pass, type SeenRequest } from '../support/fault-proxy.ts';
import { backUp, restore } from '../support/host-backup.ts';
import { HostClient } from '../support/host-client.ts';
import { importBundle } from '../support/import-bundle.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import type { Rep } from '../support/rep.ts';

const second = { ...guest, email: 'guest-2@brightwater.example' };

const madeSince = 'Written after the backup';
const boughtSince = { title: 'Came after the backup', files: 1, bytesEach: 1000 };

/** When all of the channel came to this device last, ms. */
async function lastSync({ page }: Rep) {
  const marks = (await deviceRows(page, 'marks')).filter(({ id }) => id.startsWith('synced:'));
  return Math.max(0, ...marks.map(({ value }) => (value as { at: number }).at));
}

const idsOn = async ({ page }: Rep, store: string) =>
  (await deviceRows(page, store)).map(({ id }) => id).sort();

test('[F27] a host that was put back to a backup of before gets again once what it lost, mails nothing twice, and takes nothing from a device that asks it', async ({
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
  await importBundle(host, boughtSince);
  await pressSend(rep);
  await expect(rep.page.getByText('Pack successfully sent!')).toBeVisible();
  await rep.page.getByRole('button', { name: 'Finish' }).click();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  await rep.buildPack({ name: madeSince, title: 'A word', text: 'Dear Daniel', bundle: 'T3 Counter' });
  const packsAtHost = async (title: string) =>
    (await (await HostClient.signIn(host, people.nora)).list('salestool/pack')).filter(
      ({ attributes }) => attributes.title === title,
    );
  await expect.poll(() => packsAtHost(madeSince)).toHaveLength(1);
  const [lost] = await packsAtHost(madeSince);
  await rep.open('/');
  await rep.page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await rep.open('/content');
  await rep.tile(boughtSince.title).getByRole('link', { name: boughtSince.title }).click();
  await expect(rep.heading).toHaveText(boughtSince.title);
  const pageOfBundle = new URL(rep.page.url()).hash.slice(1);
  await rep.settled();

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
  expect(await packsAtHost(madeSince)).toEqual([]);
  const packsHere = await idsOn(rep, 'salestool--pack');
  const bundlesHere = await idsOn(rep, 'salestool--document_bundle');
  // What goes again first goes no further before the device has asked what the host has.
  const released = Promise.withResolvers<void>();
  const again = (seen: SeenRequest) =>
    seen.method === 'POST' && seen.path === '/jsonapi/salestool/pack' && seen.body.includes(lost?.id ?? '');
  line.requests.length = 0;
  line.meet(again, async (exchange) => {
    await released.promise;
    await pass(exchange);
  });
  const began = Date.now();
  await line.start();

  await rep.page.reload();
  const notice = rep.page.getByRole('alert').filter({ hasText: 'Please sign in again' });
  await notice.getByRole('button', { name: 'Login' }).click({ timeout: 30_000 });
  await rep.fillLogin(people.nora);
  await expect.poll(() => line.requests.filter(again).length, { timeout: 30_000 }).toBe(1);
  await expect.poll(() => lastSync(rep), { timeout: 30_000 }).toBeGreaterThan(began);
  expect(await packsAtHost(madeSince)).toEqual([]);
  expect(await idsOn(rep, 'salestool--pack')).toEqual(expect.arrayContaining(packsHere));
  expect(await idsOn(rep, 'salestool--document_bundle')).toEqual(expect.arrayContaining(bundlesHere));
  await rep.open(pageOfBundle);
  await expect(rep.heading).toHaveText(boughtSince.title);
  await rep.open('/packs');
  await expect(rep.page.getByRole('article').filter({ hasText: madeSince })).toHaveCount(1);
  released.resolve();

  const messages = () => client.list('salestool/message');
  await expect.poll(async () => (await messages()).length, { timeout: 30_000 }).toBe(2);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email, second.email]);
  await rep.settled();
  await expectTruth(rep, 'Online', 0);
  expect(await packsAtHost(madeSince)).toMatchObject([
    { id: lost?.id, attributes: { pack_data: lost?.attributes.pack_data } },
  ]);
  expect(line.requests.filter(again).map(({ status }) => status)).toEqual([201]);

  await rep.open('/packs');
  const cards = rep.page.getByRole('main').getByRole('article');
  for (const title of ['Brightwater Cafés', madeSince, 'Made after the restore'])
    await expect(cards.filter({ hasText: title })).toHaveCount(1);
  const there = await client.list('salestool/pack');
  const shown = await cards.getByRole('heading').allTextContents();
  expect(there.map(({ attributes }) => attributes.title)).toEqual(expect.arrayContaining(shown));
});
