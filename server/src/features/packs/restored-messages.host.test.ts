import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let as: Fetch;
let nora: Content;

beforeAll(async () => {
  host = await startTestHost();
  as = await host.signIn('nora');
  nora = contentOf(as);
});
afterAll(() => host.stop());

const messageWith = (attributes: Record<string, unknown>) => ({
  type: 'salestool--message',
  id: newUuid(),
  attributes: { subject: 'Your terminals', email: 'ann@fjord.example', ...attributes },
  relationships: { pack: { data: { type: 'salestool--pack', id: host.world.packs.nora.id } } },
});
const mailsOf = (id: string) =>
  host.database.db.selectFrom('outbox').select('id').where('message_id', '=', id).execute();

describe('[F27] a message that a restored host gets again', () => {
  test.each([
    ['sent', 'sent'],
    ['failed', 'failed'],
    ['unknown', 'unknown'],
    ['queued', 'unknown'],
  ])('known as %s is kept as %s, and is mailed never', async (known, delivery) => {
    const message = messageWith({ sent: true, delivery: known, date_sent: 1_780_000_000 });
    const answer = await nora.post('salestool/message', message);
    expect([answer.status, answer.record.attributes]).toMatchObject([
      201,
      { delivery, sent: true, date_sent: '2026-05-28T20:26:40+00:00' },
    ]);
    const again = { type: message.type, id: message.id, attributes: { sent: true } };
    expect((await nora.patch(`salestool/message/${message.id}`, again)).status).toBe(200);
    expect(await mailsOf(message.id)).toEqual([]);
  });

  test.each(['sent', 'failed', 'unknown'])(
    'known as %s cannot be cancelled: its link may be in somebody’s hands',
    async (known) => {
      const link_token = makeLinkToken();
      const message = messageWith({ sent: true, delivery: known, link_token });
      await nora.post('salestool/message', message);
      const { status, errors } = await nora.delete(`salestool/message/${message.id}`);
      expect([status, errors[0]?.detail]).toEqual([
        409,
        expect.stringContaining('Mailing of this message has begun'),
      ]);
      expect((await fetch(`${host.url}/p/${link_token}`)).status).toBe(200);
    },
  );

  test('is taken although what was in it has been withdrawn since', async () => {
    const gone = { id: newUuid(), type: 'media--document', mediaType: null, name: 'Old guide', url: null };
    const element = { id: newUuid(), type: 'media', title: 'Old guide', data: { media: gone } };
    const pack_snapshot = JSON.stringify({
      title: 'x',
      pack_data: JSON.stringify({ version: 2, elements: [element] }),
    });
    const fresh = await nora.post('salestool/message', messageWith({ sent: true, pack_snapshot }));
    const restored = messageWith({ sent: true, pack_snapshot, delivery: 'sent' });
    expect([fresh.status, (await nora.post('salestool/message', restored)).status]).toEqual([422, 201]);
  });

  test('tells nothing of files that its sender does not see', async () => {
    const { documents, packs } = host.world;
    const { drawing, guide } = documents;
    const named = [drawing, guide].map(({ id, type }) => ({
      ...{ id: newUuid(), type: 'media', title: '' },
      data: { media: { id, type, mediaType: null, name: '', url: null } },
    }));
    const pack_data = JSON.stringify({ version: 2, elements: named });
    const pack_snapshot = JSON.stringify({ title: 'x', pack_data });
    const message = messageWith({ sent: true, delivery: 'sent', pack_snapshot });
    expect((await nora.post('salestool/message', message)).status).toBe(201);
    const report = await as(`/salestool/report/pack/${packs.nora.id}/media`);
    const rows = (await report.json()).rows as { id: string }[];
    expect(rows.map(({ id }) => id)).toContain(guide.id);
    expect(rows.map(({ id }) => id)).not.toContain(drawing.id);
  });

  test('shows nothing of a channel that its sender has left, and is taken all the same', async () => {
    const { channels, documents, people, signatures } = host.world;
    const { guide } = documents;
    const media = { id: guide.id, type: guide.type, mediaType: null, name: '', url: null };
    const element = { id: newUuid(), type: 'media', title: '', data: { media } };
    const pack_data = JSON.stringify({ version: 2, elements: [element] });
    const pack_snapshot = JSON.stringify({ title: 'x', pack_data });
    const channel = { data: { type: 'salestool--channel', id: channels.retail.id } };
    const signature = { data: { type: 'salestool--signature', id: signatures.tomas.id } };
    const comesBack = async () => {
      const link_token = makeLinkToken();
      const message = messageWith({ sent: true, delivery: 'sent', pack_snapshot, link_token });
      const relationships = { ...message.relationships, channel, signature };
      const { status } = await nora.post('salestool/message', { ...message, relationships });
      const file = await fetch(`${host.url}/p/${link_token}/files/${guide.id}`);
      return { id: message.id, answers: [status, file.status] };
    };
    const namedBy = async ({ id }: { id: string }) => {
      const { channel, signature } = (await nora.get(`salestool/message/${id}`)).record.relationships;
      return [channel?.data, signature?.data];
    };
    const { db } = host.database;
    await db
      .updateTable('channel')
      .set({ signature_id: signatures.tomas.id })
      .where('id', '=', channels.retail.id)
      .execute();
    const member = await comesBack();
    expect(member.answers).toEqual([201, 200]);
    const membership = { account_id: people.nora.id, channel_id: channels.retail.id };
    await db.deleteFrom('account_channel').where('account_id', '=', people.nora.id).execute();
    const former = await comesBack();
    expect(former.answers).toEqual([201, 404]);
    await db.insertInto('account_channel').values(membership).execute();
    expect(await namedBy(member)).toMatchObject([{ id: channels.retail.id }, { id: signatures.tomas.id }]);
    expect(await namedBy(former)).toEqual([null, null]);
  });

  test('and was never mailed is mailed as asked, once', async () => {
    const message = messageWith({ sent: true, delivery: 'none' });
    expect((await nora.post('salestool/message', message)).status).toBe(201);
    expect((await nora.post('salestool/message', message)).status).toBe(409);
    expect(await mailsOf(message.id)).toHaveLength(1);
  });
});
