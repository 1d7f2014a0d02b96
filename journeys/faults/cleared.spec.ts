import { deviceRows, putDeviceRows } from '../support/device-store.ts';
import { expect, test } from '../support/fault-journey.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import type { Rep } from '../support/rep.ts';

/** What a browser, a cleaner or a person takes away from under the app. */
async function clear(rep: Rep, storageTypes: string) {
  const session = await rep.page.context().newCDPSession(rep.page);
  const { origin } = new URL(rep.page.url());
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
}

const bundle = 'T3 Counter';

async function keepBundle(rep: Rep) {
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await rep.waitForWorker();
  await rep.open('/content');
  await rep.keepOffline(bundle);
}

test('[F28] when the caches are gone no switch says that files are here, and they can be fetched again @long', async ({
  rep,
  line,
}) => {
  await keepBundle(rep);
  await clear(rep, 'cache_storage');
  await rep.page.reload();
  const toggle = rep.tile(bundle).getByRole('switch');
  await expect(rep.tile(bundle)).toBeVisible();
  await expect(toggle).toBeChecked({ timeout: 30_000 });
  // On again means that it is all here again.
  await line.stop();
  const page = await rep.page.context().newPage();
  await page.goto('about:blank');
  const kept = await rep.page.evaluate(async () => {
    const cache = await caches.open('satchel-content');
    return (await cache.keys()).length;
  });
  expect(kept).toBeGreaterThan(0);
});

test('[F28] when the database is gone the channel comes again from the host, and switches tell the truth @long', async ({
  rep,
}) => {
  await keepBundle(rep);
  await clear(rep, 'indexeddb');
  await rep.page.goto('/');
  await rep.page.reload();
  await expect(rep.heading).toHaveText('Retail & Hospitality');
  await expect(rep.page.getByText(/\d+ bundles?, \d+ files/)).toBeVisible();
  await rep.open('/content');
  await expect(rep.tile(bundle)).toBeVisible();
  expect(await deviceRows(rep.page, 'salestool--channel')).not.toEqual([]);
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

test('[F22] packs that were marked for removal when the power went are there afterwards @long', async ({
  rep,
  line,
}) => {
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await rep.waitForWorker();
  await rep.open('/packs');
  await expect.poll(() => deviceRows(rep.page, 'salestool--pack')).not.toEqual([]);
  const packs = await deviceRows(rep.page, 'salestool--pack');
  await putDeviceRows(rep.page, {
    'salestool--pack': packs.map((pack) => ({
      ...pack,
      _meta: { ...(pack._meta as object), removing: true },
    })),
  });
  const cards = rep.page.getByRole('main').getByRole('article');
  await expect(cards).not.toHaveCount(0);
  const shown = await cards.count();
  await line.stop();
  await rep.page.reload();
  await expect(cards).toHaveCount(shown);
  await line.start();
  await expect(rep.connection).toHaveAccessibleName(/^(Online|Downloading)/, { timeout: 30_000 });
  await rep.page.reload();
  await expect(cards).toHaveCount(shown);
  const after = await deviceRows(rep.page, 'salestool--pack');
  expect(after.map(({ id }) => id).sort()).toEqual(packs.map(({ id }) => id).sort());
});
