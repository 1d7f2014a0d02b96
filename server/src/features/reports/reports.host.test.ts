import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import type { Visitor } from '#features/prospect-pages/visit.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Fetch;
const sent: Record<'read' | 'unread' | 'link', string> = { read: '', unread: '', link: '' };

const minute = 60_000;
const at = Date.UTC(2026, 10, 18, 9, 41);

async function visit(
  messageId: string,
  kind: Visitor | 'download' | 'unattended',
  visibleMs: number,
  medias: Record<string, number> = {},
) {
  const id = newUuid();
  await host.database.db
    .insertInto('view_session')
    .values({
      id,
      message_id: messageId,
      kind,
      device: 'phone',
      started: at,
      last_seen: at,
      visible_ms: visibleMs,
    })
    .execute();
  for (const [media_id, visible_ms] of Object.entries(medias)) {
    await host.database.db
      .insertInto('view_total')
      .values({ session_id: id, media_id, visible_ms })
      .execute();
  }
}

beforeAll(async () => {
  host = await startTestHost();
  nora = await host.signIn('nora');
  const { packs, documents } = host.world;
  const send = async (index: number, attributes: Record<string, unknown>) => {
    const date_sent = new Date(Date.UTC(2026, 10, 1 + index)).toISOString().replace('.000', '');
    return (await sendPack(nora, { packId: packs.nora.id, attributes: { date_sent, ...attributes } })).id;
  };
  sent.read = await send(2, { subject: '=HYPERLINK("http://evil.example","Quote")', sent: true });
  sent.unread = await send(1, { first_name: 'Mia', last_name: 'Laurent', sent: true });
  sent.link = await send(0, { sent: false });
  const { guide, photo } = documents;
  await visit(sent.read, 'prospect', 3 * minute + 10_500, { [guide.id]: 2 * minute, [photo.id]: 5000 });
  await visit(sent.read, 'prospect', minute, { [guide.id]: 30_000 });
  await visit(sent.link, 'prospect', minute, { [guide.id]: minute });
  await visit(sent.read, 'scanner', 9 * minute, { [photo.id]: 9 * minute });
  await visit(sent.unread, 'own', 9 * minute, { [photo.id]: 9 * minute });
  await visit(sent.unread, 'unattended', 9 * minute, { [photo.id]: 9 * minute });
  await visit(sent.unread, 'download', 0, { [guide.id]: 0 });
});
afterAll(() => host.stop());

async function report(segments: string, as: Fetch = nora) {
  const answer = await as(`/salestool/report/${segments}`);
  return { status: answer.status, body: await answer.json() };
}

describe('[API-52, PRPT-03] what a rep learns', () => {
  test('to whom a pack went and for how long they read; machines and the rep do not count', async () => {
    const { status, body } = await report(`pack/${host.world.packs.nora.id}/recipients`);
    expect(status).toBe(200);
    expect(body.title).toBe('Recipients of Café Linnea');
    expect(body.columns[0]).toEqual({ key: 'name', label: 'Recipient', type: 'text' });
    expect(body.page).toEqual({ number: 0, size: 20, total: 3 });
    expect(body.rows.map(({ id }: { id: string }) => id)).toEqual([sent.read, sent.unread, sent.link]);
    expect(body.rows[0]).toMatchObject({
      name: 'Daniel Okafor',
      company: 'Brightwater',
      kind: 'mail',
      opened: 2,
      reading_time: 250,
      last_opened: at / 1000,
      date: Date.UTC(2026, 10, 3) / 1000,
    });
    expect(body.rows[1]).toMatchObject({
      name: 'Mia Laurent',
      opened: 0,
      reading_time: 0,
      last_opened: null,
    });
    expect(body.rows[2]).toMatchObject({ kind: 'link', delivery: 'none', opened: 1, reading_time: 60 });
  });

  test('every column that is announced has a value in every row', async () => {
    const { retail } = host.world.channels;
    const henrik = await host.signIn('henrik');
    for (const [segments, as] of [
      [`pack/${host.world.packs.nora.id}/recipients`, nora],
      [`pack/${host.world.packs.nora.id}/media`, nora],
      ['my/packs', nora],
      [`channel/${retail.id}/users`, henrik],
      [`channel/${retail.id}/resources`, henrik],
    ] as const) {
      const { body } = await report(segments, as);
      expect(body.rows.length, segments).toBeGreaterThan(0);
      const keys = [...body.columns.map(({ key }: { key: string }) => key), 'id'].sort();
      for (const row of body.rows) expect(Object.keys(row).sort(), segments).toEqual(keys);
    }
  });

  test('what was read of a pack, the longest first, with what nobody opened', async () => {
    const { body } = await report(`pack/${host.world.packs.nora.id}/media`);
    const { guide, photo } = host.world.documents;
    expect(body.rows).toEqual([
      {
        id: guide.id,
        name: 'Product guide',
        sent: 3,
        recipients: 1,
        opened: 3,
        reading_time: 210,
        last_opened: at / 1000,
      },
      {
        id: photo.id,
        name: 'T3 from the front',
        sent: 3,
        recipients: 1,
        opened: 1,
        reading_time: 5,
        last_opened: at / 1000,
      },
    ]);
  });

  test('how one’s packs do, practice in a sandbox left out', async () => {
    const practice = newUuid();
    const { sandbox, retail } = host.world.channels;
    const pack = await host.database.db
      .selectFrom('pack')
      .selectAll()
      .where('id', '=', host.world.packs.nora.id)
      .executeTakeFirstOrThrow();
    await host.database.db
      .insertInto('pack')
      .values({ ...pack, id: practice, internal_id: 999_999, channel_id: sandbox.id })
      .execute();
    const message = await host.database.db
      .selectFrom('message')
      .selectAll()
      .where('id', '=', sent.link)
      .executeTakeFirstOrThrow();
    const ofGlobal = { pack_id: host.world.packs.global.id, channel_id: sandbox.id };
    await host.database.db
      .insertInto('message')
      .values({ ...message, ...ofGlobal, id: newUuid(), internal_id: 999_998, link_token_hash: 'practice' })
      .execute();
    const { body } = await report('my/packs');
    expect(body.rows.map(({ id }: { id: string }) => id)).toEqual([host.world.packs.nora.id]);
    expect(body.rows[0]).toMatchObject({
      title: 'Café Linnea',
      channel: retail.title,
      sent: 3,
      read_by: 1,
      opened: 3,
      reading_time: 310,
    });
    expect(body.page.total).toBe(1);
  });

  test('a page of it, or everything with size 0', async () => {
    const pack = host.world.packs.nora.id;
    const second = (await report(`pack/${pack}/recipients?page[number]=1&page[size]=2`)).body;
    expect(second.rows.map(({ id }: { id: string }) => id)).toEqual([sent.link]);
    expect(second.page).toEqual({ number: 1, size: 2, total: 3 });
    expect((await report(`pack/${pack}/recipients?page[size]=0`)).body.rows).toHaveLength(3);
    const refused = await report(`pack/${pack}/recipients?page[size]=-1`);
    expect([refused.status, refused.body.errors[0].source]).toEqual([400, { parameter: 'page[size]' }]);
  });
});

describe('[PRPT-03, PRPT-06] what became of one message', () => {
  const kindsOf = ({ rows }: { rows: { kind: string }[] }) => rows.map(({ kind }) => kind).sort();

  test('every visit with its device and length, those that do not count named as what they are', async () => {
    const { status, body } = await report(`message/${sent.read}/visits`);
    expect(status).toBe(200);
    expect(body.title).toBe('Visits of Daniel Okafor');
    expect(kindsOf(body)).toEqual(['prospect', 'prospect', 'scanner']);
    expect(body.rows.find(({ reading_time }: { reading_time: number }) => reading_time === 190)).toEqual({
      id: expect.any(String),
      message: sent.read,
      name: 'Daniel Okafor',
      kind: 'prospect',
      device: 'phone',
      date: at / 1000,
      reading_time: 190,
    });
    const unread = await report(`message/${sent.unread}/visits?page[size]=2`);
    expect(unread.body.rows).toHaveLength(2);
    expect(unread.body.page.total).toBe(3);
    const all = await report(`pack/${host.world.packs.nora.id}/visits?page[size]=0`);
    expect(kindsOf(all.body)).toEqual([
      ...['download', 'own', 'prospect', 'prospect', 'prospect', 'scanner', 'unattended'],
    ]);
  });

  test('what was read of it, and what nobody opened', async () => {
    const { body } = await report(`message/${sent.read}/media`);
    const times = body.rows.map(({ name, reading_time }: Record<string, unknown>) => [name, reading_time]);
    expect(times).toEqual([
      ['Product guide', 150],
      ['T3 from the front', 5],
    ]);
    const unread = (await report(`message/${sent.unread}/media`)).body.rows;
    expect(unread.map(({ reading_time }: { reading_time: number }) => reading_time)).toEqual([0, 0]);
  });

  test('for its sender alone; for all others there is no such message', async () => {
    for (const person of ['tomas', 'henrik', 'mei'] as const) {
      const as = await host.signIn(person);
      for (const what of ['visits', 'media']) {
        expect((await report(`message/${sent.read}/${what}`, as)).status, person).toBe(404);
      }
      expect((await report(`pack/${host.world.packs.nora.id}/visits`, as)).status, person).toBe(404);
    }
    expect((await report(`message/${sent.read}/visits`, host.fetch)).status).toBe(401);
    expect((await report(`message/${newUuid()}/media`)).status).toBe(404);
    expect((await report(`message/x/visits`)).status).toBe(404);
  });
});

describe('what a manager learns', () => {
  test('who does what in the channel, without the name of any prospect', async () => {
    const henrik = await host.signIn('henrik');
    const { status, body } = await report(`channel/${host.world.channels.retail.id}/users`, henrik);
    expect(status).toBe(200);
    expect(body.rows[0]).toMatchObject({
      name: 'nora',
      mails: 2,
      links: 1,
      read_by: 1,
      reading_time: 310,
      last_sent: Date.UTC(2026, 10, 3) / 1000,
    });
    expect(body.rows.map(({ name }: { name: string }) => name).sort()).toEqual(['henrik', 'ines', 'nora']);
    expect(JSON.stringify(body)).not.toContain('Okafor');
  });

  test('[F25] when somebody was active last, never in the future, whatever the clock of their device says', async () => {
    const { channels } = host.world;
    const ines = await host.signIn('ines');
    const attributes = { event_type_id: 10, channel_id: channels.retail.id };
    const logged = await ines('/salestool/log', {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({
        data: ['2036-11-24T09:41:00Z', '2016-11-24T09:41:00Z'].map((date) => ({
          ...{ type: 'salestool--log', id: newUuid() },
          attributes: { ...attributes, date },
        })),
      }),
    });
    expect(await logged.json()).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
    const { body } = await report(`channel/${channels.retail.id}/users`, await host.signIn('henrik'));
    const { last_active } = body.rows.find(({ name }: { name: string }) => name === 'ines');
    expect(last_active).toBeGreaterThan(host.clock() / 1000 - 60);
    expect(last_active).toBeLessThanOrEqual(host.clock() / 1000);
  });

  test('which resources prospects read', async () => {
    const henrik = await host.signIn('henrik');
    const { body } = await report(`channel/${host.world.channels.retail.id}/resources`, henrik);
    expect(body.rows[0]).toMatchObject({
      name: 'Product guide',
      recipients: 1,
      opened: 3,
      reading_time: 210,
    });
    expect(body.rows.map(({ name }: { name: string }) => name)).toContain('Price list');
    expect(body.rows.map(({ name }: { name: string }) => name)).not.toContain('Gate drawing');
  });
});

describe('who may read which report', () => {
  test('a channel’s: its managers and administrators; for all others there is none', async () => {
    const { retail, sandbox } = host.world.channels;
    const statusFor = async (person: 'nora' | 'tomas' | 'ines' | 'henrik' | 'mei', id: string) =>
      (await report(`channel/${id}/users`, await host.signIn(person))).status;
    expect(await statusFor('nora', retail.id)).toBe(404);
    expect(await statusFor('ines', retail.id)).toBe(404);
    expect(await statusFor('tomas', retail.id)).toBe(404);
    expect(await statusFor('henrik', retail.id)).toBe(200);
    expect(await statusFor('henrik', sandbox.id)).toBe(404);
    expect(await statusFor('mei', sandbox.id)).toBe(200);
    expect(await statusFor('mei', newUuid())).toBe(404);
  });

  test('[PRPT-05] a shared pack’s: whoever sees it, empty until they have sent it themselves', async () => {
    const { global, retail, transit } = host.world.packs;
    const tomas = await host.signIn('tomas');
    const ines = await host.signIn('ines');
    for (const [pack, as, status] of [
      [global, ines, 200],
      [global, tomas, 200],
      [retail, ines, 200],
      [transit, ines, 404],
      [transit, nora, 404],
      [retail, tomas, 404],
    ] as const) {
      for (const what of ['recipients', 'media', 'visits']) {
        const { status: answered, body } = await report(`pack/${pack.id}/${what}`, as);
        expect(answered, what).toBe(status);
        if (status === 200) expect([body.rows, body.page.total], what).toEqual([[], 0]);
      }
    }
  });

  test('a pack’s: who made or sent it, and each only their own recipients', async () => {
    const { packs } = host.world;
    for (const person of ['tomas', 'henrik', 'mei'] as const) {
      const { status, body } = await report(`pack/${packs.nora.id}/recipients`, await host.signIn(person));
      expect(status, person).toBe(404);
      expect(body.errors[0].detail).toBe((await report(`pack/${newUuid()}/media`)).body.errors[0].detail);
    }
    const henrik = await host.signIn('henrik');
    await sendPack(henrik, { packId: packs.retail.id });
    await sendPack(nora, { packId: packs.retail.id });
    expect((await report(`pack/${packs.retail.id}/recipients`, henrik)).body.page.total).toBe(1);
  });

  test('nothing of what is in a channel that somebody has left, but what they sent from it, by the name it had', async () => {
    const { packs, channels, documents, people } = host.world;
    const { guide, drawing } = documents;
    const { db } = host.database;
    const { id } = await sendPack(nora, { packId: packs.retail.id });
    const membership = { account_id: people.nora.id, channel_id: channels.retail.id };
    await db.deleteFrom('account_channel').where('account_id', '=', people.nora.id).execute();
    const rename = (name: string) =>
      db.updateTable('media').set({ name }).where('id', '=', guide.id).execute();
    await rename('Product guide for the secret T9');
    await db
      .insertInto('pack_media')
      .values({ pack_id: packs.retail.id, media_id: drawing.id, position: 9 })
      .execute();
    const namesIn = async (segments: string) => {
      const { status, body } = await report(segments);
      return { status, total: body.page.total, names: body.rows.map(({ name }: { name: string }) => name) };
    };
    const sentNames = expect.arrayContaining([guide.name]);
    const ofPack = await namesIn(`pack/${packs.retail.id}/media`);
    const ofMessage = await namesIn(`message/${id}/media`);
    await rename(guide.name);
    await db
      .deleteFrom('pack_media')
      .where('media_id', '=', drawing.id)
      .where('pack_id', '=', packs.retail.id)
      .execute();
    await db.insertInto('account_channel').values(membership).execute();
    expect(ofPack).toEqual({ status: 200, total: ofPack.names.length, names: sentNames });
    expect(ofPack.names).not.toContain(drawing.name);
    expect(ofMessage).toEqual({ status: 200, total: ofMessage.names.length, names: sentNames });
  });

  test('nobody without signing in, whatever the report', async () => {
    for (const segments of [`pack/${host.world.packs.nora.id}/recipients`, 'my/packs']) {
      expect((await report(segments, host.fetch)).status).toBe(401);
    }
    expect((await nora('/salestool/report/no/such')).status).toBe(404);
  });
});

describe('as CSV', () => {
  const csv = (segments: string, as: Fetch = nora) =>
    as(`/salestool/report/${segments}`, { headers: { accept: 'text/csv' } });

  test('it opens in a spreadsheet: whole, named, marked as UTF-8, dates and durations readable', async () => {
    const answer = await csv(`pack/${host.world.packs.nora.id}/recipients`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="Recipients-of-Cafe-Linnea.csv"',
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    expect(lines[0]).toBe(
      'Recipient,Company,Email,Subject,Sent (UTC),Sent by,Delivery,Opened,Reading time,Last opened (UTC)',
    );
    expect(lines).toHaveLength(5);
    expect(lines[1]).toContain('2026-11-03 00:00:00,e-mail,');
    expect(lines[1]).toContain(',2,0:04:10,2026-11-18 09:41:00');
  });

  test('words that a spreadsheet would run are text', async () => {
    const text = await (await csv(`pack/${host.world.packs.nora.id}/recipients`)).text();
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""Quote"")"`);
    expect(text).not.toMatch(/(?:^|,|\r\n)"?[=+@\t-]/);
  });

  test('the same people may have it', async () => {
    expect((await csv(`channel/${host.world.channels.retail.id}/users`)).status).toBe(404);
    expect((await csv('my/packs', host.fetch)).status).toBe(401);
  });
});

test('the number of statements is the same for one recipient and for many', async () => {
  const count = async (pack: string) => {
    await report(`pack/${pack}/recipients`);
    host.statements.length = 0;
    await report(`pack/${pack}/recipients`);
    return host.statements.length;
  };
  expect(await count(host.world.packs.retail.id)).toBe(await count(host.world.packs.nora.id));
});
