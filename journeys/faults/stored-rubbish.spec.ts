import { randomInt, randomUUID } from 'node:crypto';
import { deviceRows, putDeviceRows } from '../support/device-store.ts';
import { expect, test } from '../support/fault-journey.ts';
import { changedJson, pass, type SeenRequest, to, unconditionally } from '../support/fault-proxy.ts';
import { expectTruth } from '../support/invariants.ts';
import { people } from '../support/people.ts';

const element = (type: string) => ({
  ...{ id: randomUUID(), type, title: 'A section', showTitle: true, introText: '' },
  ...{ options: { hideTitle: false }, data: {} },
});
const rubbish: Record<string, string | null> = {
  'not JSON': '{"version": 2, "elements": [',
  'a list': '[]',
  'a number': '7',
  'of version 3': JSON.stringify({ version: 3, elements: [] }),
  'an unknown section': JSON.stringify({ version: 2, elements: [element('hologram')] }),
  'sections without anything': JSON.stringify({ version: 2, elements: [{}, null, 'x', { type: 'medias' }] }),
  'of app 1.3': JSON.stringify({ elements: [{ type: 'text', content: 'Words of long ago' }] }),
  nothing: null,
};

test('[F33] packs that are rubbish on the device open with words and never a white page, and leave the others alone @long', async ({
  rep,
  line,
}) => {
  await rep.signInToChannel(people.nora);
  await rep.settled();
  await rep.waitForWorker();
  await rep.open('/packs');
  await expect.poll(() => deviceRows(rep.page, 'salestool--pack')).not.toEqual([]);
  const [good] = await deviceRows(rep.page, 'salestool--pack');
  const packs = Object.entries(rubbish).map(([title, pack_data]) => ({
    ...good,
    ...{ id: randomUUID(), title, pack_data },
  }));
  // A record that names what is nowhere, and one that an early version wrote.
  packs.push({ ...good, id: randomUUID(), title: 'lost ties', channel: good?.channel, uid: null } as never);
  await putDeviceRows(rep.page, { 'salestool--pack': packs });
  await line.stop();
  for (const { id } of packs) {
    for (const page of ['view', 'build', 'send']) {
      await rep.open(`/packs/${id}/${page}`);
      await rep.page.reload();
      await expect(rep.page.getByRole('main')).not.toBeEmpty();
      await expect(rep.page.getByText('This page could not be shown')).toHaveCount(0);
    }
  }
  const hologram = packs.find(({ title }) => title === 'an unknown section');
  await rep.open(`/packs/${hologram?.id}/view`);
  await expect(
    rep.page.getByText("The section type 'hologram' is unknown and can not be shown"),
  ).toBeVisible();
  await expectTruth(rep, 'Offline', 0);
});

type Document = { data?: Record<string, unknown>; included?: unknown[] };
const entry = ({ path }: SeenRequest) => /^\/jsonapi\/?(\?|$)/.test(path);
const channel = to('GET', '/jsonapi/salestool/channel/');

test('[F34] answers with nulls, doubles and very long texts in them crash nothing @long', async ({
  rep,
  line,
}) => {
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
      const what = next(5);
      if (what === 0) record.attributes = null;
      if (what === 1) record.relationships = { medias: { data: null }, image: 'x' };
      if (what === 2) record.attributes = { ...(record.attributes as object), title: 'x'.repeat(1_000_000) };
      if (what === 3) included.push(record);
      if (what === 4) record.id = null;
      included[at] = record;
    }
    return { ...document, included };
  };
  await rep.signInToChannel(people.nora);
  await rep.settled();
  line.meet(entry, unconditionally(pass));
  for (let turn = 0; turn < 6; turn++) {
    const lift = line.meet(channel, unconditionally(changedJson(wild)));
    await rep.open('/');
    await rep.page.getByRole('button', { name: 'Refresh', exact: true }).click();
    for (const address of ['/content', '/apps', '/packs']) {
      await rep.open(address);
      await expect(rep.heading).toHaveText(/Resources|Experiences|Packs/);
      await expect(rep.page.getByText('This page could not be shown')).toHaveCount(0);
    }
    lift();
  }
  await expectTruth(rep, 'Online', 0);
});
