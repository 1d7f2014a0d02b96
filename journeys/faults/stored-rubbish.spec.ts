import { randomInt, randomUUID } from 'node:crypto';
import { hostHasTime, sendToBusyHost } from '../support/busy-host.ts';
import { deviceRows, putDeviceRows } from '../support/device-store.ts';
import { expect, test } from '../support/fault-journey.ts';
import { changedJson, pass, type SeenRequest, to, unconditionally } from '../support/fault-proxy.ts';
import { expectSentOnce, expectTruth } from '../support/invariants.ts';
import { guest, pressSend, readyToSend, savedForLater } from '../support/outgoing.ts';
import { people } from '../support/people.ts';
import type { Rep } from '../support/rep.ts';

const element = (type: string, data: object = {}, title = 'A section') => ({
  ...{ id: randomUUID(), type, title, showTitle: true, introText: '' },
  ...{ options: { hideTitle: false }, data },
});
const packOf = (...elements: unknown[]) => JSON.stringify({ version: 2, elements });

/** A section that holds a section that holds a section, and so on. */
const nested = (depth: number): object =>
  element('medias', { medias: depth > 1 ? [nested(depth - 1)] : [] }, `Section ${depth}`);

/** What only the browser's database can hold: no JSON says it. */
const cycle: { version: number; elements: unknown[] } = { version: 2, elements: [] };
cycle.elements.push(cycle);

const unreadable = 'The contents of this pack could not be read.';
const newer = 'This pack was made with a newer version of the app';
const unknown = (type: string) => `The section type '${type}' is unknown and can not be shown`;
const nothing: string[] = [];

/** What lies on the device, and what is said of it. */
const rubbish: Record<string, { pack_data: unknown; says: string[] }> = {
  'not JSON': { pack_data: '{"version": 2, "elements": [', says: [unreadable] },
  'a list': { pack_data: '[]', says: nothing },
  'a number': { pack_data: '7', says: [unreadable] },
  'of version 3': { pack_data: JSON.stringify({ version: 3, elements: [] }), says: [newer] },
  'an unknown section': { pack_data: packOf(element('hologram')), says: [unknown('hologram')] },
  'sections without anything': { pack_data: packOf({}, null, 'x', { type: 'medias' }), says: [unknown('')] },
  'of app 1.3': {
    pack_data: JSON.stringify({ elements: [{ type: 'text', content: 'Words of long ago' }] }),
    says: [unreadable],
  },
  'sections of one id': {
    pack_data: packOf(
      { ...element('text', {}, 'The first of them'), id: 'same' },
      { ...element('text', {}, 'The second of them'), id: 'same' },
    ),
    says: ['The first of them', 'The second of them'],
  },
  'a section in a section': { pack_data: packOf(nested(3)), says: ['Section 3'] },
  'a section in itself without end': { pack_data: packOf(nested(100)), says: [unreadable] },
  'an object that holds itself': { pack_data: cycle, says: [unreadable] },
  nothing: { pack_data: null, says: nothing },
};

test('[F33] packs that are rubbish on the device open with words and never a white page, and leave the others alone @long', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  test.setTimeout(240_000);
  const { id: goodId } = await readyToSend(rep, host);
  await line.stop();
  await pressSend(rep);
  await savedForLater(rep);
  const packsHere = () => deviceRows(rep.page, 'salestool--pack');
  const good = (await packsHere()).find(({ id }) => id === goodId);
  const packs = Object.entries(rubbish).map(([title, { pack_data, says }]) => ({
    says,
    row: { ...good, ...{ id: randomUUID(), title, pack_data } },
  }));
  // A record that names what is nowhere, and one that an early version wrote.
  const tieless = { ...good, id: randomUUID(), title: 'lost ties', channel: good?.channel, uid: null };
  packs.push({ says: [], row: tieless as never });
  await putDeviceRows(rep.page, { 'salestool--pack': packs.map(({ row }) => row) });
  const before = await packsHere();
  await rep.page.reload();
  for (const { says, row } of packs) {
    for (const page of ['view', 'build', 'send']) {
      await rep.open(`/packs/${row.id}/${page}`);
      await rep.page.reload();
      await expect(rep.heading.first(), `${row.title}, ${page}`).toBeVisible();
      await expect(rep.page.getByText('This page could not be shown')).toHaveCount(0);
      if (page === 'send') continue;
      for (const words of says) await expect(rep.page.getByText(words).first(), row.title).toBeVisible();
    }
  }
  await rep.open(`/packs/${goodId}/view`);
  await expect(rep.page.getByText('A word before we meet').first()).toBeVisible();
  expect(await packsHere()).toEqual(before);
  await expectTruth(rep, 'Offline', 1);
  await line.start();
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email], 60_000);
  await expectTruth(rep, 'Online', 0);
});

type Document = { data?: unknown; included?: unknown[] };
const entry = ({ path }: SeenRequest) => /^\/jsonapi\/?(\?|$)/.test(path);
const channel = to('GET', '/jsonapi/salestool/channel/');
const tenMegabytes = 'x'.repeat(10_000_000);

/** Everything that the host's answers have left on the device, and what waits there. */
async function contentOf(rep: Rep) {
  const stores = [
    ...['salestool--channel', 'salestool--document_bundle', 'salestool--content_bundle'],
    ...['salestool--miniapp_bundle', 'media--document', 'media--image', 'media--video', 'file--file'],
    ...['salestool--pack', 'salestool--message', 'salestool--signature', 'queue'],
  ];
  const rows = await Promise.all(stores.map((store) => deviceRows(rep.page, store)));
  return rows.flat().map(({ pulled: _pulled, ...record }) => record);
}

const refresh = (rep: Rep) => rep.page.getByRole('button', { name: 'Refresh', exact: true });

test('[F34] answers with nulls, doubles and very long texts in them crash nothing, and leave nothing behind @long', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  test.setTimeout(240_000);
  const seed = Number(process.env.FAULT_SEED) || randomInt(1, 1_000_000);
  console.log(`[F34] FAULT_SEED=${seed}`);
  let state = seed;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const wild = (document: Document) => {
    const included = [...(document.included ?? [])] as Record<string, unknown>[];
    for (let turn = 0; turn < 20 && included.length > 0; turn++) {
      const at = next(included.length);
      const record = { ...included[at] };
      // Each answer holds one very long text.
      const what = turn === 0 ? 4 : next(4);
      if (what === 0) record.attributes = null;
      if (what === 1) record.relationships = { medias: { data: null }, image: 'x' };
      if (what === 2) included.push(record);
      if (what === 3) record.id = null;
      if (what === 4) record.attributes = { ...(record.attributes as object), title: tenMegabytes };
      included[at] = record;
    }
    return { ...document, included };
  };
  await readyToSend(rep, host);
  await sendToBusyHost(rep, line);
  const before = await contentOf(rep);
  line.meet(entry, unconditionally(pass));
  for (let turn = 0; turn < 6; turn++) {
    const lift = line.meet(channel, unconditionally(changedJson(wild)));
    await rep.open('/');
    await refresh(rep).click();
    for (const address of ['/content', '/apps', '/packs']) {
      await rep.open(address);
      await expect(rep.heading).toHaveText(/Resources|Experiences|Packs/);
      await expect(rep.page.getByText('This page could not be shown')).toHaveCount(0);
    }
    lift();
  }
  line.meet(channel, unconditionally(pass));
  await rep.open('/');
  await expect(refresh(rep)).toBeEnabled();
  await refresh(rep).click();
  await expect.poll(() => contentOf(rep)).toEqual(before);
  await hostHasTime(rep);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  await expectTruth(rep, 'Online', 0);
});

const first = ({ data }: Document) => (Array.isArray(data) ? data[0] : data) as object;

/** What an answer is turned into. */
const mutations: Record<string, (document: Document) => unknown> = {
  'is nothing': () => null,
  'has no data': ({ data: _data, ...rest }) => rest,
  'has null as its data': (document) => ({ ...document, data: null }),
  'has a very long text as its data': (document) => ({ ...document, data: tenMegabytes }),
  'has one for many, or many for one': (document) => ({
    ...document,
    data: Array.isArray(document.data) ? (document.data[0] ?? {}) : [document.data],
  }),
  'has a record without attributes': (document) => {
    const bare = { ...first(document), attributes: null };
    return { ...document, data: Array.isArray(document.data) ? [bare, ...document.data.slice(1)] : bare };
  },
  'has a record of another kind': (document) => {
    const other = { ...first(document), type: 'file--file' };
    return { ...document, data: Array.isArray(document.data) ? [other] : other };
  },
  'has a record without an id': (document) => {
    const nameless = { ...first(document), id: null };
    return { ...document, data: Array.isArray(document.data) ? [nameless] : nameless };
  },
};
/** What only an answer about one record can say wrongly. */
const ofOne: typeof mutations = {
  'tells of another record': (document) => ({
    ...document,
    data: { ...first(document), id: '0a000000-0000-4000-8000-000000000001' },
  }),
};
const answers: Record<string, (seen: SeenRequest) => boolean> = {
  'The channel': channel,
  'The list of packs': to('GET', '/jsonapi/salestool/pack'),
  'The list of signatures': to('GET', '/jsonapi/salestool/signature'),
  'The list of messages': to('GET', '/jsonapi/salestool/message'),
};

test('[F34] answers whose data are missing, null or of another type are told in words, and nothing of them is written @long', async ({
  rep,
  host,
  line,
  mailbox,
}) => {
  test.setTimeout(300_000);
  await readyToSend(rep, host);
  await sendToBusyHost(rep, line);
  const before = await contentOf(rep);
  line.meet(entry, unconditionally(pass));
  const alerts = rep.page.getByRole('alert');
  for (const [answer, matches] of Object.entries(answers)) {
    for (const [how, mutate] of Object.entries(
      answer === 'The channel' ? { ...mutations, ...ofOne } : mutations,
    )) {
      await test.step(`${answer} ${how}`, async () => {
        const lift = line.meet(matches, unconditionally(changedJson(mutate)));
        await rep.open('/');
        // Somebody looks at the window, and the app whether the host is back.
        await rep.comesBack();
        await expect(refresh(rep)).toBeEnabled();
        await refresh(rep).click();
        await expect(alerts).toHaveText(/No response|Not found \(404\)/);
        await expect(rep.heading).toHaveText('Retail & Hospitality');
        expect(await contentOf(rep)).toEqual(before);
        await alerts.getByRole('button', { name: 'Close' }).click();
        await expect(alerts).toHaveCount(0);
        lift();
      });
    }
  }
  await hostHasTime(rep);
  await expectSentOnce({ host, mailbox, person: people.nora }, [guest.email]);
  await expectTruth(rep, 'Online', 0);
});
