import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Content;

beforeAll(async () => {
  host = await startTestHost();
  nora = contentOf(await host.signIn('nora'));
  const { channels, signatures } = host.world;
  const { db } = host.database;
  const { id } = signatures.tomas;
  await db.updateTable('signature').set({ owner_id: null }).where('id', '=', id).execute();
  await db.updateTable('channel').set({ signature_id: id }).where('id', '=', channels.retail.id).execute();
});
afterAll(() => host.stop());

const signatureOf = async (id: string) =>
  (
    await host.database.db
      .selectFrom('message')
      .select('signature_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).signature_id;

/** A message of Nora's below which the channel's own signature stands, and the channel without her from then on. */
async function sentAndLeft() {
  const { people, packs, signatures } = host.world;
  const signature = { type: 'salestool--signature', id: signatures.tomas.id };
  const id = newUuid();
  const { db } = host.database;
  const membership = { account_id: people.nora.id, channel_id: host.world.channels.retail.id };
  await db
    .insertInto('account_channel')
    .values(membership)
    .onConflict((on) => on.doNothing())
    .execute();
  const made = await nora.post('salestool/message', {
    type: 'salestool--message',
    id,
    attributes: { subject: 'Your terminals' },
    relationships: {
      pack: { data: { type: 'salestool--pack', id: packs.nora.id } },
      signature: { data: signature },
    },
  });
  expect([made.status, made.errors]).toEqual([201, []]);
  await db.deleteFrom('account_channel').where('account_id', '=', people.nora.id).execute();
  return { id, signature };
}

const takeBack = (id: string, signature: unknown) =>
  nora.patch(`salestool/message/${id}`, {
    ...{ type: 'salestool--message', id },
    attributes: { link_revoked: true },
    relationships: { signature: { data: signature } },
  });

test('a link is taken back by whoever has left the channel whose signature stands below it', async () => {
  const { id, signature } = await sentAndLeft();
  const { status, errors, record } = await takeBack(id, signature);
  expect([status, errors]).toEqual([200, []]);
  expect(record.attributes.link_revoked).toBe(true);
  expect(await signatureOf(id)).toBe(signature.id);
});

test('and keeps that signature, although they are told of none and say so', async () => {
  const { id, signature } = await sentAndLeft();
  const { record } = await nora.get(`salestool/message/${id}`);
  expect(record.relationships.signature?.data).toBeNull();
  expect((await takeBack(id, null)).record.attributes.link_revoked).toBe(true);
  expect(await signatureOf(id)).toBe(signature.id);
});
