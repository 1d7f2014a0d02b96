import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Fetch;

async function read(message: string) {
  const id = newUuid();
  const at = Date.UTC(2026, 10, 18, 9, 41);
  const visit = { id, message_id: message, kind: 'prospect', device: 'phone' } as const;
  await host.database.db
    .insertInto('view_session')
    .values({ ...visit, started: at, last_seen: at, visible_ms: 60_000 })
    .execute();
  const seen = { session_id: id, media_id: host.world.documents.guide.id, visible_ms: 30_000 };
  await host.database.db.insertInto('view_total').values(seen).execute();
}

beforeAll(async () => {
  host = await startTestHost();
  nora = await host.signIn('nora');
  // Daniel thrice, Åsa twice, two people of whom nobody has an address, and one who did not open it.
  const emails = [
    ...['daniel@brightwater.example', 'Daniel@Brightwater.example', ' daniel@brightwater.example '],
    ...['åsa@brightwater.example', 'Åsa@brightwater.example', null, null],
  ];
  for (const email of emails) {
    const { id } = await sendPack(nora, { packId: host.world.packs.nora.id });
    // As an earlier host may have taken it.
    await host.database.db.updateTable('message').set({ email }).where('id', '=', id).execute();
    await read(id);
  }
  await sendPack(nora, {
    packId: host.world.packs.nora.id,
    attributes: { email: 'mia@brightwater.example' },
  });
});
afterAll(() => host.stop());

const firstRow = async (segments: string, as: Fetch) =>
  (await (await as(`/salestool/report/${segments}`)).json()).rows[0];

test('[PRPT-03] recipients are people: who was sent a pack more than once counts once', async () => {
  const { packs, channels } = host.world;
  const henrik = await host.signIn('henrik');
  const people = 4;
  expect(await firstRow('my/packs', nora)).toMatchObject({ sent: 8, opened: 7, read_by: people });
  expect(await firstRow(`pack/${packs.nora.id}/media`, nora)).toMatchObject({
    ...{ name: 'Product guide', sent: 8, opened: 7, recipients: people },
  });
  expect(await firstRow(`channel/${channels.retail.id}/users`, henrik)).toMatchObject({
    ...{ name: 'nora', links: 8, read_by: people },
  });
  expect(await firstRow(`channel/${channels.retail.id}/resources`, henrik)).toMatchObject({
    recipients: people,
  });
});
