import { deviceRows, putDeviceRows } from '../support/device-store.ts';
import { expect, test } from '../support/fault-journey.ts';
import { changedJson, type Fault, type FaultProxy, to } from '../support/fault-proxy.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import type { Rep } from '../support/rep.ts';

interface PackLog {
  results: object[];
}

const tenYears = 10 * 365.25 * 24 * 60 * 60_000;

/** In Oslo it is twice 02:30 in this night. */
const repeatedHour = Date.UTC(2026, 9, 25, 0, 59, 58);

const packLog = to('GET', '/salestool/packlog/');

/** As by way of a proxy that tells no time: what is old is told by the device's clock then. */
const withoutTime =
  (fault: Fault): Fault =>
  (exchange) => {
    exchange.response.sendDate = false;
    return fault({
      ...exchange,
      pass: ({ headers: { date: _date, ...headers }, ...answer }) => exchange.pass({ ...answer, headers }),
    });
  };

/** What the log on this device says of the pack's one message. */
const subjectOf = async ({ page }: Rep, packId: string) =>
  (await deviceRows(page, 'pack_log')).find(({ pack_uuid }) => pack_uuid === packId)?.subject;

/** Reads the pack's log twice, which purges what is too old: by the host's clock, and where the host tells none. */
async function readPackLog({
  rep,
  line,
  packId,
  how,
}: {
  rep: Rep;
  line: FaultProxy;
  packId: string;
  how: string;
}) {
  for (const [whose, time] of [
    ["by the host's clock", (fault: Fault) => fault],
    ['without a clock of the host', withoutTime],
  ] as const) {
    // What is read is told apart from what lies here already.
    const subject = `Read ${how}, ${whose}`;
    const renamed = changedJson(({ results, ...log }: PackLog) => ({
      ...log,
      results: results.map((entry) => ({ ...entry, subject })),
    }));
    const lift = line.meet(packLog, time(renamed));
    await rep.open('/packs');
    await expect(rep.heading).toHaveText('Packs');
    await rep.open(`/packs/${packId}/details`);
    await expect.poll(() => subjectOf(rep, packId)).toBe(subject);
    lift();
  }
}

const contentOf = async ({ page }: Rep) => {
  const stores = ['salestool--channel', 'salestool--content_bundle', 'media--document'];
  const rows = await Promise.all(stores.map((store) => deviceRows(page, store)));
  return rows.map((list) => list.length);
};

/** By the clock of the device the channel was fetched a moment ago. */
async function isChannelFresh({ page }: Rep) {
  const now = await page.evaluate(() => Date.now());
  const channels = await deviceRows(page, 'salestool--channel');
  return channels.some(({ pulled }) => Math.abs(now - Number(pulled)) < 5 * 60_000);
}

const packTitles = (rep: Rep) => rep.page.getByRole('main').getByRole('article').getByRole('heading');

async function makePack(rep: Rep, name: string) {
  await rep.open('/packs/-/build');
  await rep.renamePack(name);
  await rep.savePack();
}

test('[F25] a clock that is ten years ahead, then ten years behind, in the hour that comes twice and right again wipes nothing, the log of a pack included, asks once, and the last change comes first @long', async ({
  rep,
  host,
  line,
  mailbox,
  context,
}) => {
  test.setTimeout(240_000);
  const pack = await readyToSend(rep, host);
  const { page } = rep;
  const now = Math.floor(Date.now() / 1000);
  // Of another pack, so that nothing but its age takes it away.
  const fresh = { id: 1_000_000, uuid: 'm', pack_uuid: 'p', date_sent: now };
  await putDeviceRows(page, { pack_log: [fresh] });
  const before = await contentOf(rep);
  await line.stop();
  await pressSend(rep);
  await savedForLater(rep);

  const clocks: [string, () => number][] = [
    ['ten years ahead', () => Date.now() + tenYears],
    ['ten years behind', () => Date.now() - tenYears],
    ['in the hour that comes twice', () => repeatedHour],
    ['right again', Date.now],
  ];
  for (const [how, time] of clocks) {
    await test.step(how, async () => {
      await context.clock.setSystemTime(time());
      await page.goto('/');
      await page.reload();
      await expect(rep.heading).toHaveText('Retail & Hospitality');
      await makePack(rep, `Made ${how}`);
      await rep.open('/packs');
      await expect(packTitles(rep).first()).toHaveText(`Made ${how}`);
      expect(await contentOf(rep)).toEqual(before);
      if (how === 'ten years ahead') {
        await expectTruth(rep, 'Offline', 2);
        await line.start();
        await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email], 60_000);
      }
      await readPackLog({ rep, line, packId: pack.id, how });
      const log = await deviceRows(page, 'pack_log');
      expect(log).toContainEqual(fresh);
      expect(log).toHaveLength(2);
      expect(await contentOf(rep)).toEqual(before);
      await expectTruth(rep, 'Online', 0);
      // What was loaded a moment ago is not asked for again.
      await rep.open('/');
      await expect.poll(() => isChannelFresh(rep)).toBe(true);
      await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeEnabled();
      await expect(rep.connection).toHaveAccessibleName('Online', { timeout: 60_000 });
      line.requests.length = 0;
      for (const address of ['/content', '/', '/content', '/']) {
        await rep.open(address);
        await expect(rep.heading).toBeVisible();
      }
      expect(line.requestsOf('GET', '/jsonapi/salestool/channel/')).toEqual([]);
      expect(line.requestsOf('POST', '/oauth/token').length).toBeLessThanOrEqual(1);
    });
  }
  await rep.open('/packs');
  await expect(packTitles(rep).first()).toHaveText('Made right again');
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
});
