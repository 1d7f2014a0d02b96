import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { deploy, expectBuild, lookForNewVersion, test, workerScript } from '../support/deploys.ts';
import { deviceRows } from '../support/device-store.ts';
import { expect } from '../support/fault-journey.ts';
import { answerWith, captivePortal, cutAfter, type Fault, to } from '../support/fault-proxy.ts';
import { HostClient } from '../support/host-client.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { keptFiles } from '../support/kept-files.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import { Rep } from '../support/rep.ts';

const newVersion = ({ page }: Rep) => page.getByRole('dialog', { name: 'New version' });
const home = 'Retail & Hospitality';
const person = people.nora;

// Whole versions of the app travel here, on machines that have other things to do.
test.setTimeout(240_000);

// A device that was offline for a while asks anew within 72 s.
const comesBackMs = 90_000;

/** Without a word of when to come back the waits would double, and outlast the test where the machine is slow. */
const busyHost = answerWith(503, { 'retry-after': '1' });

/** The rep asks for the version that waits, and its first screen comes up. */
async function reload(rep: Rep, build: 'first' | 'another') {
  await newVersion(rep).getByRole('button', { name: 'Reload' }).click();
  await expectBuild(rep.page, build);
  await expect(rep.page.getByRole('main')).not.toBeEmpty();
}

const large = /^another-rich-text-editor.*\.js$/;
/** Holds most others. */
const small = /^small-parts-.*\.json$/;
const incomplete: [string, string, RegExp, Fault][] = [
  ['a large part is missing', '', large, answerWith(404)],
  ['a large part fails', ' @long', large, answerWith(500)],
  ['a large part is cut off in the middle', ' @long', large, cutAfter((length) => length >> 1)],
  ['the small parts are missing', ' @long', small, answerWith(404)],
  ['the small parts are cut off in the middle', ' @long', small, cutAfter((length) => length >> 1)],
  ["the small parts are a portal's page", ' @long', small, captivePortal],
];
for (const [what, tag, file, fault] of incomplete) {
  test(`[F7] [CACHE-01] a new version of which ${what} leaves the old one working offline, is told, and is offered once it is whole${tag}`, async ({
    rep,
    host,
    line,
    mailbox,
    anotherBuild,
  }) => {
    await readyToSend(rep, host);
    const names = await readdir(join(anotherBuild, 'assets'));
    const part = names.find((name) => file.test(name));
    deploy(line, anotherBuild);
    const isPart = to('GET', `/assets/${part}`);
    const bring = line.meet(isPart, fault);
    await lookForNewVersion(rep.page);
    expect(line.requests.filter(isPart)).not.toEqual([]);
    await line.stop();
    await pressSend(rep);
    await savedForLater(rep);
    await rep.open('/settings');
    await expect(rep.page.getByText(/^A new version is there but did not arrive whole/)).toBeVisible();
    await expect(newVersion(rep)).toBeHidden();
    await rep.page.reload();
    await expectTruth(rep, 'Offline', 1);
    await rep.open('/whats-new');
    await expect(rep.heading).toHaveText("What's new");
    await expectBuild(rep.page, 'first');

    bring();
    await line.start();
    await lookForNewVersion(rep.page);
    await reload(rep, 'another');
    await expectSentOnce({ host, mailbox, person }, [guest.email], comesBackMs);
    await expectTruth(rep, 'Online', 0);
  });
}

for (const network of ['online', 'offline'] as const) {
  const tag = network === 'online' ? ' @long' : '';
  test(`[F8] after a deploy an open window loads its other parts from its own copy ${network}, asks before it reloads, and keeps what was typed${tag}`, async ({
    rep,
    host,
    line,
    mailbox,
    anotherBuild,
  }) => {
    const pack = await readyToSend(rep, host);
    await rep.open(`/packs/${pack.id}/build`);
    await rep.page.getByRole('button', { name: 'Text', exact: true }).click();
    await rep.nameNewSection('Not saved yet');
    // The files of the build before are gone from the host.
    deploy(line, anotherBuild);
    await lookForNewVersion(rep.page);
    if (network === 'offline') await line.stop();
    await newVersion(rep).getByRole('button', { name: 'Later' }).click();
    await rep.page.getByRole('button', { name: 'Pack settings' }).click();
    await expect(rep.page.getByRole('dialog', { name: 'Pack settings' })).toBeVisible();
    await rep.page.keyboard.press('Escape');
    await expect(rep.page.getByText('Not saved yet').first()).toBeVisible();
    await expect(rep.page.getByText('Unsaved changes')).toBeVisible();

    const other = new Rep(await rep.page.context().newPage());
    for (const [address, title] of [
      ['/whats-new', "What's new"],
      ['/settings', 'Settings'],
    ] as const) {
      await other.open(address);
      await expect(other.heading).toHaveText(title);
    }
    await expectBuild(other.page, 'first');
    await other.page.close();
    await rep.savePack();
    await rep.open(`/packs/${pack.id}/send`);
    await rep.fillRecipient(guest);
    await pressSend(rep);
    if (network === 'offline') {
      await savedForLater(rep);
      await expectTruth(rep, 'Offline', 2);
      await line.start();
    }
    await expectSentOnce({ host, mailbox, person }, [guest.email], comesBackMs);
    await expectTruth(rep, 'Online', 0);
    const stored = await (await HostClient.signIn(host, person)).list('salestool/pack');
    const saved = stored.find(({ id }) => id === pack.id);
    expect(saved?.attributes.pack_data).toContain('Not saved yet');
    // Nobody asked for it, so it is not there.
    await expectBuild(rep.page, 'first');
  });
}

const wrongScripts: [string, Fault][] = [
  ["a portal's page", captivePortal],
  ['an error', answerWith(500)],
];
for (const [what, fault] of wrongScripts) {
  test(`[F9] when the worker's script is ${what} the app starts as before, and its data is untouched @long`, async ({
    rep,
    host,
    line,
    mailbox,
  }) => {
    await readyToSend(rep, host);
    await line.stop();
    await pressSend(rep);
    await savedForLater(rep);
    const before = await deviceRows(rep.page, 'salestool--message');
    line.meet(workerScript, fault);
    const hold = line.meet(to('POST', '/jsonapi/'), busyHost);
    await line.start();
    await rep.page.goto('/');
    await rep.page.reload();
    await lookForNewVersion(rep.page);
    await expect.poll(() => line.requests.filter(workerScript).length).toBeGreaterThan(0);
    await expect(rep.heading).toHaveText(home);
    expect(await deviceRows(rep.page, 'salestool--message')).toEqual(before);
    await line.stop();
    await rep.page.reload();
    await expectTruth(rep, 'Offline', 1);
    await expect(newVersion(rep)).toBeHidden();
    hold();
    await line.start();
    await expectSentOnce({ host, mailbox, person }, [guest.email], comesBackMs);
    await expectTruth(rep, 'Online', 0);
  });
}

test("[F9] a worker's script of long ago changes nothing, and a host that goes back to the build before is followed @long", async ({
  rep,
  host,
  line,
  mailbox,
  anotherBuild,
}) => {
  await readyToSend(rep, host);
  const rollBack = deploy(line, anotherBuild);
  await lookForNewVersion(rep.page);
  await reload(rep, 'another');
  const makeFresh = line.meet(workerScript, async ({ ask, pass }) => pass(await ask()));
  await lookForNewVersion(rep.page);
  await expect(newVersion(rep)).toBeHidden();
  await line.stop();
  await rep.page.reload();
  // What was typed into the form is there as well.
  await expect(rep.page.getByLabel('Email')).toHaveValue(guest.email);
  await pressSend(rep);
  await savedForLater(rep);
  await expectBuild(rep.page, 'another');
  await expectTruth(rep, 'Offline', 1);

  makeFresh();
  rollBack();
  await line.start();
  await lookForNewVersion(rep.page);
  await reload(rep, 'first');
  await expectSentOnce({ host, mailbox, person }, [guest.email], comesBackMs);
  await expectTruth(rep, 'Online', 0);
});

const isUnderNewestWorker = (page: Page) =>
  page.evaluate(async () => {
    const { active, waiting } = await navigator.serviceWorker.ready;
    return waiting === null && active !== null && navigator.serviceWorker.controller === active;
  });

const brokenWorker = `
  setInterval(() => self.skipWaiting(), 500);
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate')
      event.respondWith(new Response('Broken', { status: 500, headers: { 'content-type': 'text/html' } }));
  });
`;

test('[F10] after a broken worker was shipped a build without one brings every window back, reloads none in which somebody types, and loses nothing @long', async ({
  rep,
  host,
  line,
  mailbox,
  buildWithoutWorker,
}) => {
  const pack = await readyToSend(rep, host);
  await rep.open('/content');
  await rep.keepOffline('T3 Counter');
  const files = await keptFiles(rep.page);
  expect(files).not.toEqual([]);
  await rep.open(`/packs/${pack.id}/send`);
  await rep.fillRecipient(guest);
  await line.stop();
  await pressSend(rep);
  await savedForLater(rep);
  await rep.open(`/packs/${pack.id}/build`);
  await rep.page.getByRole('button', { name: 'Text', exact: true }).click();
  await rep.nameNewSection('Not saved yet');

  const hold = line.meet(to('POST', '/jsonapi/'), busyHost);
  const isJavaScript = { 'content-type': 'text/javascript' };
  const mend = line.meet(workerScript, answerWith(200, isJavaScript, brokenWorker));
  await line.start();
  await lookForNewVersion(rep.page);
  const other = new Rep(await rep.page.context().newPage());
  // The browser changes workers when the one before is at rest.
  await expect(async () => {
    await other.page.goto('/', { timeout: 5000 });
    await expect(other.page.getByText('Broken')).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });

  mend();
  const recover = deploy(line, buildWithoutWorker);
  // Nothing but another visit is needed: the browser itself asks for the worker's script then.
  await other.page.goto('/');
  await expect(other.heading).toHaveText(home);
  await newVersion(rep).getByRole('button', { name: 'Later' }).click();
  await expect(rep.page.getByText('Not saved yet').first()).toBeVisible();
  await expect(rep.page.getByText('Unsaved changes')).toBeVisible();
  expect(await deviceRows(other.page, 'queue')).toHaveLength(1);
  expect(await keptFiles(rep.page)).toEqual(expect.arrayContaining(files));
  hold();
  await rep.savePack();
  await expectSentOnce({ host, mailbox, person }, [guest.email], comesBackMs);
  await expectTruth(rep, 'Online', 0);

  // With a good version everything is as it was, offline too.
  recover();
  line.requests.length = 0;
  await other.page.close();
  await rep.open('/content');
  await rep.page.reload();
  await lookForNewVersion(rep.page);
  await newVersion(rep).getByRole('button', { name: 'Reload' }).click();
  await expect
    .poll(() => rep.page.evaluate(() => caches.keys()).catch(() => []))
    .toContainEqual(expect.stringContaining('precache'));
  // The copy is there before its worker has taken over.
  await expect.poll(() => isUnderNewestWorker(rep.page).catch(() => false)).toBe(true);
  await expect(rep.tile('T3 Counter').getByRole('switch')).toBeChecked();
  await line.stop();
  await rep.page.reload();
  await expect(rep.tile('T3 Counter').getByRole('switch')).toBeChecked();
  expect(line.requests.filter(({ path }) => /\.pdf(\?|$)/.test(path))).toEqual([]);
  await expectTruth(rep, 'Offline', 0);
});
