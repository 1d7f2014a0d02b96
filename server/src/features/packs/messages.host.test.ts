import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Content;
let henrik: Content;

beforeAll(async () => {
  host = await startTestHost();
  nora = contentOf(await host.signIn('nora'));
  henrik = contentOf(await host.signIn('henrik'));
});
afterAll(() => host.stop());

const messageWith = (
  attributes: Record<string, unknown>,
  packId = host.world.packs.nora.id,
  relationships: Record<string, unknown> = {},
) => ({
  type: 'salestool--message',
  id: newUuid(),
  attributes: { subject: 'Your terminals', ...attributes },
  relationships: { pack: { data: { type: 'salestool--pack', id: packId } }, ...relationships },
});

const change = (id: string, attributes: Record<string, unknown>) => ({
  type: 'salestool--message',
  id,
  attributes,
});

/** The mails that have left, each as its text. */
async function mails() {
  const folder = join(host.config.dataFolder, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}
const mailsAbout = async (subject: string) =>
  (await mails()).filter((mail) => mail.includes(`Subject: ${subject}`));
const delivery = async (id: string) => (await nora.get(`salestool/message/${id}`)).record.attributes.delivery;

test('[API-45, API-46, MODEL-29] a message is saved with all its fields and gets a link', async () => {
  const { packs, signatures, people } = host.world;
  const link_token = 'Zk3v9QwXbT5yLr0PsN8aUcEg';
  const sent = messageWith(
    {
      first_name: 'Ann',
      last_name: 'Example',
      company: 'Fjord AS',
      job_title: 'Owner',
      message: '<p>Dear Ann<script>x</script></p>',
      memo: 'Met at the fair',
      contact_permission: true,
      date_sent: 1_780_000_000,
      link_token,
    },
    packs.nora.id,
    { signature: { data: { type: 'salestool--signature', id: signatures.nora.id } } },
  );
  const answer = await nora.post('salestool/message', sent);
  expect(answer.errors).toEqual([]);
  expect(answer.record.attributes).toMatchObject({
    subject: 'Your terminals',
    first_name: 'Ann',
    company: 'Fjord AS',
    job_title: 'Owner',
    message: { value: '<p>Dear Ann</p>', processed: '<p>Dear Ann</p>' },
    memo: 'Met at the fair',
    contact_permission: true,
    sent: false,
    date_sent: '2026-05-28T20:26:40+00:00',
    link: `http://satchel.test/p/${link_token}`,
    delivery: 'none',
    opened: 0,
    last_opened: null,
  });
  expect(answer.record.attributes).not.toHaveProperty('link_token');
  expect(answer.record.relationships).toMatchObject({
    pack: { data: { id: packs.nora.id } },
    signature: { data: { id: signatures.nora.id } },
    user: { data: { id: people.nora.id } },
  });
});

test('a link token stands nowhere in the database as it is', async () => {
  const link_token = 'WhereverYouLookItIsHidden123';
  await nora.post('salestool/message', messageWith({ link_token }));
  const rows = await host.database.db.selectFrom('message').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(link_token);
});

test('without a token the host makes one of at least 128 bits', async () => {
  const link = async () =>
    String((await nora.post('salestool/message', messageWith({}))).record.attributes.link);
  const [first, second] = [await link(), await link()];
  expect(first).toMatch(/\/p\/[\w-]{22,64}$/);
  expect(first).not.toBe(second);
});

describe('the pack in a message', () => {
  const snapshotOf = async (id: string) => {
    const { record } = await nora.get(`salestool/message/${id}`);
    return JSON.parse(String(record.attributes.pack_snapshot));
  };

  test('is the pack’s present state when the client sent none, and later edits do not reach it', async () => {
    const pack = { type: 'salestool--pack', id: newUuid(), attributes: { title: 'Before' } };
    const channel = { data: { type: 'salestool--channel', id: host.world.channels.retail.id } };
    await nora.post('salestool/pack', { ...pack, relationships: { channel } });
    const message = messageWith({}, pack.id);
    await nora.post('salestool/message', message);
    await nora.patch(`salestool/pack/${pack.id}`, { ...pack, attributes: { title: 'After' } });
    expect(await snapshotOf(message.id)).toEqual({ title: 'Before', pack_data: null });
  });

  test('is what the client took, made safe', async () => {
    const content = '<p>Hi<img src=x onerror=alert(1)></p>';
    const element = { id: 'a', type: 'text', title: 't', data: { content } };
    const pack_snapshot = JSON.stringify({
      title: 'As sent',
      pack_data: JSON.stringify({ version: 2, elements: [element] }),
    });
    const message = messageWith({ pack_snapshot });
    expect((await nora.post('salestool/message', message)).status).toBe(201);
    const taken = await snapshotOf(message.id);
    expect([taken.title, taken.pack_data]).toEqual(['As sent', expect.not.stringContaining('onerror')]);
  });
});

/** A pack as it was sent, with one file. */
function packNaming(id: string) {
  const media = { id, type: 'media--document', mediaType: null, name: '', url: null };
  const element = { id: 'a', type: 'media', title: '', data: { media } };
  const pack_data = JSON.stringify({ version: 2, elements: [element] });
  return JSON.stringify({ title: 'As sent', pack_data });
}

describe('[API-28] a message is refused with', () => {
  test.each([
    ['no subject', { subject: null }, 422, '/data/attributes/subject'],
    ['no address though it is to be sent', { sent: true }, 422, '/data/attributes/email'],
    ['two addresses', { sent: true, email: 'a@b.example, c@d.example' }, 422, '/data/attributes/email'],
    [
      'a header in its address',
      { sent: true, email: 'a@b.example\r\nBcc: c@d.example' },
      422,
      '/data/attributes/email',
    ],
    ['a short token', { link_token: 'short' }, 422, '/data/attributes/link_token'],
    ['a wrong date', { date_sent: 'soon' }, 422, '/data/attributes/date_sent'],
    ['no snapshot', { pack_snapshot: '{"a":1}' }, 422, '/data/attributes/pack_snapshot'],
    [
      'a pack of a newer app',
      { pack_snapshot: JSON.stringify({ title: 'x', pack_data: '{"version":3,"elements":[]}' }) },
      422,
      '/data/attributes/pack_snapshot',
      'pack_snapshot: This pack was made by a newer app; this host knows versions 1 and 2.',
    ],
    [
      'a NUL character in what its pack names',
      { pack_snapshot: packNaming('guide\0'), delivery: 'sent' },
      422,
      '/data/attributes/pack_snapshot',
    ],
    [
      'half of a character in what its pack names',
      { pack_snapshot: packNaming('guide\ud83d'), delivery: 'sent' },
      422,
      '/data/attributes/pack_snapshot',
    ],
    ['an unknown part of a text', { message: { value: 'x', form: 'y' } }, 422, '/data/attributes/message'],
    ['a delivery of its own making', { delivery: 'arrived' }, 422, '/data/attributes/delivery'],
    ['a link nobody may open', { link_max_views: 0 }, 422, '/data/attributes/link_max_views'],
  ])('%s', async (_what, attributes, status, pointer, detail?: string) => {
    const message = messageWith(attributes);
    const answer = await nora.post('salestool/message', message);
    expect([answer.status, answer.errors[0]?.source?.pointer]).toEqual([status, pointer]);
    if (detail) expect(answer.errors[0]?.detail).toBe(detail);
    expect((await nora.get(`salestool/message/${message.id}`)).status).toBe(404);
  });

  test('a pack or signature of somebody else', async () => {
    const { packs, signatures } = host.world;
    expect((await nora.post('salestool/message', messageWith({}, packs.tomas.id))).status).toBe(404);
    const signature = { data: { type: 'salestool--signature', id: signatures.tomas.id } };
    expect((await nora.post('salestool/message', messageWith({}, packs.nora.id, { signature }))).status).toBe(
      404,
    );
  });

  test('a token that is in use', async () => {
    const link_token = 'OnlyOneMessageMayHaveThis1';
    expect((await nora.post('salestool/message', messageWith({ link_token }))).status).toBe(201);
    const again = await henrik.post(
      'salestool/message',
      messageWith({ link_token }, host.world.packs.global.id),
    );
    expect([again.status, again.errors[0]?.source?.pointer]).toEqual([422, '/data/attributes/link_token']);
  });

  test('items that are internal or withdrawn, each by its name', async () => {
    const { documents } = host.world;
    const media = (id: string, name: string) => ({
      id,
      type: 'media',
      title: name,
      data: { media: { id, type: 'media--document', mediaType: null, name, url: null, thumbnail: null } },
    });
    const elements = [
      media(documents.guide.id, 'Product guide'),
      media(documents.prices.id, 'Our prices'),
      media(newUuid(), 'Old guide'),
      media(documents.drawing.id, 'Gate drawing'),
    ];
    const pack_snapshot = JSON.stringify({ title: 'x', pack_data: JSON.stringify({ version: 2, elements }) });
    const answer = await nora.post('salestool/message', messageWith({ pack_snapshot }));
    expect([answer.status, answer.errors[0]?.detail]).toEqual([
      422,
      'pack: These items cannot be sent: Our prices (internal), Old guide (withdrawn), Gate drawing (withdrawn).',
    ]);
  });
});

describe('sending', () => {
  test('mails once, whether the message is made as sent or becomes so later, and however often it is saved', async () => {
    const email = 'ann@fjord.example';
    const direct = messageWith({ subject: `Direct ${newUuid()}`, sent: true, email });
    const later = messageWith({ subject: `Later ${newUuid()}`, email });
    const created = await nora.post('salestool/message', direct);
    // It may have left by the time that it is read for the answer.
    expect(['queued', 'sent']).toContain(created.record.attributes.delivery);
    expect(created.record.attributes.date_sent).toEqual(expect.any(String));
    expect((await nora.post('salestool/message', direct)).status).toBe(409);
    await nora.post('salestool/message', later);
    const path = `salestool/message/${later.id}`;
    await Promise.all([1, 2, 3].map(() => nora.patch(path, change(later.id, { sent: true }))));
    for (const { id } of [direct, later])
      await vi.waitFor(async () => expect(await delivery(id)).toBe('sent'), 10_000);
    await nora.patch(path, change(later.id, { sent: true, memo: 'again' }));
    const queued = await host.database.db
      .selectFrom('outbox')
      .select('id')
      .where('message_id', '=', later.id)
      .execute();
    expect(queued).toHaveLength(1);
    for (const { attributes } of [direct, later])
      expect(await mailsAbout(attributes.subject)).toHaveLength(1);
  });

  test('can be asked for later only with an address, and not be taken back', async () => {
    const message = messageWith({});
    await nora.post('salestool/message', message);
    const path = `salestool/message/${message.id}`;
    expect((await nora.patch(path, change(message.id, { sent: true }))).status).toBe(422);
    expect(
      (await nora.patch(path, change(message.id, { sent: true, email: 'ann@fjord.example' }))).status,
    ).toBe(200);
    const back = await nora.patch(path, change(message.id, { sent: false }));
    expect([back.status, back.errors[0]?.source?.pointer]).toEqual([422, '/data/attributes/sent']);
  });

  test('in a sandbox channel goes to the sender', async () => {
    const { channels, people } = host.world;
    const { id: account_id } = people.nora;
    await host.database.db
      .insertInto('account_channel')
      .values({ account_id, channel_id: channels.sandbox.id })
      .execute();
    const pack = {
      type: 'salestool--pack',
      id: newUuid(),
      attributes: { title: 'Practice' },
      relationships: { channel: { data: { type: 'salestool--channel', id: channels.sandbox.id } } },
    };
    expect((await nora.post('salestool/pack', pack)).status).toBe(201);
    const message = messageWith(
      { subject: 'Practice', sent: true, email: 'real.prospect@fjord.example' },
      pack.id,
    );
    expect((await nora.post('salestool/message', message)).status).toBe(201);
    await vi.waitFor(async () => expect(await delivery(message.id)).toBe('sent'), 10_000);
    const [mail] = await mailsAbout('Practice');
    expect(/^To: .*$/m.exec(mail ?? '')?.[0]).toContain(people.nora.mail);
  });

  test('of a global pack works without a channel', async () => {
    const message = messageWith(
      { subject: 'Range', sent: true, email: 'ann@fjord.example' },
      host.world.packs.global.id,
    );
    expect((await nora.post('salestool/message', message)).status).toBe(201);
    await vi.waitFor(async () => expect(await delivery(message.id)).toBe('sent'), 10_000);
  });

  test('[CHAN-03] of a global pack goes to the sender when it is sent in a sandbox channel', async () => {
    const { channels, packs, people } = host.world;
    const { id: account_id } = people.nora;
    await host.database.db
      .insertInto('account_channel')
      .values({ account_id, channel_id: channels.sandbox.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const sentIn = (subject: string, channel: { id: string }) =>
      messageWith({ subject, sent: true, email: 'real.prospect@fjord.example' }, packs.global.id, {
        channel: { data: { type: 'salestool--channel', id: channel.id } },
      });
    const message = sentIn('Practised', channels.sandbox);
    expect((await nora.post('salestool/message', message)).status).toBe(201);
    await vi.waitFor(async () => expect(await delivery(message.id)).toBe('sent'), 10_000);
    const [mail, ...more] = await mailsAbout('Practised');
    expect(/^To: .*$/m.exec(mail ?? '')?.[0]).toContain(people.nora.mail);
    expect(more).toEqual([]);
    const foreign = await nora.post('salestool/message', sentIn('Elsewhere', channels.transit));
    expect([foreign.status, foreign.errors[0]?.source?.pointer]).toEqual([
      404,
      '/data/relationships/channel',
    ]);
  });

  test('stays with the address it was sent to, whatever else is changed', async () => {
    const message = messageWith({ subject: 'Kept', sent: true, email: 'ann@fjord.example' });
    const path = `salestool/message/${message.id}`;
    await nora.post('salestool/message', message);
    const other = await nora.patch(path, change(message.id, { email: 'ben@fjord.example' }));
    expect([other.status, other.errors[0]?.source?.pointer]).toEqual([422, '/data/attributes/email']);
    const same = await nora.patch(path, change(message.id, { email: 'ann@fjord.example', memo: 'Call' }));
    expect([same.status, same.record.attributes]).toMatchObject([
      200,
      { email: 'ann@fjord.example', memo: 'Call' },
    ]);
    const link = messageWith({ email: 'ann@fjord.example' });
    await nora.post('salestool/message', link);
    const changed = await nora.patch(
      `salestool/message/${link.id}`,
      change(link.id, { email: 'ben@fjord.example' }),
    );
    expect([changed.status, changed.record.attributes.email]).toEqual([200, 'ben@fjord.example']);
  });
});

describe('deleting a message', () => {
  test('takes a link back that was never mailed', async () => {
    const message = messageWith({});
    await nora.post('salestool/message', message);
    expect((await nora.delete(`salestool/message/${message.id}`)).status).toBe(204);
    expect((await nora.get(`salestool/message/${message.id}`)).status).toBe(404);
  });

  test.each([false, true])(
    'is for good, sent %s: its link is not taken again, another one under the same id is',
    async (sent) => {
      await host.outbox.stop();
      const of = { subject: 'Twice', email: 'ann@fjord.example', sent };
      const message = messageWith({ ...of, link_token: makeLinkToken() });
      await nora.post('salestool/message', message);
      await nora.delete(`salestool/message/${message.id}`);
      const again = await nora.post('salestool/message', message);
      expect([again.status, again.errors[0]?.source]).toEqual([
        410,
        { pointer: '/data/attributes/link_token' },
      ]);
      expect((await nora.get(`salestool/message/${message.id}`)).status).toBe(404);
      expect(await mailsAbout('Twice')).toEqual([]);
      const attributes = { ...message.attributes, link_token: makeLinkToken(), sent: false };
      expect((await nora.post('salestool/message', { ...message, attributes })).status).toBe(201);
    },
  );

  test('cancels a mail that waits, and is refused once mailing has begun', async () => {
    await host.outbox.stop();
    const waiting = messageWith({ subject: 'Never mind', sent: true, email: 'ann@fjord.example' });
    const begun = messageWith({ subject: 'Too late', sent: true, email: 'ann@fjord.example' });
    await nora.post('salestool/message', waiting);
    await nora.post('salestool/message', begun);
    expect((await nora.delete(`salestool/message/${waiting.id}`)).status).toBe(204);
    const begin = { lease_owner: 'another host', lease_until: host.clock() + 60_000 };
    await host.database.db.updateTable('outbox').set(begin).where('message_id', '=', begun.id).execute();
    const refused = await nora.delete(`salestool/message/${begun.id}`);
    expect([refused.status, refused.errors[0]?.detail]).toEqual([
      409,
      expect.stringMatching(/Mailing .* has begun/),
    ]);
    expect((await nora.get(`salestool/message/${begun.id}`)).status).toBe(200);
    expect(await mailsAbout('Never mind')).toEqual([]);
  });
});

test('a pack behind a message cannot be deleted', async () => {
  const { nora: pack } = host.world.packs;
  await nora.post('salestool/message', messageWith({}));
  expect((await nora.delete(`salestool/pack/${pack.id}`)).status).toBe(409);
});

test('how often a prospect looked is answered with the message, and nobody else’s visits count', async () => {
  const message = messageWith({});
  await nora.post('salestool/message', message);
  const visit = { message_id: message.id, device: null, started: 1_780_000_000_000 };
  const add = (kind: 'prospect' | 'scanner' | 'own', visible_ms: number, last_seen: number) =>
    host.database.db
      .insertInto('view_session')
      .values({ ...visit, id: newUuid(), kind, visible_ms, last_seen })
      .execute();
  await add('prospect', 4000, 1_780_000_005_000);
  await add('prospect', 0, 1_780_000_900_000);
  await add('scanner', 9000, 1_780_000_900_000);
  await add('own', 9000, 1_780_000_900_000);
  const { attributes } = (await nora.get(`salestool/message/${message.id}`)).record;
  expect([attributes.opened, attributes.last_opened]).toEqual([1, '2026-05-28T20:26:45+00:00']);
});
