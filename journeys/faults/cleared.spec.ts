import { hostHasTime, sendToBusyHost } from '../support/busy-host.ts';
import { deviceRows } from '../support/device-store.ts';
import { expect, test } from '../support/fault-journey.ts';
import { answerWith, type SeenRequest } from '../support/fault-proxy.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { keptFiles } from '../support/kept-files.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import type { Rep } from '../support/rep.ts';

/** What a browser, a cleaner or a person takes away from under the app. */
async function clear(rep: Rep, storageTypes: string) {
  const session = await rep.page.context().newCDPSession(rep.page);
  const { origin } = new URL(rep.page.url());
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  // Or files would come out of the browser's own cache.
  await session.send('Network.clearBrowserCache');
}

const bundle = 'T3 Counter';
/** Said once the device has been looked into; a switch is off before that, too. */
const noneHere = /^0 of \d+ files/;
const isFile = ({ method, path }: Pick<SeenRequest, 'method' | 'path'>) =>
  method === 'GET' && /^\/(sites\/default\/files|app\/pwa\/sitefiles)\//.test(path);

async function keepBundle(rep: Rep) {
  await rep.open('/content');
  await rep.keepOffline(bundle);
}

/** Without small pictures, which come with the next load of their channel. */
const wholeFiles = async ({ page }: Rep) =>
  (await keptFiles(page)).filter((url) => !url.includes('/styles/'));
const isAppKept = ({ page }: Rep) =>
  page.evaluate(async () => (await caches.match('/index.html', { ignoreSearch: true })) !== undefined);

test('[F28] when the caches are gone no switch says that files are here, and they and the app come again, and what waited goes out @long', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  await readyToSend(rep, host);
  await sendToBusyHost(rep, line);
  // Chromium's store hangs for good when it is cleared while it is in use, which the worker's own tests look at: what is drawn
  // here is drawn before the last file comes.
  await keepBundle(rep);
  const toggle = rep.tile(bundle).getByRole('switch');
  const keptBefore = await wholeFiles(rep);

  const asked = () => line.requests.filter(isFile).length;
  const before = asked();
  const released = Promise.withResolvers<void>();
  const lift = line.meet(isFile, async ({ ask, pass }) => {
    await released.promise;
    pass(await ask());
  });
  await clear(rep, 'cache_storage');
  await rep.page.reload();
  await expect(rep.tile(bundle)).toBeVisible();
  await expect(toggle).not.toBeChecked();
  await expect.poll(asked).toBeGreaterThan(before);
  expect(await wholeFiles(rep)).toEqual([]);
  await expect(rep.tile(bundle).getByText(noneHere)).toBeVisible();
  await expect(toggle).not.toBeChecked();
  lift();
  released.resolve();

  await expect(toggle).toBeChecked({ timeout: 30_000 });
  expect(await wholeFiles(rep)).toEqual(keptBefore);
  await expect.poll(() => isAppKept(rep), { timeout: 30_000 }).toBe(true);
  await line.stop();
  await rep.page.reload();
  await expect(toggle).toBeChecked();
  await expectTruth(rep, 'Offline', 1);
  await line.start();
  await hostHasTime(rep);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email], 30_000);
  await expectTruth(rep, 'Online', 0);
});

test('[F28] when the database is gone the channel comes again from the host, and no switch says what nobody chose, and what was sent is not sent again @long', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  await readyToSend(rep, host);
  await pressSend(rep);
  await expect(rep.page.getByText('Pack successfully sent!')).toBeVisible();
  await keepBundle(rep);
  const keptBefore = await wholeFiles(rep);
  await clear(rep, 'indexeddb');
  await rep.page.goto('/');
  await rep.page.reload();
  await expect(rep.heading).toHaveText('Retail & Hospitality');
  await expect(rep.page.getByText(/\d+ bundles?, \d+ files/)).toBeVisible();
  await rep.open('/content');
  await expect(rep.tile(bundle)).toBeVisible();
  expect(await deviceRows(rep.page, 'salestool--channel')).not.toEqual([]);
  await expect(rep.tile(bundle).getByRole('switch')).not.toBeChecked();
  await rep.keepOffline(bundle);
  expect(await wholeFiles(rep)).toEqual(expect.arrayContaining(keptBefore));
  await line.stop();
  await rep.page.reload();
  await expect(rep.tile(bundle).getByRole('switch')).toBeChecked();
  await line.start();
  await rep.comesBack();
  await expectTruth(rep, 'Online', 0);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
});

for (const [gone, cleared, isKept] of [
  ['local storage is', 'local_storage', true],
  ['local storage and the caches are', 'local_storage,cache_storage', false],
] as const) {
  test(`[F28] when ${gone} gone the rep signs in again, what waited goes out, and the switch says that the files are ${isKept ? 'still' : 'not'} here @long`, async ({
    rep,
    host,
    line,
    mailbox,
  }) => {
    const pack = await readyToSend(rep, host);
    await keepBundle(rep);
    await rep.picturesKept();
    await rep.open(`/packs/${pack.id}/send`);
    await rep.fillRecipient(guest);
    const keptBefore = await wholeFiles(rep);
    await line.stop();
    await pressSend(rep);
    await savedForLater(rep);
    await clear(rep, cleared);
    // What is missing does not come again before the switch was looked at.
    const lift = line.meet(isFile, answerWith(503));
    const asked = () => line.requests.filter(isFile).map(({ path }) => path.replace(/\?.*/, ''));
    line.requests.length = 0;
    await line.start();
    await rep.signInToChannel(people.nora);
    await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email], 30_000);
    await rep.open('/content');
    await expect(rep.tile(bundle)).toBeVisible();
    const toggle = rep.tile(bundle).getByRole('switch');
    const pathsBefore = keptBefore.map((url) => new URL(url).pathname);
    if (isKept) {
      await expect(toggle).toBeChecked();
      expect(await wholeFiles(rep)).toEqual(keptBefore);
      expect(asked().filter((path) => pathsBefore.includes(path))).toEqual([]);
    } else {
      // They are asked for, and until they are here nothing else is said.
      await expect.poll(() => asked().filter((path) => pathsBefore.includes(path)).length).toBeGreaterThan(0);
      await expect(rep.tile(bundle).getByText(noneHere)).toBeVisible();
      await expect(toggle).not.toBeChecked();
      expect(await wholeFiles(rep)).toEqual([]);
      lift();
      await rep.page.reload();
      await expect(toggle).toBeChecked({ timeout: 60_000 });
      expect(await wholeFiles(rep)).toEqual(keptBefore);
    }
    await expectTruth(rep, 'Online', 0);
    // Whether it says the truth shows without a host.
    await rep.waitForWorker();
    await line.stop();
    await rep.open('/content');
    await rep.page.reload();
    await expect(toggle).toBeChecked();
    expect(await wholeFiles(rep)).toEqual(keptBefore);
    await expectTruth(rep, 'Offline', 0);
  });
}
