import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendPack } from '#testing/send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

const hourMs = 3_600_000;
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36' };

let host: TestHost;
let nora: Fetch;
beforeAll(async () => {
  host = await startTestHost({ config: { trustProxy: true, publicUrl: 'https://bag.example.com' } });
});
// The tests move the clock, so the last sign-in may have run out.
beforeEach(async () => {
  nora = await host.signIn('nora');
});
afterAll(() => host.stop());

const send = (attributes: Record<string, unknown> = {}) =>
  sendPack(nora, {
    packId: host.world.packs.nora.id,
    signatureId: host.world.signatures.nora.id,
    attributes,
  });
const change = (id: string, attributes: Record<string, unknown>) =>
  nora(`/jsonapi/salestool/message/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': jsonApiMediaType },
    body: JSON.stringify({ data: { type: 'salestool--message', id, attributes } }),
  });

const stateOf = async (id: string) =>
  (await (await nora(`/jsonapi/salestool/message/${id}`)).json()).data.attributes as Record<string, unknown>;

/** A reader's browser: keeps the cookies it is given. */
function newReader(address = '203.0.113.1') {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { ...browser, 'x-forwarded-for': address, cookie, ...init.headers };
    const answer = await host.fetch(path, { redirect: 'manual', ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  return {
    cookies,
    ask,
    enter: (token: string, password: string, how = '') =>
      ask(`/p/${token}/unlock${how}`, { method: 'POST', body: new URLSearchParams({ password }) }),
    async open(token: string, how = '') {
      const html = await (await ask(`/p/${token}${how}`)).text();
      const session = /data-session="([^"]*)"/.exec(html)?.[1] ?? '';
      return { html, session };
    },
    report: (token: string, session: string, visible_ms = 5000) =>
      ask(`/p/${token}/views`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ session, attended: true, totals: { visible_ms, medias: {} } }),
      }),
  };
}

const addressesIn = (token: string, html: string) => {
  const { id } = host.world.documents.guide;
  const picture = /src="(\/p\/[^"]*\/pictures\/[^"]*)"/.exec(html)?.[1];
  return [`/p/${token}/files/${id}`, `/p/${token}/files/${id}/preview`, ...(picture ? [picture] : [])];
};
const plain = (html: string) => html.replace(/nonce="[^"]*"/g, '');

/** Everything behind the link is gone, in the words that a link nobody knows has. */
async function expectNothing(token: string, html: string, session: string) {
  const reader = newReader();
  const unknown = await newReader().ask(`/p/${makeLinkToken()}`);
  const page = await reader.ask(`/p/${token}`);
  expect([page.status, plain(await page.text())]).toEqual([404, plain(await unknown.text())]);
  for (const address of addressesIn(token, html)) expect((await reader.ask(address)).status).toBe(404);
  expect((await reader.report(token, session)).status).toBe(404);
  expect((await reader.enter(token, 'anything')).status).toBe(404);
}

describe('a link', () => {
  test('that has run out shows nothing', async () => {
    const until = new Date(host.clock() + hourMs).toISOString();
    const { token } = await send({ link_expires: until });
    const { html, session } = await newReader().open(token);
    expect(html).toContain('Café Linnea');
    host.advance(hourMs + 1000);
    await expectNothing(token, html, session);
  });

  test('that was taken back shows nothing until it is given again', async () => {
    const { id, token } = await send();
    const { html, session } = await newReader().open(token);
    await change(id, { link_revoked: true });
    await expectNothing(token, html, session);
    await change(id, { link_revoked: false });
    expect((await newReader().open(token)).html).toContain('Café Linnea');
  });

  test('without any such wish sets no cookie', async () => {
    const { token } = await send({ link_expires: new Date(host.clock() + hourMs).toISOString() });
    const reader = newReader();
    await reader.open(token);
    expect([...reader.cookies]).toEqual([]);
  });
});

describe('a link with a password', () => {
  test('asks for it and says nothing of what is behind it', async () => {
    const { token } = await send({ link_password: 'open sesame' });
    const page = await newReader().ask(`/p/${token}`);
    const html = await page.text();
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(html).toContain('This page has a password');
    expect(html).toContain(`action="/p/${token}/unlock"`);
    expect(html).not.toMatch(/Café Linnea|Daniel|Nora|<script/);
  });

  test.each([
    ['files', (token: string) => `/p/${token}/files/${host.world.documents.guide.id}`],
    ['previews', (token: string) => `/p/${token}/files/${host.world.documents.guide.id}/preview`],
  ])('gives %s only after it, to that browser only', async (_what, addressOf) => {
    const { token } = await send({ link_password: 'open sesame' });
    const reader = newReader();
    expect((await reader.ask(addressOf(token))).status).toBe(404);
    await reader.enter(token, 'open sesame');
    expect((await reader.ask(addressOf(token))).status).toBe(200);
    expect((await newReader().ask(addressOf(token))).status).toBe(404);
  });

  test('gives pictures and takes reports only after it', async () => {
    const { id, token } = await send();
    const { html, session } = await newReader().open(token);
    expect(addressesIn(token, html)).toHaveLength(3);
    await change(id, { link_password: 'open sesame' });
    const reader = newReader();
    host.advance(10_000);
    for (const address of addressesIn(token, html)) expect((await reader.ask(address)).status).toBe(404);
    expect((await reader.report(token, session)).status).toBe(404);
    await reader.enter(token, 'open sesame');
    for (const address of addressesIn(token, html)) expect((await reader.ask(address)).status).toBe(200);
    expect((await reader.report(token, session)).status).toBe(204);
  });

  test('opens with a plain form, by a cookie for this link alone that no script reads', async () => {
    const { token } = await send({ link_password: 'open sesame' });
    const reader = newReader();
    const answer = await reader.enter(token, 'open sesame');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/p/${token}`]);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(new RegExp(`; Path=/p/${token}; Max-Age=28800; HttpOnly; SameSite=Lax; Secure$`));
    expect((await reader.open(token)).html).toContain('Café Linnea');
    host.advance(9 * hourMs);
    expect((await reader.open(token)).html).toContain('This page has a password');
  });

  test('does not open with a wrong, an empty or another link’s password, nor with a made-up cookie', async () => {
    const { token } = await send({ link_password: 'open sesame' });
    const other = await send({ link_password: 'something else' });
    const reader = newReader('203.0.113.2');
    for (const password of ['', 'something else', 'Open sesame', 'x'.repeat(300)]) {
      const answer = await reader.enter(token, password);
      expect([answer.status, await answer.text()]).toEqual([
        403,
        expect.stringContaining('That is not the password'),
      ]);
    }
    expect([...reader.cookies]).toEqual([]);
    await reader.enter(other.token, 'something else');
    expect((await reader.open(token)).html).toContain('This page has a password');
    reader.cookies.set('satchel-unlocked', `${host.clock() + hourMs}.made-up`);
    expect((await reader.open(token)).html).toContain('This page has a password');
  });

  test('is closed again for all when the password is changed', async () => {
    const { id, token } = await send({ link_password: 'open sesame' });
    const reader = newReader();
    await reader.enter(token, 'open sesame');
    await change(id, { link_password: 'another' });
    expect((await reader.open(token)).html).toContain('This page has a password');
  });

  test('stays open for who is inside when its sender saves it again with the same one', async () => {
    const { id, token } = await send({ link_password: 'open sesame' });
    const reader = newReader();
    await reader.enter(token, 'open sesame');
    const { html, session } = await reader.open(token);
    const link_expires = new Date(host.clock() + 24 * hourMs).toISOString();
    expect((await change(id, { link_password: 'open sesame', link_expires })).status).toBe(200);
    host.advance(10_000);
    expect((await reader.report(token, session)).status).toBe(204);
    for (const address of addressesIn(token, html)) expect((await reader.ask(address)).status).toBe(200);
    const { changed } = await stateOf(id);
    await change(id, { link_password: 'open sesame', link_expires });
    expect((await stateOf(id)).changed).toBe(changed);
  });

  test('is no easier for whoever says they are the sender', async () => {
    const { token } = await send({ link_password: 'open sesame' });
    const reader = newReader();
    expect((await reader.open(token, '?own')).html).toContain(`action="/p/${token}/unlock?own"`);
    expect((await reader.open(token, '?own')).html).not.toContain('Café Linnea');
    const answer = await reader.enter(token, 'open sesame', '?own');
    expect(answer.headers.get('location')).toBe(`/p/${token}?own`);
  });

  test('is not guessed: who tries too often waits, and others still get in', async () => {
    const { token } = await send({ link_password: 'open sesame' });
    const guesser = newReader('203.0.113.9');
    let last: Response | undefined;
    for (let turn = 0; turn < 12; turn++) last = await guesser.enter(token, `guess ${turn}`);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await guesser.enter(token, 'open sesame')).status).toBe(429);
    expect((await newReader('198.51.100.7').enter(token, 'open sesame')).status).toBe(303);
  });
});

test('a link’s password is tried a hundred times a day, from however many networks and however long they wait', async () => {
  const { token } = await send({ link_password: '4711' });
  const round = async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, network) => newReader(`2001:db8:${network}::1`).enter(token, '0000')),
    );
    host.advance(hourMs / 4);
    return answers.filter(({ status }) => status === 403).length;
  };
  expect([await round(), await round(), await round(), await round()]).toEqual([60, 40, 0, 0]);
  const refused = await newReader('198.51.100.8').enter(token, '4711');
  expect(refused.status).toBe(429);
  host.advance(Number(refused.headers.get('retry-after')) * 1000);
  expect((await newReader('198.51.100.8').enter(token, '4711')).status).toBe(303);
});

test('a link that was guessed at for too long opens with a new password of its sender', async () => {
  const { id, token } = await send({ link_password: '4711' });
  for (let network = 0; network < 11; network++)
    for (let guess = 0; guess < 10; guess++)
      await newReader(`203.0.113.${network}`).enter(token, `guess ${guess}`);
  expect((await newReader('198.51.100.8').enter(token, '4711')).status).toBe(429);
  expect((await change(id, { link_password: '4712' })).status).toBe(200);
  expect((await newReader('198.51.100.8').enter(token, '4712')).status).toBe(303);
});

describe('a link for a number of visits', () => {
  test('shows nothing once so many have read it, and lets who is inside go on', async () => {
    const { id, token } = await send({ link_max_views: 1 });
    const first = newReader();
    const visit = await first.open(token);
    expect((await newReader().open(token)).html).toContain('Café Linnea');
    host.advance(10_000);
    expect((await first.report(token, visit.session)).status).toBe(204);
    await expectNothing(token, visit.html, 'made up');

    for (const address of addressesIn(token, visit.html)) expect((await first.ask(address)).status).toBe(200);
    const again = await first.open(token);
    expect(again).toMatchObject({ html: expect.stringContaining('Café Linnea'), session: visit.session });
    host.advance(10_000);
    expect((await first.report(token, again.session, 15_000)).status).toBe(204);
    const { data } = await (await nora(`/jsonapi/salestool/message/${id}`)).json();
    expect(data.attributes.opened).toBe(1);

    host.advance(25 * hourMs);
    expect((await first.ask(`/p/${token}`)).status).toBe(404);
  });

  test('is not used up by scanners, by the sender, or by who only flashed it up', async () => {
    const { token } = await send({ link_max_views: 1 });
    const scanner = await host.fetch(`/p/${token}`, { headers: { 'user-agent': 'Barracuda' } });
    expect(scanner.status).toBe(200);
    const own = newReader();
    const { session } = await own.open(token, '?own');
    host.advance(10_000);
    await own.report(token, session);
    expect((await newReader().open(token)).html).toContain('Café Linnea');
  });
});

describe('a link without downloads', () => {
  test('shows pictures and first pages, and gives no document out', async () => {
    const { token } = await send({ link_download: false });
    const { guide, photo } = host.world.documents;
    const reader = newReader();
    const { html } = await reader.open(token);
    expect(html).toContain('Product guide');
    expect(html).not.toContain(`href="/p/${token}/files/${guide.id}"`);
    expect(html).toContain(`href="/p/${token}/files/${photo.id}"`);
    const status = async (path: string) => (await reader.ask(`/p/${token}/files/${path}`)).status;
    expect(await status(guide.id)).toBe(404);
    expect(await status(`${guide.id}/preview`)).toBe(200);
    expect(await status(photo.id)).toBe(200);
    const picture = await reader.ask(`/p/${token}/files/${photo.id}`);
    expect(picture.headers.get('content-disposition')).toMatch(/^inline/);
  });

  test('gives no document by the address of a preview or picture either', async () => {
    const { db } = host.database;
    const { guide } = host.world.documents;
    const { token } = await send({ link_download: false });
    const { file_id } = await db
      .selectFrom('media')
      .select('file_id')
      .where('id', '=', guide.id)
      .executeTakeFirstOrThrow();
    const asWord = (mime: string) =>
      db.updateTable('file').set({ mime }).where('id', '=', String(file_id)).execute();
    await asWord('application/msword');
    expect((await newReader().ask(`/p/${token}/files/${guide.id}/preview`)).status).toBe(404);
    await asWord('application/pdf');
  });
});
