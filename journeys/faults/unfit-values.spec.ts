import { deviceRows } from '../support/device-store.ts';
import { expect, test } from '../support/fault-journey.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { keptFiles } from '../support/kept-files.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import type { Rep } from '../support/rep.ts';

declare global {
  interface Window {
    /** What the builder hands on for a pack's name while a test says so. */
    packName: 'huge' | 'no data' | null;
    /** How often a pack was put into the browser's database. */
    puts: number;
  }
}

/** Stands in for whoever pastes 140 MB into a pack, and for a fault of the app. */
const spoilName = ({ page }: Rep) =>
  page.addInitScript(() => {
    const { trim } = String.prototype;
    window.packName = null;
    window.puts = 0;
    String.prototype.trim = function () {
      const text = trim.call(this);
      if (text !== 'Changed on the road' || window.packName === null) return text;
      return window.packName === 'huge' ? text + ' '.repeat(70_000_000) : ((() => text) as never);
    };
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value: unknown, ...rest: []) {
      if (this.name === 'salestool--pack') window.puts += 1;
      return put.call(this, value, ...rest);
    };
  });

const unfit = [
  ['huge', 'This is too large to be kept on a device, and was not saved: make it smaller and try again.'],
  ['no data', 'A part of this cannot be kept on a device, so nothing of it was saved.'],
] as const;

test('[F5] a pack that is too large for one value, or no data, is refused in words before it is written, takes nothing from the device, and can be mended @long', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  test.setTimeout(240_000);
  await spoilName(rep);
  const pack = await readyToSend(rep, host);
  const { page } = rep;
  await rep.open('/content');
  await rep.keepOffline('T3 Counter');
  const before = await keptFiles(page);
  await line.stop();
  await rep.open(`/packs/${pack.id}/build`);
  await rep.renamePack('Changed on the road');
  const save = page.getByRole('button', { name: 'Save', exact: true }).first();
  for (const [name, words] of unfit) {
    await page.evaluate((name) => {
      window.packName = name;
      window.puts = 0;
    }, name);
    await save.click();
    const notice = page.getByRole('alert').filter({ hasText: words });
    await expect(notice).toHaveCount(1);
    await notice.getByRole('button', { name: 'Close' }).click();
    await page.evaluate(() => {
      window.packName = null;
    });
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await expect(save).toBeEnabled();
    expect(await page.evaluate(() => window.puts)).toBe(0);
    expect(await deviceRows(page, 'queue')).toEqual([]);
  }
  expect(await keptFiles(page)).toEqual(expect.arrayContaining(before));

  await rep.savePack();
  await expect(rep.heading).toHaveText('Changed on the road');
  await rep.open(`/packs/${pack.id}/send`);
  await rep.fillRecipient(guest);
  await pressSend(rep);
  await savedForLater(rep);
  await expectTruth(rep, 'Offline', 2);
  await line.start();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email], 60_000);
  await expectTruth(rep, 'Online', 0);
});
