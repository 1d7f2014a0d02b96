import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openUntouched, waitingOn } from '../support/after-power-cut.ts';
import { deviceRows } from '../support/device-store.ts';
import { test as base, expect } from '../support/fault-journey.ts';
import { to, withhold } from '../support/fault-proxy.ts';
import { stepsToCut } from '../support/fault-steps.ts';
import { HostClient } from '../support/host-client.ts';
import type { HostProcess } from '../support/host-process.ts';
import { importChanged } from '../support/import-changed.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { type KillableBrowser, onDisk } from '../support/killable-browser.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import type { Rep } from '../support/rep.ts';

const test = base.extend<{ browserOnDisk: KillableBrowser }>(onDisk);

const messages = to('POST', '/jsonapi/salestool/message');

test('[F3] a pack is there with its place in the queue when the power goes right after it was saved', async ({
  browserOnDisk,
  host,
  line,
}) => {
  let rep = await browserOnDisk.open();
  await readyToSend(rep, host);
  rep = await browserOnDisk.reopen();
  await rep.page.goto('/');
  await rep.settled();
  await line.stop();
  await rep.open('/packs/-/build');
  await rep.renamePack('Saved in the last second');
  await rep.savePack();
  await browserOnDisk.kill();

  await line.start();
  rep = await openUntouched(browserOnDisk);
  const { records, queue } = await waitingOn(rep);
  expect(records).toHaveLength(1);
  expect(queue).toEqual(records);
  await rep.page.goto('/');
  await expectTruth(rep, 'Online', 0);
  await rep.open('/packs');
  await expect(rep.page.getByText('Saved in the last second').first()).toBeVisible();
});

test('[F22] a channel is there with all its files, and what waited is sent, when the power goes as soon as home says so', async ({
  browserOnDisk,
  host,
  line,
  mailbox,
}) => {
  const before = 'Transit & Parking';
  const chosen = 'Retail & Hospitality';
  const door = (of: Rep) => of.page.getByRole('main').getByRole('link', { name: /^Resources/ });
  const client = await HostClient.signIn(host, people.tomas);
  const pack = await client.makePack('Harbour car park', undefined, before);
  let rep = await browserOnDisk.open();
  await rep.signInToChannel(people.tomas, before);
  await rep.settled();
  await rep.waitForWorker();
  rep = await browserOnDisk.reopen();
  await rep.open(`/packs/${pack.id}/send`);
  await rep.fillRecipient(guest);
  await line.stop();
  await pressSend(rep);
  await savedForLater(rep);
  line.meet(messages, withhold);
  await line.start();
  await rep.page.goto('/');
  await rep.switchChannel(chosen);
  await expect(door(rep)).toContainText(/\d+ files/);
  const said = await door(rep).innerText();
  await browserOnDisk.kill();

  await line.stop();
  rep = await browserOnDisk.open();
  await rep.page.goto('/');
  await expect(door(rep)).toBeVisible();
  // Which channel was chosen may not have reached the disk.
  if ((await rep.heading.innerText()) === before) await rep.switchChannel(chosen);
  await expect(door(rep)).toHaveText(said, { useInnerText: true });
  const bundles = await deviceRows(rep.page, 'salestool--document_bundle');
  const named = bundles.flatMap(({ medias }) => (medias as { id: string }[]).map(({ id }) => id));
  const kinds = ['media--document', 'media--image', 'media--video', 'media--remote_video'];
  const rows = await Promise.all(kinds.map((kind) => deviceRows(rep.page, kind)));
  const staged = await deviceRows(rep.page, 'staged_records');
  const there = new Set([
    ...rows.flat().map(({ id }) => id),
    ...staged.flatMap(({ ids }) => ids as string[]),
  ]);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((id) => !there.has(id))).toEqual([]);

  line.heal();
  await line.start();
  await rep.page.reload();
  await expectSentOnce({ host, mailbox, person: people.tomas }, [guest.email], 30_000);
  await expectTruth(rep, 'Online', 0);
});

const packKinds = ['channel', 'private'] as const;
type PackLists = Record<(typeof packKinds)[number], string[]>;

/** Titles by kind. Each kind is a list of its own, and comes in by itself. */
const listsOf = (packs: readonly Record<string, unknown>[]) =>
  Object.fromEntries(
    packKinds.map((kind) => [
      kind,
      packs
        .filter(({ pack_type }) => pack_type === kind)
        .map(({ title }) => String(title))
        .sort(),
    ]),
  ) as PackLists;

const packsOn = async (rep: Rep) => listsOf(await deviceRows(rep.page, 'salestool--pack'));

/** Two packs of each kind go, and two others come; one of each stays. Returns the lists as they are then. */
async function replacePacks(host: HostProcess, round: number): Promise<PackLists> {
  const nora = await HostClient.signIn(host, people.nora);
  const own = (await nora.list('salestool/pack')).filter(
    ({ attributes }) => attributes.pack_type === 'private',
  );
  for (const pack of own) if (/^Round/.test(String(pack.attributes.title))) await nora.remove(pack);
  for (const place of ['first', 'second']) await nora.makePack(`Round ${round}, ${place} of her own`);
  await importChanged(host, async (folder) => {
    for (const place of ['first', 'second']) {
      const pack = `title: Round ${round}, ${place} of the channel\nsections: [{ type: text, title: Hello, content: <p>Hello</p> }]\n`;
      const file = `channels/retail-hospitality/packs/round-${round}-${place}.yaml`;
      await writeFile(join(folder, file), pack);
    }
  });
  return listsOf((await nora.list('salestool/pack')).map(({ attributes }) => attributes));
}

/** Counts what is put in place of packs and taken away of them, and stops the page dead at one step of it. */
function countPackSteps(cutAt: number) {
  let steps = 0;
  const counted = (method: 'put' | 'delete') => {
    const original = IDBObjectStore.prototype[method] as (...given: unknown[]) => IDBRequest;
    IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...given: unknown[]) {
      const result = original.apply(this, given);
      if (this.name !== 'salestool--pack') return result;
      steps += 1;
      Object.assign(globalThis, { packSteps: steps });
      if (steps !== cutAt) return result;
      console.log('The power goes now');
      for (;;);
    } as never;
  };
  counted('put');
  counted('delete');
}

const refresh = (rep: Rep) => rep.page.getByRole('button', { name: 'Refresh', exact: true }).click();

/** How many steps a refresh has that goes to its end. */
async function packStepsOf(rep: Rep, lists: PackLists) {
  await rep.page.addInitScript(countPackSteps, -1);
  await rep.page.goto('/');
  await refresh(rep);
  await expect.poll(() => packsOn(rep)).toEqual(lists);
  return rep.page.evaluate(() => (globalThis as unknown as { packSteps: number }).packSteps);
}

/** Pulls the plug at this step of a refresh. */
async function cutRefreshAt(step: number, browser: KillableBrowser, rep: Rep) {
  await rep.page.addInitScript(countPackSteps, step);
  const now = rep.page.waitForEvent('console', (message) => message.text() === 'The power goes now');
  await rep.page.goto('/');
  // The page may stand still before it has said that it took the press.
  const pressed = refresh(rep).catch(() => {});
  await now;
  await browser.kill();
  await pressed;
}

test('[F22] a power cut at each step of a refresh that removes packs and adds others leaves all of each old list or all of the new one @long', async ({
  browserOnDisk,
  host,
  line,
  mailbox,
}) => {
  test.setTimeout(600_000);
  let rep = await browserOnDisk.open();
  const pack = await readyToSend(rep, host);
  await packStepsOf(rep, await replacePacks(host, 0));
  const steps = await packStepsOf(rep, await replacePacks(host, 1));
  rep = await browserOnDisk.reopen();
  await rep.open(`/packs/${pack.id}/send`);
  await rep.fillRecipient(guest);
  await line.stop();
  await pressSend(rep);
  await savedForLater(rep);
  line.meet(messages, withhold);
  await line.start();

  const cuts = stepsToCut(steps);
  let before = await packsOn(rep);
  for (const [at, step] of cuts.entries()) {
    console.log(`[F22] ${steps} steps: FAULT_STEP=${step}`);
    const wanted = await replacePacks(host, at + 2);
    await cutRefreshAt(step, browserOnDisk, rep);
    rep = await openUntouched(browserOnDisk);
    const after = await packsOn(rep);
    for (const kind of packKinds) expect([before[kind], wanted[kind]]).toContainEqual(after[kind]);
    expect((await waitingOn(rep)).queue).toHaveLength(1);
    before = after;
  }

  line.heal();
  await rep.page.goto('/');
  const wanted = await replacePacks(host, cuts.length + 2);
  await refresh(rep);
  await rep.open('/packs');
  for (const title of Object.values(wanted).flat())
    await expect(rep.page.getByRole('main').getByRole('article', { name: title })).toBeVisible();
  await expect.poll(() => packsOn(rep)).toEqual(wanted);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email], 30_000);
  await expectTruth(rep, 'Online', 0);
});
