import type { Page } from '@playwright/test';
import { deviceRows } from '../support/device-store.ts';
import { expect, test } from '../support/fault-journey.ts';
import { answerWith, type SeenRequest } from '../support/fault-proxy.ts';
import { HostClient } from '../support/host-client.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { guest, pressSend, readyToSend } from '../support/outgoing.ts';
import { people } from '../support/people.ts';

/** What this origin may keep; without a number as much as before. The browser's own estimate does not notice. */
async function allow(page: Page, quotaSize?: number) {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', {
    origin,
    ...(quotaSize !== undefined && { quotaSize }),
  });
}

const usage = (page: Page) => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);

/** The browser takes note of a smaller quota only after a while: until then writes go on. */
async function fill(page: Page, quota = 1) {
  await allow(page, quota);
  const write = () =>
    page.evaluate(async () => {
      const request = indexedDB.open('filler', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('bytes');
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const transaction = database.transaction('bytes', 'readwrite');
      const name = await new Promise<string | undefined>((resolve) => {
        transaction.oncomplete = () => resolve(undefined);
        transaction.onabort = () => resolve(transaction.error?.name);
        transaction.objectStore('bytes').put(new Uint8Array(1000), 'filler');
      });
      database.close();
      return name;
    });
  await expect.poll(write, { timeout: 60_000 }).toBe('QuotaExceededError');
}

/** As much room as before; what files lie in takes note of that after a while, too. */
async function makeRoom(page: Page) {
  await allow(page);
  const keep = () =>
    page.evaluate(async () => {
      const cache = await caches.open('filler');
      const name = await cache.put('/filler', new Response(new Uint8Array(5_000_000))).then(
        () => 'kept',
        (error: Error) => error.name,
      );
      await caches.delete('filler');
      return name;
    });
  await expect.poll(keep, { timeout: 60_000 }).toBe('kept');
}

const noSpace = 'This device has no space left. Nothing was lost: free some space and try again.';

test('[F4] a message that finds no room is refused loudly, stays in the form, and goes when there is room again @long', async ({
  rep,
  host,
  mailbox,
}) => {
  await readyToSend(rep, host);
  await fill(rep.page);
  await pressSend(rep);
  await expect(rep.page.getByText(noSpace)).toBeVisible();
  expect(await deviceRows(rep.page, 'salestool--message')).toEqual([]);
  expect(await deviceRows(rep.page, 'queue')).toEqual([]);
  await expect(rep.page.getByLabel('Email')).toHaveValue(guest.email);

  await makeRoom(rep.page);
  await rep.page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await pressSend(rep);
  await expect(rep.page.getByText('Pack successfully sent!')).toBeVisible();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  await expectTruth(rep, 'Online', 0);
});

test('[F4] a pack that finds no room says so, keeps its changes on the screen, and is saved when there is room again @long', async ({
  rep,
  host,
  mailbox,
}) => {
  const pack = await readyToSend(rep, host);
  const nora = await HostClient.signIn(host, people.nora);
  const ownAtHost = async () =>
    (await nora.list('salestool/pack'))
      .filter(({ attributes }) => attributes.pack_type === 'private')
      .map(({ id, attributes }) => [id, attributes.title]);
  await rep.open(`/packs/${pack.id}/build`);
  await rep.renamePack('Written on a full tablet');
  await fill(rep.page);
  await rep.page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(rep.page.getByText(noSpace)).toBeVisible();
  await expect(rep.page.getByText('Unsaved changes')).toBeVisible();
  expect(await deviceRows(rep.page, 'queue')).toEqual([]);
  expect(await ownAtHost()).toEqual([[pack.id, 'Brightwater Cafés']]);
  await makeRoom(rep.page);
  await rep.savePack();
  await rep.page.reload();
  await expect(rep.heading).toHaveText('Written on a full tablet');
  await expect.poll(ownAtHost).toEqual([[pack.id, 'Written on a full tablet']]);
  await expectTruth(rep, 'Online', 0);
  expect(await ownAtHost()).toEqual([[pack.id, 'Written on a full tablet']]);
  await expectSentOnce({ host, mailbox, person: people.nora }, []);
});

test('[F4] a full device lets go of files that can be downloaded again, saves a pack and sends a message, and says what is missing @long', async ({
  rep,
  host,
  mailbox,
}) => {
  const pack = await (await HostClient.signIn(host, people.nora)).makePack('Brightwater Cafés');
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  await rep.picturesKept();
  await rep.settled();
  await rep.open('/content');
  const tile = rep.tile('T3 Counter');
  await tile.getByRole('switch').click();
  await expect(tile.getByRole('switch')).toBeChecked({ timeout: 15_000 });

  await rep.open(`/packs/${pack.id}/build`);
  await rep.renamePack('Written on a full tablet');
  await fill(rep.page, (await usage(rep.page)) - 100_000);
  await rep.savePack();
  const removed = rep.page.getByRole('alert').filter({ hasText: 'This device was full.' });
  await expect(removed).toHaveText(
    /\d+ files that can be downloaded again were removed from it to keep your work\./,
  );
  await expect(rep.page.getByText(noSpace)).toBeHidden();
  await removed.getByRole('button', { name: 'Resources' }).click();
  await expect(tile.getByText(/^0 of \d+ files, try again$/)).toBeVisible();
  await expect(tile.getByRole('switch')).not.toBeChecked();

  await rep.open(`/packs/${pack.id}/send`);
  await rep.fillRecipient(guest);
  await pressSend(rep);
  await expect(rep.page.getByText('Pack successfully sent!')).toBeVisible();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  await rep.page.reload();
  await rep.open(`/packs/${pack.id}/build`);
  await expect(rep.heading).toHaveText('Written on a full tablet');
  await rep.open('/content');
  await expect(tile.getByText(/^0 of \d+ files, try again$/)).toBeVisible();
  await expectTruth(rep, 'Online', 0);
});

test('[F4] files that are removed from this device take no more room on it', async ({ rep }) => {
  const ofCaches = () =>
    rep.page.evaluate(async () => {
      const { usageDetails } = (await navigator.storage.estimate()) as { usageDetails?: { caches?: number } };
      return usageDetails?.caches ?? 0;
    });
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  await rep.picturesKept();
  await rep.settled();
  await rep.open('/content');
  const tile = rep.tile('T3 Counter');
  const toggle = tile.getByRole('switch');
  const before = await ofCaches();
  await toggle.click();
  await expect(toggle).toBeChecked({ timeout: 15_000 });
  expect(await ofCaches()).toBeGreaterThan(before + 1_000_000);
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await expect.poll(ofCaches).toBeLessThan(before + 500_000);
});

const isDocument = ({ method, path }: SeenRequest) => method === 'GET' && /\.pdf(\?|$)/.test(path);

test('[F6] a file that is missing in the middle leaves the switch partial with its count, and another try brings the rest', async ({
  rep,
  line,
}) => {
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  await rep.picturesKept();
  await rep.settled();
  await rep.open('/content');
  const tile = rep.tile('T3 Counter');
  await expect(tile).toBeVisible();
  const isLost = (seen: SeenRequest) => isDocument(seen) && seen.path === lost;
  let lost: string | undefined;
  const lift = line.meet((seen) => {
    if (isDocument(seen)) lost ??= seen.path;
    return isLost(seen);
  }, answerWith(404));
  const toggle = tile.getByRole('switch');
  const partly = tile.getByText(/^\d+ of \d+ files?, try again$/);
  await toggle.click();
  await expect(partly).toBeVisible({ timeout: 15_000 });
  await expect(toggle).not.toBeChecked();

  // A start goes on by itself; as long as the file is missing it comes no further.
  const before = line.requests.filter(isLost).length;
  await rep.page.reload();
  await expect.poll(() => line.requests.filter(isLost).length).toBeGreaterThan(before);
  await expect(partly).toBeVisible({ timeout: 15_000 });
  await expect(toggle).not.toBeChecked();

  lift();
  await toggle.click();
  await expect(toggle).toBeChecked({ timeout: 15_000 });
  // Only what was missing came again.
  const given = line.requests.filter(isDocument).filter(({ status }) => status === 200);
  const paths = given.map(({ path }) => path);
  expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted());
});

test('[F6] a device that runs full in the middle leaves the switch partial with its count, and what is kept stays @long', async ({
  rep,
}) => {
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  await rep.picturesKept();
  await rep.settled();
  await rep.open('/content');
  const tile = rep.tile('T3 Counter');
  await expect(tile).toBeVisible();
  await allow(rep.page, (await usage(rep.page)) + 40_000);
  const toggle = tile.getByRole('switch');
  await toggle.click();
  await expect(tile.getByText(/^\d+ of \d+ files?, try again$/)).toBeVisible({ timeout: 15_000 });
  await expect(toggle).not.toBeChecked();
  await makeRoom(rep.page);
  await toggle.click();
  await expect(toggle).toBeChecked({ timeout: 15_000 });
});
