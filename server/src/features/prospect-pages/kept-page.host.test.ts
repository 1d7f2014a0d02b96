import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { bumpRevision, channelScope } from '#database/revision.ts';
import {
  browser,
  mediaSection,
  prospectsOfNora,
  sessionIn,
  snapshot,
  textSection,
} from '#testing/prospect.ts';

const kit = prospectsOfNora();
const { nora, open, send, pageOf } = kit;

const change = (type: string, id: string, attributes: Record<string, unknown>) =>
  nora(`/jsonapi/${type.replace('--', '/')}/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': jsonApiMediaType },
    body: JSON.stringify({ data: { type, id, attributes } }),
  });

/** What an import does when it has changed something in a channel. */
const imported = (work: Promise<unknown>) =>
  work.then(() =>
    kit.host.database.write((trx) => bumpRevision(trx, channelScope(kit.host.world.channels.retail.id))),
  );

test('a page that was made before costs one statement, and is a new visit all the same', async () => {
  const { token } = await send({}, kit.host.world.signatures.nora.id);
  const first = await pageOf(token);
  kit.host.statements.length = 0;
  const answer = await open(`/p/${token}`);
  const second = await answer.text();
  expect(kit.host.statements).toHaveLength(1);
  expect(sessionIn(second)).not.toBe(sessionIn(first));
  const [, nonce = ''] = /nonce="([^"]*)"/.exec(second) ?? [];
  expect(first).not.toContain(nonce);
  expect(answer.headers.get('content-security-policy')).toContain(`script-src 'nonce-${nonce}'`);
  const same = (html: string) => html.replace(/nonce="[^"]*"|data-session="[^"]*"/g, '');
  expect(same(second)).toBe(same(first));
});

test('a page of five megabytes is made once, and reaches those who do not take gzip whole', async () => {
  const words = `<p>${'Twelve counters stand by the window. '.repeat(50)}</p>`;
  const { token } = await send({ pack_snapshot: snapshot([textSection('Long', words.repeat(2800))]) });
  const ask = async (encoding: string) => {
    const answer = await open(`/p/${token}`, { ...browser, 'accept-encoding': encoding });
    return (await answer.text()).replace(/nonce="[^"]*"|data-session="[^"]*"/g, '');
  };
  const first = await ask('gzip');
  expect(first.length).toBeGreaterThan(5_000_000);
  kit.host.statements.length = 0;
  expect(await ask('gzip')).toBe(first);
  expect(await ask('identity')).toBe(first);
  expect(kit.host.statements.filter((text) => text.includes('pack_snapshot'))).toEqual([]);
});

test('it is the same text in gzip and as it is, and never kept by anything between', async () => {
  const { token } = await send();
  const ask = async (headers: Record<string, string>) => {
    const answer = await open(`/p/${token}`, { ...browser, ...headers });
    return {
      encoding: answer.headers.get('content-encoding'),
      headers: answer.headers,
      html: await answer.text(),
    };
  };
  const packed = await ask({ 'accept-encoding': 'gzip, deflate, br, zstd' });
  expect(packed.encoding).toBe('gzip');
  expect(packed.headers.get('vary')).toContain('accept-encoding');
  expect(packed.headers.get('cache-control')).toBe('private, no-store');
  expect(packed.html).toMatch(/<\/body>\n<\/html>\n$/);
  // `fetch` always takes some encoding.
  const plain = await new Promise<string>((resolve, reject) =>
    get(`${kit.host.url}/p/${token}`, { headers: browser }, (answer) => {
      expect(answer.headers['content-encoding']).toBeUndefined();
      text(answer).then(resolve, reject);
    }).on('error', reject),
  );
  const same = (html: string) => html.replace(/nonce="[^"]*"|data-session="[^"]*"/g, '');
  expect(same(plain)).toBe(same(packed.html));
});

test('a page shows at once what anybody changed, on every host that has it already', async () => {
  const { db } = kit.host.database;
  const { photo } = kit.host.world.documents;
  const { id, token } = await send(
    { pack_snapshot: snapshot([mediaSection(photo), textSection('Words', '<p>{{sender_name}}</p>')]) },
    kit.host.world.signatures.nora.id,
  );
  const other = await kit.host.besides();
  const pages = async () => {
    const answer = await other.inject({ url: `/p/${token}`, headers: browser });
    return [await pageOf(token), answer.payload];
  };
  const shows = async (words: string, isShown = true) => {
    for (const page of await pages()) expect(page.includes(words), words).toBe(isShown);
  };
  await shows(`/files/${photo.id}`);

  expect((await change('salestool--message', id, { first_name: 'Ingeborg' })).status).toBe(200);
  await shows('Ingeborg Okafor');
  expect(
    (
      await change('salestool--signature', kit.host.world.signatures.nora.id, {
        job_title: 'Head of counters',
      })
    ).status,
  ).toBe(200);
  await shows('Head of counters');
  const channel = db.updateTable('channel').where('id', '=', kit.host.world.channels.retail.id);
  await imported(channel.set({ pack_footer: '<p>Closed in July</p>' }).execute());
  await shows('Closed in July');
  const places = await db.selectFrom('bundle_media').selectAll().where('media_id', '=', photo.id).execute();
  await imported(db.deleteFrom('bundle_media').where('media_id', '=', photo.id).execute());
  await shows(`/files/${photo.id}`, false);
  await imported(db.insertInto('bundle_media').values(places).execute());
  await shows(`/files/${photo.id}`);

  expect((await change('salestool--message', id, { link_revoked: true })).status).toBe(200);
  expect((await open(`/p/${token}`)).status).toBe(404);
  expect((await other.inject({ url: `/p/${token}`, headers: browser })).statusCode).toBe(404);
  await other.close();
});

test('[PROF-23] a page names its sender by the signature that they changed last, as soon as they have', async () => {
  const { token } = await send({
    pack_snapshot: snapshot([textSection('Words', '<p>Of {{sender_name}}</p>')]),
  });
  const id = newUuid();
  kit.host.advance(1000);
  const attributes = { title: 'Nora of the counters' };
  const created = await nora('/jsonapi/salestool/signature', {
    method: 'POST',
    headers: { 'content-type': jsonApiMediaType },
    body: JSON.stringify({ data: { type: 'salestool--signature', id, attributes } }),
  });
  expect(created.status).toBe(201);
  expect(await pageOf(token)).toContain('Of Nora of the counters');
  kit.host.advance(1000);
  const { signatures } = kit.host.world;
  await change('salestool--signature', signatures.nora.id, { telephone: '+46 31 555 01 01' });
  expect(await pageOf(token)).toContain('Of Nora Lindqvist');
  expect((await nora(`/jsonapi/salestool/signature/${id}`, { method: 'DELETE' })).status).toBe(204);
});

test('a page that is kept asks for its password, and ends with its time and its visits', async () => {
  const locked = await send();
  expect(await pageOf(locked.token)).toContain('data-session');
  await change('salestool--message', locked.id, { link_password: 'a word between us' });
  expect(await pageOf(locked.token)).toContain('type="password"');

  const ending = await send();
  await pageOf(ending.token);
  const expires = new Date(kit.host.clock() + 60_000).toISOString();
  await change('salestool--message', ending.id, { link_expires: expires });
  expect((await open(`/p/${ending.token}`)).status).toBe(200);
  kit.host.advance(120_000);
  expect((await open(`/p/${ending.token}`)).status).toBe(404);
});

test('a file behind a link costs one statement, however large the pack is', async () => {
  const { guide } = kit.host.world.documents;
  const words = textSection('Long', `<p>${'Much to read. '.repeat(20_000)}</p>`);
  const { token } = await send({ pack_snapshot: snapshot([words, mediaSection(guide)]) });
  kit.host.statements.length = 0;
  const answer = await open(`/p/${token}/files/${guide.id}?reported`);
  await answer.arrayBuffer();
  expect([answer.status, kit.host.statements.length]).toEqual([200, 1]);
});
