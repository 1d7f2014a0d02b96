import { deviceRows } from '../support/device-store.ts';
import { expect, test } from '../support/fault-journey.ts';
import type { SeenRequest } from '../support/fault-proxy.ts';
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
const isFile = ({ method, path }: Pick<SeenRequest, 'method' | 'path'>) =>
  method === 'GET' && /^\/(sites\/default\/files|app\/pwa\/sitefiles)\//.test(path);

async function keepBundle(rep: Rep) {
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await rep.waitForWorker();
  await rep.open('/content');
  await rep.keepOffline(bundle);
}

/** Without small pictures, which come with the next load of their channel. */
const wholeFiles = async ({ page }: Rep) =>
  (await keptFiles(page)).filter((url) => !url.includes('/styles/'));
const isAppKept = ({ page }: Rep) =>
  page.evaluate(async () => (await caches.match('/index.html', { ignoreSearch: true })) !== undefined);

test('[F28] when the caches are gone no switch says that files are here, and they and the app come again @long', async ({
  rep,
  line,
}) => {
  await keepBundle(rep);
  // Chromium's store hangs for good when it is cleared while it is in use, which the worker's own tests look at.
  await rep.picturesKept();
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
  await expect(toggle).not.toBeChecked();
  lift();
  released.resolve();

  await expect(toggle).toBeChecked({ timeout: 30_000 });
  expect(await wholeFiles(rep)).toEqual(keptBefore);
  await expect.poll(() => isAppKept(rep), { timeout: 30_000 }).toBe(true);
  await line.stop();
  await rep.page.reload();
  await expect(toggle).toBeChecked();
  await expectTruth(rep, 'Offline', 0);
});

test('[F28] when the database is gone the channel comes again from the host, and no switch says what nobody chose @long', async ({
  rep,
  line,
}) => {
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
});

test('[F28] when local storage is gone the rep signs in again, and what waited goes out @long', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  await readyToSend(rep, host);
  await line.stop();
  await pressSend(rep);
  await savedForLater(rep);
  await clear(rep, 'local_storage');
  await line.start();
  await rep.signInToChannel(people.nora);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email], 30_000);
  await expectTruth(rep, 'Online', 0);
});
