import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendPack } from '#testing/send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36' };

let host: TestHost;
let nora: Fetch;
beforeAll(async () => {
  host = await startTestHost();
});
beforeEach(async () => {
  nora = await host.signIn('nora');
});
afterEach(() => wants(0));
afterAll(() => host.stop());

const wants = (notify_opens: 0 | 1) =>
  host.database.db
    .updateTable('account')
    .set({ notify_opens })
    .where('id', '=', host.world.people.nora.id)
    .execute();
const send = (attributes: Record<string, unknown> = {}) =>
  sendPack(nora, { packId: host.world.packs.nora.id, attributes });

/** One whole visit of a prospect. */
async function read(token: string, how = '') {
  const html = await (await host.fetch(`/p/${token}${how}`, { headers: browser })).text();
  const session = /data-session="([^"]*)"/.exec(html)?.[1];
  host.advance(10_000);
  await host.fetch(`/p/${token}/views`, {
    method: 'POST',
    headers: { ...browser, 'content-type': 'application/json' },
    body: JSON.stringify({ session, attended: true, totals: { visible_ms: 5000, medias: {} } }),
  });
}

const notices = async () => {
  const rows = await host.database.db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'notice')
    .execute();
  return rows.length;
};
const mails = async () => {
  const folder = join(host.config.dataFolder, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
};

test('who wants to know gets one mail when a message is opened for the first time, however often it is', async () => {
  await wants(1);
  const { token } = await send();
  await Promise.all([read(token), read(token), read(token)]);
  await read(token);
  expect(await notices()).toBe(1);
  await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(1);
  const [mail = ''] = await mails();
  expect(mail).toMatch(/^To: nora@velden\.example/m);
  expect(mail.replace(/=\r\n/g, '')).toContain('Daniel Okafor, Brightwater has opened your pack');
  expect(mail).toContain('Auto-Submitted: auto-generated');
});

test('the mail calls the message what its reader sees', async () => {
  await wants(1);
  const before = (await mails()).length;
  await read((await send({ subject: 'For {{recipient_company}}, {{ sender_name }} and {{notes}}' })).token);
  await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(before + 1);
  const told = (await mails()).map((mail) => mail.replace(/=\r\n/g, '')).join();
  expect(told).toContain(
    'has opened your pack =E2=80=9CFor Brightwater, Nora Lindqvist and {{notes}}=E2=80=9D',
  );
  expect(told).not.toMatch(/recipient(?:_|=5F)company/);
});

test('nobody is told who did not ask, of their own look, or of a machine', async () => {
  const before = await notices();
  const unasked = await send();
  await read(unasked.token);
  await wants(1);
  await read(unasked.token);
  const own = await send();
  await read(own.token, '?own');
  await host.fetch(`/p/${own.token}`, { headers: { 'user-agent': 'Barracuda' } });
  expect(await notices()).toBe(before);
});

test('nothing leaves a live learning channel', async () => {
  const before = await notices();
  await wants(1);
  const { token } = await send();
  const setSandbox = (sandbox: 0 | 1) =>
    host.database.db
      .updateTable('channel')
      .set({ sandbox })
      .where('id', '=', host.world.channels.retail.id)
      .execute();
  await setSandbox(1);
  await read(token);
  await setSandbox(0);
  expect(await notices()).toBe(before);
});

test('a new visit makes the message one that has changed, for lists that ask and answers that are kept', async () => {
  const { id, token } = await send();
  const first = await nora('/jsonapi/salestool/message');
  const etag = first.headers.get('etag') ?? '';
  const { data } = await (await nora(`/jsonapi/salestool/message/${id}`)).json();
  host.advance(5000);
  const unchanged = await nora('/jsonapi/salestool/message', { headers: { 'if-none-match': etag } });
  expect(unchanged.status).toBe(304);
  await read(token);
  const again = await nora('/jsonapi/salestool/message', { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(200);
  // Whole seconds on the wire, so one more is after what was there.
  const since = Date.parse(data.attributes.changed) / 1000 + 1;
  const changed = await nora(
    `/jsonapi/salestool/message?filter[c][condition][path]=changed&filter[c][condition][operator]=%3E&filter[c][condition][value]=${since}`,
  );
  const found = (await changed.json()).data as { id: string; attributes: { opened: number } }[];
  expect(found.find((each) => each.id === id)?.attributes.opened).toBe(1);
});
