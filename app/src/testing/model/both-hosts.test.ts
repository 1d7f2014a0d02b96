import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packWith, passwordOfAll, startRealHost } from '#testing/real-host.ts';
import { createHostInMemory } from './host-in-memory.ts';
import { patiently } from './patiently.ts';

interface AnyHost {
  origin: string;
  fetch: typeof fetch;
  password: string;
  channelId: string;
  /** Lets a second pass. */
  later(): void;
  mail(): Promise<void>;
  stop(): Promise<void>;
}

async function hostInMemory(): Promise<AnyHost> {
  const channelId = newId();
  let now = Date.UTC(2026, 10, 20);
  const people = [
    { name: 'nora', id: newId() },
    { name: 'henrik', id: newId() },
  ];
  const host = createHostInMemory({ people, channelId, now: () => now });
  return {
    origin: 'https://host.example',
    fetch: host.fetch,
    password: 'right',
    channelId,
    later: () => {
      now += 1000;
    },
    mail: async () => host.mail(),
    stop: async () => {},
  };
}

async function realHost(): Promise<AnyHost> {
  const host = await startRealHost();
  return {
    origin: host.url,
    fetch: (address, init) => patiently(() => globalThis.fetch(address, init)),
    password: await passwordOfAll(),
    channelId: host.world.channels.retail.id,
    later: () => host.advance(1000),
    mail: async () => {},
    stop: () => host.stop(),
  };
}

type Fields = Record<string, unknown>;
interface Answer {
  status: number;
  etag: string | null;
  body: Fields & { data: { id: string; attributes: Fields } & { id: string; attributes: Fields }[] };
}

// The model in memory is only worth what it has in common with the host that ships.
describe.each([
  ['in memory', hostInMemory],
  ['that ships', realHost],
])('the host %s', (_name, start) => {
  let host: AnyHost;
  let nora: Awaited<ReturnType<typeof signIn>>;
  let henrik: Awaited<ReturnType<typeof signIn>>;
  beforeAll(async () => {
    host = await start();
    nora = await signIn('nora');
    henrik = await signIn('henrik');
  });
  afterAll(() => host.stop());

  async function token(fields: Record<string, string>) {
    const answer = await host.fetch(`${host.origin}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: 'satchel', ...fields }).toString(),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  }

  const asker =
    (bearer: string) =>
    async (method: string, path: string, data?: unknown, headers: Record<string, string> = {}) => {
      const answer = await host.fetch(`${host.origin}/jsonapi${path}`, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(data !== undefined && { 'content-type': 'application/vnd.api+json' }),
          ...headers,
        },
        ...(data !== undefined && { body: JSON.stringify({ data }) }),
      });
      const text = await answer.text();
      const body = text === '' ? {} : JSON.parse(text);
      return { status: answer.status, etag: answer.headers.get('etag'), body } as Answer;
    };

  async function signIn(username: string) {
    const { body } = await token({ grant_type: 'password', username, password: host.password });
    return { ...body, ask: asker(body.access_token!), refresh: body.refresh_token! };
  }

  const newPack = (text: string, id = newId()) => ({
    type: 'salestool--pack',
    id,
    attributes: { title: 'A pack', ...packWith(text) },
    relationships: { channel: { data: { type: 'salestool--channel', id: host.channelId } } },
  });
  const newMessage = (packId: string, attributes: Fields) => ({
    type: 'salestool--message',
    id: newId(),
    attributes: { subject: 'Hello', email: 'ann@example.test', ...attributes },
    relationships: { pack: { data: { type: 'salestool--pack', id: packId } } },
  });
  const packs = '/salestool/pack';
  const messages = '/salestool/message';

  test('creates once, and answers the same create again with 409', async () => {
    const pack = newPack('one');
    const made = await nora.ask('POST', packs, pack);
    expect([made.status, made.body.data.attributes]).toMatchObject([
      201,
      { title: 'A pack', pack_type: 'private', archived: false, drupal_internal__id: expect.any(Number) },
    ]);
    expect(made.body.data.attributes.created).toBe(made.body.data.attributes.changed);
    expect((await nora.ask('POST', packs, pack)).status).toBe(409);
    expect((await henrik.ask('POST', packs, pack)).status).toBe(409);
  });

  test('updates in the state meant, and says 412 in any other; the same again changes nothing', async () => {
    const pack = newPack('one');
    const { etag: first } = await nora.ask('POST', packs, pack);
    host.later();
    const { id, type } = pack;
    const two = { id, type, attributes: packWith('two') };
    const inFirst = { 'if-match': first! };
    const { status, etag: second } = await nora.ask('PATCH', `${packs}/${id}`, two, inFirst);
    expect(status).toBe(200);
    expect((await nora.ask('PATCH', `${packs}/${id}`, two, inFirst)).status).toBe(200);
    const three = { id, type, attributes: packWith('three') };
    expect((await nora.ask('PATCH', `${packs}/${id}`, three, inFirst)).status).toBe(412);
    expect((await nora.ask('PATCH', `${packs}/${id}`, three, { 'if-match': second! })).status).toBe(200);
    const read = await nora.ask('GET', `${packs}/${id}`);
    expect(read.body.data.attributes.pack_data).toContain('three');
    expect(read.body.data.attributes.changed).not.toBe(read.body.data.attributes.created);
    expect((await nora.ask('PATCH', `${packs}/${id}`, two, { 'if-match': read.etag! })).status).toBe(200);
  });

  test('shows nobody what is another’s, and lists by kind, channel and owner', async () => {
    const pack = newPack('mine');
    await nora.ask('POST', packs, pack);
    const path = `${packs}/${pack.id}`;
    expect((await henrik.ask('GET', path)).status).toBe(404);
    const { id, type } = pack;
    expect((await henrik.ask('PATCH', path, { id, type, attributes: { title: 'x' } })).status).toBe(404);
    expect((await henrik.ask('DELETE', path)).status).toBe(404);
    const query = `${packs}?filter[pack_type]=private&filter[channel.id]=${host.channelId}`;
    const listed = async ({ ask }: typeof nora) => (await ask('GET', query)).body.data.map((each) => each.id);
    expect(await listed(nora)).toContain(pack.id);
    expect(await listed(henrik)).not.toContain(pack.id);
    expect((await nora.ask('GET', `${packs}/${newId()}`)).status).toBe(404);
  });

  test('says 304 to who knows the answer, until something has changed', async () => {
    const { etag } = await nora.ask('GET', '');
    const known = { 'if-none-match': etag! };
    expect((await nora.ask('GET', '', undefined, known)).status).toBe(304);
    await nora.ask('POST', packs, newPack('new'));
    expect((await nora.ask('GET', '', undefined, known)).status).toBe(200);
  });

  test('keeps a message with the pack as it was sent, and mails what is to be mailed', async () => {
    const pack = newPack('as it is');
    await nora.ask('POST', packs, pack);
    const snapshot = JSON.stringify({ title: 'A pack', ...packWith('as it was') });
    const sent = newMessage(pack.id, { sent: true, pack_snapshot: snapshot });
    const made = await nora.ask('POST', messages, sent);
    expect([made.status, made.body.data.attributes]).toMatchObject([201, { sent: true, delivery: 'queued' }]);
    expect(made.body.data.attributes.pack_snapshot).toContain('as it was');
    expect(made.body.data.attributes).not.toHaveProperty('link_token');
    expect((await nora.ask('POST', messages, sent)).status).toBe(409);
    await host.mail();
    const delivery = async () =>
      (await nora.ask('GET', `${messages}/${sent.id}`)).body.data.attributes.delivery;
    await expect.poll(delivery, { timeout: 10_000 }).toBe('sent');
    const link = await nora.ask('POST', messages, newMessage(pack.id, { sent: false }));
    expect(link.body.data.attributes).toMatchObject({ sent: false, delivery: 'none' });
    expect(link.body.data.attributes.pack_snapshot).toContain('as it is');
  });

  test('takes the pack of a message anew until that was mailed, and says then which field is to blame', async () => {
    const pack = newPack('anew');
    await nora.ask('POST', packs, pack);
    const snapshot = (text: string) => JSON.stringify({ title: 'A pack', ...packWith(text) });
    const change = (id: string, text: string) => {
      const attributes = { pack_snapshot: snapshot(text), subject: text };
      return nora.ask('PATCH', `${messages}/${id}`, { type: 'salestool--message', id, attributes });
    };
    const link = newMessage(pack.id, { sent: false, pack_snapshot: snapshot('first') });
    await nora.ask('POST', messages, link);
    const answer = await change(link.id, 'second');
    expect([answer.status, answer.body.data.attributes.subject]).toEqual([200, 'second']);
    expect(answer.body.data.attributes.pack_snapshot).toContain('second');
    const mailed = newMessage(pack.id, { sent: true, delivery: 'sent', pack_snapshot: snapshot('first') });
    await nora.ask('POST', messages, mailed);
    const late = await change(mailed.id, 'second');
    expect([late.status, late.body.errors]).toMatchObject([
      409,
      [{ source: { pointer: '/data/attributes/pack_snapshot' } }],
    ]);
    expect((await change(mailed.id, 'first')).status).toBe(200);
  });

  test('takes a message above a signature of its sender that it has, and no other', async () => {
    const pack = newPack('signed');
    await nora.ask('POST', packs, pack);
    const signature = { type: 'salestool--signature', id: newId(), attributes: { title: 'Nora' } };
    const signed = () => {
      const message = newMessage(pack.id, { sent: false });
      const { type, id } = signature;
      return { ...message, relationships: { ...message.relationships, signature: { data: { type, id } } } };
    };
    expect((await nora.ask('POST', messages, signed())).status).toBe(404);
    expect((await nora.ask('POST', '/salestool/signature', signature)).status).toBe(201);
    expect((await nora.ask('POST', messages, signed())).status).toBe(201);
    const { body } = await nora.ask('GET', `/salestool/signature/${signature.id}`);
    expect(body.data.attributes.title).toBe('Nora');
  });

  test('mails nothing that a restored host is told was mailed, or may have been', async () => {
    const pack = newPack('again');
    await nora.ask('POST', packs, pack);
    for (const [known, delivery] of [
      ['sent', 'sent'],
      ['queued', 'unknown'],
    ]) {
      const { body } = await nora.ask('POST', messages, newMessage(pack.id, { sent: true, delivery: known }));
      expect(body.data.attributes.delivery).toBe(delivery);
    }
  });

  test('deletes in the state meant, and says 412 in any other', async () => {
    const pack = newPack('one');
    const { etag: first } = await nora.ask('POST', packs, pack);
    const path = `${packs}/${pack.id}`;
    const changed = { ...newPack('two', pack.id), relationships: {} };
    const { etag: second } = await nora.ask('PATCH', path, changed);
    const remove = (etag: string | null) => nora.ask('DELETE', path, undefined, { 'if-match': etag! });
    expect((await remove(first)).status).toBe(412);
    expect((await nora.ask('GET', path)).status).toBe(200);
    expect((await remove(second)).status).toBe(204);
  });

  test('keeps a pack that was sent and a message that was mailed, and deletes others', async () => {
    const pack = newPack('sent');
    await nora.ask('POST', packs, pack);
    const message = newMessage(pack.id, { sent: true, delivery: 'sent' });
    await nora.ask('POST', messages, message);
    expect((await nora.ask('DELETE', `${packs}/${pack.id}`)).status).toBe(409);
    const other = newPack('other');
    await nora.ask('POST', packs, other);
    expect((await nora.ask('DELETE', `${packs}/${other.id}`)).status).toBe(204);
    expect((await nora.ask('DELETE', `${packs}/${other.id}`)).status).toBe(404);
    const lost = await nora.ask('POST', messages, newMessage(other.id, { sent: true }));
    expect(lost.status).toBe(404);
  });

  test('takes a link no more that was taken back, and says which field is to blame', async () => {
    const pack = newPack('taken back');
    await nora.ask('POST', packs, pack);
    const message = newMessage(pack.id, { sent: false, link_token: makeLinkToken() });
    expect((await nora.ask('POST', messages, message)).status).toBe(201);
    expect((await nora.ask('DELETE', `${messages}/${message.id}`)).status).toBe(204);
    const again = await nora.ask('POST', messages, message);
    expect([again.status, again.body.errors]).toMatchObject([
      410,
      [{ source: { pointer: '/data/attributes/link_token' } }],
    ]);
    const attributes = { ...message.attributes, link_token: makeLinkToken() };
    expect((await nora.ask('POST', messages, { ...message, attributes })).status).toBe(201);
  });

  test('renews a token again for who lost the answer, and never after signing out', async () => {
    const { refresh, ask } = await signIn('nora');
    const renew = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token });
    const first = await renew(refresh);
    const again = await renew(refresh);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.refresh_token).toBe(first.body.refresh_token);
    await host.fetch(`${host.origin}/oauth/revoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: 'satchel', token: first.body.refresh_token! }).toString(),
    });
    expect((await renew(first.body.refresh_token!)).status).toBe(400);
    expect((await ask('GET', packs)).status).toBe(401);
    const wrong = await token({ grant_type: 'password', username: 'nora', password: 'wrong' });
    expect(wrong.status).toBe(400);
  });
});
