import { openUntouched, waitingOn } from '../support/after-power-cut.ts';
import { test as base, expect } from '../support/fault-journey.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { stepsToCut } from '../support/fault-steps.ts';
import { HostClient, type HostRecord } from '../support/host-client.ts';
import type { HostProcess } from '../support/host-process.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { type KillableBrowser, onDisk } from '../support/killable-browser.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import type { Rep } from '../support/rep.ts';
import { cutSave, type SaveCut, stepsOfSave, watchSaves } from '../support/save-steps.ts';

const test = base.extend<{ browserOnDisk: KillableBrowser }>(onDisk);

const waits = ['salestool--message', 'salestool--pack', 'queue'];

/** The app anew after a power cut; what it does to save from now on is watched. */
async function startAnew(rep: Rep) {
  await watchSaves(rep, waits);
  await rep.page.goto('/');
}

/** What the kill left: records and their places in the queue are the same ones. Returns how many there are. */
async function expectBothOrNeither(rep: Rep): Promise<number> {
  const { records, queue } = await waitingOn(rep);
  expect(queue).toEqual(records);
  return records.length;
}

/** One kind of save that is cut again and again, offline; nothing but what it leaves waits on the device. */
interface CutSaves {
  browser: KillableBrowser;
  line: FaultProxy;
  /** Makes the app ready for save number so many, up to the last press. */
  prepare(rep: Rep, number: number): Promise<void>;
  press(rep: Rep): Promise<void>;
  /** Once the app says that it is saved. */
  saved(rep: Rep): Promise<void>;
}

/** One save that goes to its end, number 0, by an app that has just been started, as each of those that are cut. */
async function learnSteps({ prepare, press, saved }: CutSaves, rep: Rep) {
  await rep.page.goto('/');
  await prepare(rep, 0);
  const steps = await stepsOfSave(rep, async () => {
    await press(rep);
    await saved(rep);
  });
  await rep.page.goto('/');
  return steps;
}

interface Cuts {
  /** As they were learnt. */
  steps: readonly string[];
  at: readonly SaveCut[];
}

/** Cuts save after save where it is told. Returns the window after the last, and the numbers of the saves that are there. */
async function cutEach(saves: CutSaves, start: Rep, { steps, at: cuts }: Cuts) {
  const { browser, line, prepare, press } = saves;
  let rep = start;
  const kept = [0];
  for (const [at, cut] of cuts.entries()) {
    const number = at + 1;
    await prepare(rep, number);
    const done = await cutSave(browser, rep, cut, () => press(rep));
    expect(done, 'the steps up to this cut').toEqual(steps.slice(0, cut.step));
    await line.start();
    rep = await openUntouched(browser);
    await line.stop();
    const isThere = (await expectBothOrNeither(rep)) - kept.length;
    console.log(`[F2] FAULT_STEP=${cut.step}, after ${done.at(-1)}: ${isThere ? 'both' : 'neither'}`);
    expect([0, 1]).toContain(isThere);
    // What the database has said is done is there.
    if (cut.step === steps.length) expect(isThere).toBe(1);
    if (isThere) kept.push(number);
    await startAnew(rep);
    await expectTruth(rep, 'Offline', kept.length);
  }
  return { rep, kept };
}

/** Every step, and once more the order to commit by an app that goes on. */
const cutsOfSave = (steps: readonly string[]): SaveCut[] => [
  ...stepsToCut(steps.length).map((step) => ({ step })),
  { step: steps.lastIndexOf('commit') + 1, goesOn: true },
];

/** More than any save has. */
const mostSteps = 20;

const addressOf = (number: number) => `guest-${number}@brightwater.example`;

/** Nora, offline, about to send a pack to one after the other. */
async function aboutToSend(browser: KillableBrowser, host: HostProcess, line: FaultProxy) {
  const pack = await readyToSend(await browser.open(), host);
  const rep = await browser.reopen();
  await startAnew(rep);
  await rep.settled();
  await line.stop();
  const saves: CutSaves = {
    browser,
    line,
    async prepare(rep, number) {
      await rep.open(`/packs/${pack.id}/send`);
      await rep.fillRecipient({ ...guest, email: addressOf(number) });
    },
    press: pressSend,
    saved: savedForLater,
  };
  return { rep, saves };
}

test('[F2] a power cut before a message and its place in the queue are committed leaves neither', async ({
  browserOnDisk,
  host,
  line,
  mailbox,
}) => {
  const { rep: before, saves } = await aboutToSend(browserOnDisk, host, line);
  const steps = await learnSteps(saves, before);
  const last = steps.findLastIndex((step) => step.startsWith('put '));
  const { rep, kept } = await cutEach(saves, before, { steps, at: [{ step: last + 1 }] });
  expect(kept).toEqual([0]);
  await line.start();
  await rep.page.reload();
  await expectSentOnce({ host, mailbox, person: people.nora }, kept.map(addressOf), 30_000);
  await expectTruth(rep, 'Online', 0);
});

test('[F2] a power cut at each step of a send leaves the message and its place in the queue, or neither @long', async ({
  browserOnDisk,
  host,
  line,
  mailbox,
}) => {
  test.setTimeout(600_000);
  const { rep: before, saves } = await aboutToSend(browserOnDisk, host, line);
  const steps = await learnSteps(saves, before);
  console.log(`[F2] of a send: ${steps.join(', ')}`);
  const { rep, kept } = await cutEach(saves, before, { steps, at: cutsOfSave(steps) });
  await line.start();
  await rep.page.reload();
  await expectSentOnce({ host, mailbox, person: people.nora }, kept.map(addressOf), 30_000);
  await expectTruth(rep, 'Online', 0);
});

test('[F2] a power cut at each step of a save leaves the changed pack and its place in the queue, or neither @long', async ({
  browserOnDisk,
  host,
  line,
}) => {
  test.setTimeout(600_000);
  const nora = await HostClient.signIn(host, people.nora);
  const packs: HostRecord[] = [];
  for (let number = 0; number < mostSteps; number++) packs.push(await nora.makePack(`Pack ${number}`));
  await readyToSend(await browserOnDisk.open(), host);
  const start = await browserOnDisk.reopen();
  await startAnew(start);
  await start.settled();
  await line.stop();
  const saves: CutSaves = {
    browser: browserOnDisk,
    line,
    async prepare(rep, number) {
      await rep.open(`/packs/${packs[number]?.id}/build`);
      await rep.renamePack(`Changed ${number}`);
    },
    press: (rep) => rep.page.getByRole('button', { name: 'Save', exact: true }).first().click(),
    saved: (rep) => expect(rep.page.getByText('Unsaved changes', { exact: true })).toBeHidden(),
  };
  const steps = await learnSteps(saves, start);
  expect(steps.length + 2).toBeLessThanOrEqual(mostSteps);
  console.log(`[F2] of a save: ${steps.join(', ')}`);
  const { rep, kept } = await cutEach(saves, start, { steps, at: cutsOfSave(steps) });
  await line.start();
  await rep.page.reload();
  await expectTruth(rep, 'Online', 0);
  const titles = (await nora.list('salestool/pack')).map(({ attributes }) => String(attributes.title));
  const expected = packs.map((_, number) => `${kept.includes(number) ? 'Changed' : 'Pack'} ${number}`);
  expect(titles.filter((title) => /^(Changed|Pack) /.test(title)).sort()).toEqual(expected.sort());
});
