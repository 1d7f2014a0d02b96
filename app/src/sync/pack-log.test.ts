import { expect, test } from 'vitest';
import { type DeviceOptions, devicesAtHost, draftOf, goesDown } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

const form = {
  ...{ firstName: 'Daniel', lastName: 'Okafor', email: 'daniel@brightwater.example', company: 'Brightwater' },
  ...{ subject: 'Offer', messageHtml: '', contactPermission: false, memo: '', signature: 'none' as const },
};

async function withSentPack(options: DeviceOptions = {}) {
  const device = await at.inRetail('nora', options);
  const pack = draftOf(device, 'To be sent');
  await device.packs.save(pack);
  const { message } = await device.messages.record(pack, form, 'send');
  return { device, pack, message };
}

test('[PRPT-01, PRPT-06] the log of a pack comes from the host and is there offline', async () => {
  const { device, pack, message } = await withSentPack();
  expect(await device.packLog.load(pack.id)).toEqual({ ok: true });
  goesDown(device);
  const [entry] = await device.packLog.ofPack(pack.id);
  expect(entry).toMatchObject({ uuid: message.id, pack_uuid: pack.id, first_name: 'Daniel', kind: 'mail' });
  expect(entry?.id).toEqual(expect.any(Number));
  expect(entry?.date_sent).toBe(message.date_sent);
});

test('[PRPT-05] a host that cannot tell to whom a pack went is not taken for one that knows of nobody', async () => {
  const failing: typeof fetch = async (address, init) =>
    String(address).includes('/packlog/') ? new Response(null, { status: 500 }) : fetch(address, init);
  const { device, pack } = await withSentPack({ fetch: failing });
  expect(await device.packLog.load(pack.id)).toEqual({ ok: false, failure: expect.any(String) });
});

test('[PRPT-03] what nobody has described is kept as the host tells it', async () => {
  const telling: typeof fetch = async (address, init) => {
    const answer = await fetch(address, init);
    if (!String(address).includes('/packlog/')) return answer;
    const { results, ...rest } = await answer.json();
    const more = { job_title: 'Buyer', stage: 3, tags: ['warm'], told: true, nothing: null, blank: '' };
    return Response.json({ ...rest, results: results.map((entry: object) => ({ ...entry, ...more })) });
  };
  const { device, pack } = await withSentPack({ fetch: telling });
  await device.packLog.load(pack.id);
  goesDown(device);
  const [entry] = await device.packLog.ofPack(pack.id);
  expect(entry?.more).toEqual({ job_title: 'Buyer', stage: 3, tags: '["warm"]', told: 'true' });
});

test('[PRPT-06] why a mail failed comes with the log, and is no field that nobody has described', async () => {
  const failing: typeof fetch = async (address, init) => {
    const answer = await fetch(address, init);
    if (!String(address).includes('/packlog/')) return answer;
    const { results, ...rest } = await answer.json();
    const failed = { delivery: 'failed', delivery_detail: 'No such mailbox' };
    return Response.json({ ...rest, results: results.map((entry: object) => ({ ...entry, ...failed })) });
  };
  const { device, pack } = await withSentPack({ fetch: failing });
  await device.packLog.load(pack.id);
  const [entry] = await device.packLog.ofPack(pack.id);
  expect(entry).toMatchObject({ delivery: 'failed', delivery_detail: 'No such mailbox', more: {} });
});

test('[PRPT-02, CONST-18] entries older than 24 weeks are purged, then what was fetched is stored', async () => {
  const { device, pack, message } = await withSentPack();
  const seconds = Math.floor(Date.now() / 1000);
  const entry = (id: number, age: number, pack_uuid = 'another') => ({
    ...{ id, uuid: `m${id}`, pack_uuid, date_sent: seconds - age },
    ownerId: at.host.world.people.nora.id,
  });
  await device.database.packLog.bulkPut([
    entry(1, 14_515_200 + 60),
    entry(2, 14_515_200 - 60),
    entry(3, 60, pack.id),
  ]);
  await device.packLog.load(pack.id);
  const left = await device.database.packLog.toArray();
  expect(left.map(({ uuid }) => uuid).sort()).toEqual([message.id, 'm2'].sort());
});

const withoutTime: typeof fetch = async (address, init) => {
  const answer = await fetch(address, init);
  if (!String(address).includes('/packlog/')) return answer;
  return Response.json(await answer.json());
};

test('[F25] nor does a message purge it that was sent by such a clock, where the host tells no time', async () => {
  let ahead = 10 * 365 * 24 * 60 * 60_000;
  const { device, pack } = await withSentPack({ now: () => Date.now() + ahead, fetch: withoutTime });
  const entry = {
    ...{ id: 1, uuid: 'm1', pack_uuid: 'another', date_sent: Math.floor(Date.now() / 1000) - 60 },
    ownerId: at.host.world.people.nora.id,
  };
  await device.database.packLog.put(entry);
  await device.packLog.load(pack.id);
  expect((await device.packLog.ofPack(pack.id))[0]?.date_sent).toBeGreaterThan(Date.now() / 1000 + 3600);
  ahead = 0;
  await device.packLog.load(pack.id);
  expect(await device.database.packLog.get(1)).toEqual(entry);
});

test.each([
  ['by the time of the host', fetch],
  ['where the host tells none by the last that it told of a message', withoutTime],
])('[F25] a clock ten years ahead purges nothing that is fresh, %s', async (_how, reach) => {
  let ahead = 0;
  const { device, pack } = await withSentPack({ now: () => Date.now() + ahead, fetch: reach });
  ahead = 10 * 365 * 24 * 60 * 60_000;
  const week = 7 * 24 * 60 * 60;
  const entry = (id: number, weeks: number) => ({
    ...{ id, uuid: `m${id}`, pack_uuid: 'another', date_sent: Math.floor(Date.now() / 1000) - weeks * week },
    ownerId: at.host.world.people.nora.id,
  });
  await device.database.packLog.bulkPut([entry(1, 25), entry(2, 23)]);
  await device.packLog.load(pack.id);
  const left = await device.database.packLog.where('pack_uuid').equals('another').toArray();
  expect(left.map(({ uuid }) => uuid)).toEqual(['m2']);
});

test('somebody else on the same device sees nothing of it', async () => {
  const { device, pack } = await withSentPack();
  await device.packLog.load(pack.id);
  device.session.change({ user: { ...device.session.current().user!, uuid: 'somebody-else' } });
  expect(await device.packLog.ofPack(pack.id)).toEqual([]);
});

test('[PRPT-03, API-52] reports come as the host tells them, and whole as CSV with the mark of UTF-8', async () => {
  const { device, pack } = await withSentPack();
  const report = await device.reports.read(['pack', pack.id, 'recipients']);
  expect(report).toMatchObject({ title: 'Recipients of To be sent', total: 1 });
  expect(report.rows[0]).toMatchObject({ name: 'Daniel Okafor', opened: 0 });
  const { name, content } = await device.reports.csv(['pack', pack.id, 'recipients']);
  expect(name).toBe('Recipients-of-To-be-sent.csv');
  expect([...new Uint8Array(await content.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(await content.text()).toContain('Daniel Okafor,Brightwater');
  await expect(device.reports.read(['pack', 'no-such', 'media'])).rejects.toThrow(/no such report/);
  goesDown(device);
  await expect(device.reports.read(['my', 'packs'])).rejects.toThrow('Application is offline');
});

test('a portal’s page is no CSV', async () => {
  const { device } = await withSentPack();
  device.network.state = 'portal';
  await expect(device.reports.csv(['my', 'packs'])).rejects.toThrow();
});
