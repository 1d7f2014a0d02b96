import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Fetch;
let ids: string[];
beforeAll(async () => {
  host = await startTestHost();
  nora = await host.signIn('nora');
  ids = [];
  for (let index = 0; index < 23; index++) {
    const date = new Date(Date.UTC(2026, 9, 1 + index)).toISOString();
    const attributes = {
      sent: index % 2 === 0,
      date_sent: date.replace('.000', ''),
      subject: `Number ${index}`,
    };
    ids.push((await sendPack(nora, { packId: host.world.packs.nora.id, attributes })).id);
  }
});
afterAll(() => host.stop());

const read = async (query = '', packId = host.world.packs.nora.id, as: Fetch = nora) => {
  const answer = await as(`/salestool/packlog/${packId}${query}`);
  return { status: answer.status, body: await answer.json() };
};

test('[API-50, API-51] the pack log lists to whom a pack went, newest first, with what became of it', async () => {
  const message = ids[22] as string;
  await host.database.db
    .insertInto('view_session')
    .values([
      {
        id: newUuid(),
        message_id: message,
        kind: 'prospect',
        device: 'phone',
        started: 1000,
        last_seen: 1_763_000_000_500,
        visible_ms: 4000,
      },
      {
        id: newUuid(),
        message_id: message,
        kind: 'scanner',
        device: 'x',
        started: 1000,
        last_seen: 1_763_900_000_000,
        visible_ms: 0,
      },
    ])
    .execute();
  const { status, body } = await read('?page[number]=0&page[size]=2');
  expect(status).toBe(200);
  expect(body.page).toEqual({ number: 0, size: 2, total: 23 });
  expect(body.results).toEqual([
    {
      id: expect.any(Number),
      uuid: message,
      pack_uuid: host.world.packs.nora.id,
      date_sent: Date.UTC(2026, 9, 23) / 1000,
      subject: 'Number 22',
      first_name: 'Daniel',
      last_name: 'Okafor',
      company: 'Brightwater',
      email: 'daniel@brightwater.example',
      kind: 'mail',
      delivery: expect.stringMatching(/^(queued|sent)$/),
      delivery_detail: expect.toBeOneOf([null, expect.any(String)]),
      opened: 1,
      last_opened: 1_763_000_000,
    },
    expect.objectContaining({
      ...{ uuid: ids[21], kind: 'link', delivery: 'none', delivery_detail: null },
      ...{ opened: 0, last_opened: null },
    }),
  ]);
});

test('[PRPT-06] the pack log says why a mail failed', async () => {
  // That of a link, since nobody tries to mail it meanwhile.
  const message = ids[19] as string;
  await host.database.db
    .updateTable('message')
    .set({ delivery: 'failed', delivery_detail: 'No such mailbox' })
    .where('id', '=', message)
    .execute();
  const { results } = (await read('?page[size]=0')).body;
  expect(results.find(({ uuid }: { uuid: string }) => uuid === message)).toMatchObject({
    delivery: 'failed',
    delivery_detail: 'No such mailbox',
  });
});

test('[PRPT-04, CONST-19] a page has 20 entries and counts from 0 unless told otherwise; size 0 is everything', async () => {
  expect((await read()).body.results).toHaveLength(20);
  expect((await read('?page[number]=1')).body.results).toHaveLength(3);
  expect((await read('?page[number]=9')).body.results).toEqual([]);
  const all = (await read('?page[size]=0')).body;
  expect(all.results.map(({ uuid }: { uuid: string }) => uuid)).toEqual(ids.toReversed());
  expect(all.page).toEqual({ number: 0, size: 0, total: 23 });
});

test('nobody sees what others sent, and nothing without signing in', async () => {
  const tomas = await host.signIn('tomas');
  const mei = await host.signIn('mei');
  for (const other of [tomas, mei]) {
    expect((await read('', host.world.packs.nora.id, other)).body).toEqual({
      results: [],
      page: { number: 0, size: 20, total: 0 },
    });
  }
  expect((await read('', host.world.packs.nora.id, host.fetch)).status).toBe(401);
  expect((await read('', newUuid())).body.results).toEqual([]);
});

test.each([
  'page[size]=-1',
  'page[size]=1000001',
  'page[size]=x',
  'page[number]=1.5',
  'page[number]=1000001',
  'page[size]=1&page[size]=2',
])('%s is refused by name', async (query) => {
  const { status, body } = await read(`?${query}`);
  expect(status).toBe(400);
  expect(query).toContain(body.errors[0].source.parameter);
});
