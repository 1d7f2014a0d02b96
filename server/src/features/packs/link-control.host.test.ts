import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { type Content, contentOf } from '#testing/document.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Content;

beforeAll(async () => {
  host = await startTestHost();
  nora = contentOf(await host.signIn('nora'));
});
afterAll(() => host.stop());

const messageWith = (attributes: Record<string, unknown>) => ({
  type: 'salestool--message',
  id: newUuid(),
  attributes: { subject: 'Your terminals', ...attributes },
  relationships: { pack: { data: { type: 'salestool--pack', id: host.world.packs.nora.id } } },
});
const change = (id: string, attributes: Record<string, unknown>) =>
  nora.patch(`salestool/message/${id}`, { type: 'salestool--message', id, attributes });
const stored = (id: string) =>
  host.database.db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('what a sender says about a link is kept, answered and can be changed', async () => {
  const message = messageWith({ link_expires: 1_790_000_000, link_max_views: 3, link_download: false });
  const { record } = await nora.post('salestool/message', message);
  const said = { link_expires: '2026-09-21T14:13:20+00:00', link_max_views: 3, link_download: false };
  expect(record.attributes).toMatchObject({ ...said, link_revoked: false });
  const open = { link_expires: null, link_max_views: null, link_download: true, link_revoked: true };
  expect((await change(message.id, open)).record.attributes).toMatchObject(open);
});

test('a link says nothing of the kind until somebody does', async () => {
  const { record } = await nora.post('salestool/message', messageWith({}));
  expect(record.attributes).toMatchObject({
    link_expires: null,
    link_max_views: null,
    link_download: true,
    link_revoked: false,
  });
});

test('a link that was taken back keeps when, and can be given again', async () => {
  const message = messageWith({});
  await nora.post('salestool/message', message);
  await change(message.id, { link_revoked: true });
  const { link_revoked: when } = await stored(message.id);
  host.advance(5000);
  await change(message.id, { link_revoked: true, memo: 'again' });
  expect((await stored(message.id)).link_revoked).toBe(when);
  const revoked = await nora.get(`salestool/message?filter[link_revoked]=1&filter[id]=${message.id}`);
  expect(revoked.records.map(({ id }) => id)).toEqual([message.id]);
  expect((await change(message.id, { link_revoked: false })).record.attributes.link_revoked).toBe(false);
});

test('a link’s password is kept as a hash, answered never, and no filter or sort asks for it', async () => {
  const message = messageWith({ link_password: 'open sesame' });
  const { record } = await nora.post('salestool/message', message);
  expect(record.attributes).not.toHaveProperty('link_password');
  const { link_password: hash } = await stored(message.id);
  expect(hash).toMatch(/^\$argon2id\$/);
  for (const query of ['filter[link_password][value]=x', 'sort=link_password']) {
    expect((await nora.get(`salestool/message?${query}`)).status).toBe(400);
  }
  await change(message.id, { memo: 'untouched' });
  expect((await stored(message.id)).link_password).toBe(hash);
  await change(message.id, { link_password: '' });
  expect((await stored(message.id)).link_password).toBeNull();
});
