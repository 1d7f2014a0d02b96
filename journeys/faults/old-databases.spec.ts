import type { Page } from '@playwright/test';
import { test as base, expect } from '../support/fault-journey.ts';
import { stepsToCut } from '../support/fault-steps.ts';
import { expectSentOnce, expectTruth, sessionOf } from '../support/invariants.ts';
import { type KillableBrowser, onDisk } from '../support/killable-browser.ts';
import { letGo, makeOld, type Stored, stored } from '../support/old-database.ts';
import { queueMessages, readyToSend } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import { Rep } from '../support/rep.ts';

const test = base.extend<{ browserOnDisk: KillableBrowser }>(onDisk);

/** A page of the app's origin on which the app does not run. */
const beside = (rep: Rep) => rep.page.goto('/manifest.webmanifest');
const newest = 30;

/** Notes in the page when it asks for its database, which begins the upgrade, and when home tells from it what the channel has. */
function timeUpgrade() {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, version) {
    if (name === 'satchel' && version !== undefined && !('upgradeBegan' in globalThis))
      Object.assign(globalThis, { upgradeBegan: performance.now() });
    return open.call(this, name, version);
  };
  const look = () => {
    if (/\d+ bundles?, \d+ files/.test(document.querySelector('main')?.textContent ?? ''))
      Object.assign(globalThis, { upgradeSettled: performance.now() });
    else requestAnimationFrame(look);
  };
  look();
}

/** ms from the start of the upgrade until it had settled, as the page itself tells them: its first bytes are not the upgrade's. */
const upgradeMs = (page: Page) =>
  page.evaluate(() => {
    const { upgradeBegan, upgradeSettled } = globalThis as unknown as Record<string, number>;
    return Math.round(Number(upgradeSettled) - Number(upgradeBegan));
  });

for (const [version, tag] of [
  [2, ''],
  [1, ' @long'],
] as const) {
  test(`[F11] a database of version ${version} with twenty unsent messages is taken over at once although another window has it open, and each goes once${tag}`, async ({
    rep,
    host,
    line,
    mailbox,
    context,
  }) => {
    await readyToSend(rep, host);
    await line.stop();
    const recipients = await queueMessages(rep, 20);
    await beside(rep);
    await makeOld(rep.page, version);
    await line.start();
    const later = new Rep(await context.newPage());
    await later.page.addInitScript(timeUpgrade);
    await later.page.goto('/');
    await expect(later.heading).toHaveText('Retail & Hospitality');
    await expect(later.page.getByText(/\d+ bundles?, \d+ files/)).toBeVisible();
    const ms = await upgradeMs(later.page);
    console.log(`[F11] the upgrade from version ${version} had settled after ${ms} ms`);
    expect(ms).toBeLessThanOrEqual(5000);
    await expectSentOnce({ host, mailbox, person: people.nora }, recipients, 60_000);
    await expectTruth(later, 'Online', 0);
    expect((await stored(later.page))?.version).toBe(newest);
  });
}

test('[F11] a window that does not let go of an older database is named, and when it is closed everything goes on and out @long', async ({
  rep,
  host,
  line,
  mailbox,
  context,
}) => {
  await readyToSend(rep, host);
  await line.stop();
  const recipients = await queueMessages(rep, 20);
  await beside(rep);
  await makeOld(rep.page, 2, { holdsOn: true });
  await line.start();
  const later = new Rep(await context.newPage());
  await later.page.goto('/');
  const notice = later.page.getByText('Another window still holds an earlier version.');
  await expect(notice).toBeVisible();
  await letGo(rep.page);
  await expect(later.page.getByText(/\d+ bundles?, \d+ files/)).toBeVisible({ timeout: 5000 });
  await expect(notice).toBeHidden();
  await expectSentOnce({ host, mailbox, person: people.nora }, recipients, 60_000);
  await expectTruth(later, 'Online', 0);
});

interface Cut {
  /** -1 for none. */
  step: number;
  /** The page goes on until its browser is killed, so that the upgrade may just have become durable; else it is stopped dead. */
  goesOn?: boolean;
}

/** Counts what an upgrade does to the database, and says when the power goes. */
function countSteps(cut: Cut) {
  let steps = 0;
  const step = () => {
    steps += 1;
    Object.assign(globalThis, { upgradeSteps: steps });
    if (steps !== cut.step) return;
    console.log('The power goes now');
    while (!cut.goesOn);
  };
  const before = <T extends object>(type: T, method: keyof T, isUpgrade: (of: never) => boolean) => {
    const original = type[method] as (...given: unknown[]) => unknown;
    type[method] = function (this: never, ...given: unknown[]) {
      const result = original.apply(this, given);
      if (isUpgrade(this)) step();
      return result;
    } as T[keyof T];
  };
  const ofStore = (store: IDBObjectStore) => store.transaction.mode === 'versionchange';
  before(IDBDatabase.prototype, 'createObjectStore', () => true);
  before(IDBObjectStore.prototype, 'createIndex', ofStore);
  before(IDBObjectStore.prototype, 'put', ofStore);
  before(IDBCursor.prototype, 'update', (cursor: IDBCursor) =>
    ofStore('objectStore' in cursor.source ? cursor.source.objectStore : cursor.source),
  );
}

/** Starts the app and pulls the plug at this step of the upgrade. */
async function cutAt(cut: Cut, browser: KillableBrowser, rep: Rep) {
  await rep.page.addInitScript(countSteps, cut);
  const now = rep.page.waitForEvent('console', (message) => message.text() === 'The power goes now');
  // What the browser said of the page must be here before it goes: Playwright knows it no more afterwards.
  await rep.page.goto('/', { waitUntil: 'commit' });
  await now;
  await browser.kill();
}

/** Browsers write local storage to the disk when it suits them: a young sign-in may have gone with the power. */
async function startSignedIn(rep: Rep) {
  await rep.page.goto('/');
  if ((await sessionOf(rep)) === null) await rep.signIn(people.nora);
}

/** How many steps the upgrade has, from a run that goes to its end. */
async function stepsOf(page: Page) {
  await page.addInitScript(countSteps, { step: -1 });
  await page.goto('/');
  await expect
    .poll(() => page.evaluate(() => indexedDB.databases()), { timeout: 60_000 })
    .toContainEqual({
      ...{ name: 'satchel', version: newest },
    });
  await stored(page);
  return page.evaluate(() => (globalThis as unknown as { upgradeSteps: number }).upgradeSteps);
}

const cutsOf = (steps: number): Cut[] => [
  ...stepsToCut(steps).map((step) => ({ step })),
  { step: steps, goesOn: true },
];
const nameOf = ({ step, goesOn }: Cut) => (goesOn ? 'as it ends' : `FAULT_STEP=${step}`);

/** Rows as both versions have them. */
function common({ rows }: Stored, stores: readonly string[]) {
  return Object.fromEntries(
    stores.map((name) => [name, (rows[name] ?? []).map(({ ownerId: _owner, ...row }) => row)]),
  );
}

for (const version of [1, 2] as const) {
  test(`[F12] a power cut at each step of the way from version ${version} leaves the old database or the new one, with every row @long`, async ({
    browserOnDisk,
    host,
    line,
    mailbox,
  }) => {
    test.setTimeout(600_000);
    let rep = await browserOnDisk.open();
    await readyToSend(rep, host);
    await line.stop();
    const recipients = await queueMessages(rep, 3);
    await beside(rep);
    await makeOld(rep.page, version);
    const before = await stored(rep.page);
    if (!before) throw new Error('There is no old database');
    const stores = Object.keys(before.rows);
    const steps = await stepsOf(rep.page);
    for (const cut of cutsOf(steps)) {
      console.log(`[F12] from version ${version}, ${steps} steps: ${nameOf(cut)}`);
      await beside(rep);
      await makeOld(rep.page, version);
      await cutAt(cut, browserOnDisk, rep);
      rep = await browserOnDisk.open();
      await beside(rep);
      const after = await stored(rep.page);
      console.log(`[F12] left version ${after?.version}`);
      expect([version * 10, newest]).toContain(after?.version);
      if (!after) throw new Error('The database is gone');
      expect(common(after, stores)).toEqual(common(before, stores));
      if (after.version !== newest) expect(Object.keys(after.rows)).toEqual(stores);
      else expect(Object.keys(after.rows)).toContain('queue');
    }
    await line.start();
    await startSignedIn(rep);
    await expectSentOnce({ host, mailbox, person: people.nora }, recipients, 45_000);
    await expectTruth(rep, 'Online', 0);
  });
}

test('[F12] a power cut at each step while the first database is made leaves none or a whole one, and the rep signs in @long', async ({
  browserOnDisk,
}) => {
  test.setTimeout(600_000);
  let rep = await browserOnDisk.open();
  const steps = await stepsOf(rep.page);
  for (const cut of cutsOf(steps)) {
    console.log(`[F12] on a new device, ${steps} steps: ${nameOf(cut)}`);
    await beside(rep);
    await rep.page.evaluate(
      () => new Promise((resolve) => (indexedDB.deleteDatabase('satchel').onsuccess = resolve)),
    );
    await cutAt(cut, browserOnDisk, rep);
    rep = await browserOnDisk.open();
    await beside(rep);
    const after = await stored(rep.page);
    if (after) expect(after.version).toBe(newest);
  }
  await rep.signInToChannel(people.nora);
  await expectTruth(rep, 'Online', 0);
});
