import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newUuid } from '#database/ids.ts';
import { fileAddress } from '#files/file-address.ts';
import { createLog } from '#http/log.ts';
import { hashToken } from '#keys.ts';
import { sendPack } from '#testing/send-pack.ts';
import { type Fetch, startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let nora: Fetch;
beforeAll(async () => {
  host = await startTestHost();
});
// The tests move the clock, so the last sign-in may have run out.
beforeEach(async () => {
  nora = await host.signIn('nora');
});
afterAll(() => host.stop());

const browser = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
};
const open = (path: string, headers: Record<string, string> = browser) => host.fetch(path, { headers });

interface Item {
  id: string;
  type: string;
  name: string;
}
const mediaSection = ({ id, type, name }: Item) => ({
  id: newUuid(),
  type: 'media',
  title: name,
  showTitle: true,
  introText: '',
  options: { hideTitle: false },
  data: { media: { id, type, mediaType: null, name, url: null, thumbnail: null } },
});
const textSection = (title: string, content: string) => ({
  id: newUuid(),
  type: 'text',
  title,
  showTitle: true,
  introText: '',
  options: { hideTitle: false },
  data: { content },
});
const snapshot = (elements: unknown[], title = 'Café Linnea') =>
  JSON.stringify({ title, pack_data: JSON.stringify({ version: 2, elements }) });

const send = (attributes: Record<string, unknown> = {}, signatureId?: string) =>
  sendPack(nora, {
    packId: host.world.packs.nora.id,
    attributes,
    ...(signatureId && { signatureId }),
  });
const pageOf = async (token: string) => (await open(`/p/${token}`)).text();

describe('the page of a link', () => {
  test('shows the pack as it was sent, for its recipient, with the channel around it and the sender below', async () => {
    const { token } = await send({}, host.world.signatures.nora.id);
    const answer = await open(`/p/${token}`);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const words of [
      'Café Linnea',
      'Product guide',
      'T3 from the front',
      'Daniel Okafor, Brightwater',
      'Velden Terminals',
      'Gothenburg',
      'Nora Lindqvist',
      'Account manager',
      '+46 31 555 01 00',
    ]) {
      expect(html).toContain(words);
    }
  });

  test('without a signature says nobody’s number', async () => {
    const { token } = await send();
    expect(await pageOf(token)).not.toContain('+46 31 555 01 00');
  });

  test('fills tokens in as plain text', async () => {
    const { token } = await send({
      first_name: '<b>Daniel</b>',
      pack_snapshot: snapshot([
        textSection(
          'Hello {{recipient_name}}',
          '<p>For {{recipient_company}}, about {{message_subject}} from {{sender_name}}</p>',
        ),
      ]),
    });
    const html = await pageOf(token);
    expect(html).toContain('For Brightwater, about Eleven counters from Nora Lindqvist');
    expect(html).toContain('Hello &lt;b&gt;Daniel&lt;/b&gt; Okafor');
    expect(html).not.toContain('<b>Daniel</b>');
  });

  test('[PEDIT-23] never shows notes, memo or who else got the pack', async () => {
    const { token } = await send({ memo: 'Haggles, start high' });
    await send({ first_name: 'Somebody', last_name: 'Else', email: 'else@other.example' });
    const html = await pageOf(token);
    expect(html).toContain('Café Linnea');
    expect(html).not.toMatch(/Only for the rep|Haggles|Somebody|else@other|daniel@brightwater/);
  });

  test('stays as it was when the pack is changed later', async () => {
    const { token } = await send();
    const { id } = host.world.packs.nora;
    const change = await nora(`/jsonapi/salestool/pack/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': jsonApiMediaType },
      body: JSON.stringify({ data: { type: 'salestool--pack', id, attributes: { title: 'Changed since' } } }),
    });
    expect(change.status).toBe(200);
    const html = await pageOf(token);
    expect(html).toContain('Café Linnea');
    expect(html).not.toContain('Changed since');
  });

  test('does not run what a rep or a name brings along', async () => {
    const { token } = await send({
      pack_snapshot: snapshot(
        [
          textSection(
            '<script>1</script>',
            '<img src=x onerror=alert(1)><script>2</script><a href="javascript:3">x</a>',
          ),
        ],
        '</title><script>4</script>',
      ),
    });
    const html = await pageOf(token);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/onerror|javascript:/);
  });

  test('is for no search engine, no referrer, no frame, no cookie and no third party', async () => {
    const { token } = await send();
    const answer = await open(`/p/${token}`);
    const html = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(answer.headers.get('x-robots-tag')).toContain('noindex');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe|https?:|\*/);
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(html).toContain(`<script nonce="${nonce}" src="/prospect-page/visit-`);
    const loaded = [...html.matchAll(/\s(?:src|srcset)="([^"]*)"/g)].map(([, address]) => address);
    expect(loaded.filter((address) => !address?.startsWith('/'))).toEqual([]);
    const other = (await open(`/p/${token}`)).headers.get('content-security-policy');
    expect(other).not.toContain(nonce);
  });

  test('names no content file by the address that grants reading', async () => {
    const address = fileAddress(host.world.files.image);
    const { token } = await send({
      pack_snapshot: snapshot([
        textSection(
          'Look',
          `<p><img src="${address}" alt="Counter"><a href="${host.config.publicUrl}${address}">open</a></p>`,
        ),
        mediaSection(host.world.documents.guide),
      ]),
    });
    const html = await pageOf(token);
    expect(html).not.toMatch(/sites\/default\/files|sitefiles/);
    expect(html).not.toContain(host.world.files.image.key);
    const picture = /<img[^>]*src="([^"]*pictures[^"]*)"/.exec(html)?.[1] ?? '';
    const answer = await open(picture);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });
});

describe('a link that shows nothing', () => {
  test('answers the same words for a token not known yet, an impossible one and one cut short', async () => {
    const { token } = await send();
    const pages = await Promise.all(
      [makeLinkToken(), token.slice(0, -1), 'x', `${token}x`, '%00', 'A'.repeat(64)].map(async (each) => {
        const answer = await open(`/p/${each}`);
        const html = (await answer.text()).replace(/nonce="[^"]*"/g, '');
        return { status: answer.status, cache: answer.headers.get('cache-control'), html };
      }),
    );
    for (const page of pages) expect(page).toEqual(pages[0]);
    expect(pages[0]).toMatchObject({ status: 404, cache: 'private, no-store' });
    expect(pages[0]?.html).toContain('This page is not ready yet');
  });

  test('shows the pack once the message has reached the host', async () => {
    const token = makeLinkToken();
    expect((await open(`/p/${token}`)).status).toBe(404);
    await send({ link_token: token });
    expect((await open(`/p/${token}`)).status).toBe(200);
  });
});

describe('files of the page', () => {
  test('open by their own address, in parts too, with a preview beside', async () => {
    const { token } = await send();
    const { guide } = host.world.documents;
    const whole = await open(`/p/${token}/files/${guide.id}`);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('application/pdf');
    expect(whole.headers.get('content-disposition')).toContain('inline; filename="product-guide.pdf"');
    expect(whole.headers.get('cache-control')).toBe('private, no-cache');
    const part = await open(`/p/${token}/files/${guide.id}`, { ...browser, range: 'bytes=0-7' });
    expect([part.status, await part.text()]).toEqual([206, '%PDF-1.4']);
    const preview = await open(`/p/${token}/files/${guide.id}/preview`);
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  test('are those of this pack only, under this link only', async () => {
    const { token } = await send({ pack_snapshot: snapshot([mediaSection(host.world.documents.photo)]) });
    const { guide, photo, drawing, prices } = host.world.documents;
    expect((await open(`/p/${token}/files/${photo.id}`)).status).toBe(200);
    for (const { id } of [guide, drawing, prices]) {
      expect((await open(`/p/${token}/files/${id}`)).status).toBe(404);
      expect((await open(`/p/${token}/files/${id}/preview`)).status).toBe(404);
    }
    expect((await open(`/p/${makeLinkToken()}/files/${photo.id}`)).status).toBe(404);
  });

  test('that are internal, withdrawn or another channel’s are not shown, whatever the pack names', async () => {
    const { token } = await send({ pack_snapshot: snapshot([mediaSection(host.world.documents.photo)]) });
    const { guide, drawing, prices, photo } = host.world.documents;
    await host.database.db
      .updateTable('message')
      .set({ pack_snapshot: snapshot([guide, drawing, prices, photo].map(mediaSection)) })
      .where('link_token_hash', '=', hashToken(token))
      .execute();
    const html = await pageOf(token);
    expect(html).toContain(`/files/${guide.id}`);
    for (const { id } of [drawing, prices]) {
      expect(html).not.toContain(`/files/${id}`);
      expect((await open(`/p/${token}/files/${id}`)).status).toBe(404);
    }
    expect(html).toContain('no longer available');
    const places = await host.database.db
      .deleteFrom('bundle_media')
      .where('media_id', '=', photo.id)
      .returningAll()
      .execute();
    expect((await open(`/p/${token}/files/${photo.id}`)).status).toBe(404);
    expect((await open(`/p/${token}/files/${guide.id}`)).status).toBe(200);
    await host.database.db.insertInto('bundle_media').values(places).execute();
  });

  test('that only stand in words need the address this page wrote', async () => {
    const { token } = await send({}, host.world.signatures.nora.id);
    const html = await pageOf(token);
    const portrait = /src="(\/p\/[^"]*\/pictures\/[^"]*)"/.exec(html)?.[1] ?? '';
    expect((await open(portrait)).status).toBe(200);
    expect((await open(portrait.slice(0, -4))).status).toBe(404);
    const other = await send();
    expect((await open(portrait.replace(token, other.token))).status).toBe(404);
    const anyFile = portrait.replace(/pictures\/[^/]*/, `pictures/${host.world.files.transitImage.id}`);
    expect((await open(anyFile)).status).toBe(404);
  });
});

describe('visits', () => {
  const sessionIn = (html: string) => /data-session="([^"]*)"/.exec(html)?.[1] ?? '';
  const report = (token: string, session: string, visible_ms: number, medias: Record<string, number> = {}) =>
    host.fetch(`/p/${token}/views`, {
      method: 'POST',
      headers: { ...browser, 'content-type': 'application/json' },
      body: JSON.stringify({ session, totals: { visible_ms, medias } }),
    });
  const opened = async (id: string) => {
    const { data } = await (await nora(`/jsonapi/salestool/message/${id}`)).json();
    return data.attributes.opened as number;
  };
  const sessions = (messageId: string) =>
    host.database.db.selectFrom('view_session').selectAll().where('message_id', '=', messageId).execute();

  test('count once the page itself reports that it was visible, and say when', async () => {
    const { id, token } = await send();
    const session = sessionIn(await pageOf(token));
    expect(await opened(id)).toBe(0);
    host.advance(20_000);
    expect((await report(token, session, 15_000, { [host.world.documents.guide.id]: 0 })).status).toBe(204);
    const { data } = await (await nora(`/jsonapi/salestool/message/${id}`)).json();
    expect(data.attributes).toMatchObject({ opened: 1, last_opened: expect.stringMatching(/^20/) });
    const [visit] = await sessions(id);
    expect(visit).toMatchObject({ kind: 'prospect', visible_ms: 15_000, device: 'desktop' });
    const totals = await host.database.db
      .selectFrom('view_total')
      .selectAll()
      .where('session_id', '=', visit!.id)
      .execute();
    expect(totals).toMatchObject([{ media_id: host.world.documents.guide.id }]);
  });

  test('are not made longer by reports that come twice, out of order or with more time than has passed', async () => {
    const { id, token } = await send();
    const session = sessionIn(await pageOf(token));
    host.advance(30_000);
    for (const visible of [20_000, 5000, 20_000]) await report(token, session, visible);
    expect(await sessions(id)).toMatchObject([{ visible_ms: 20_000 }]);
    await report(token, session, 3_600_000);
    const [visit] = await sessions(id);
    expect(visit?.visible_ms).toBeLessThan(60_000);
    expect(await opened(id)).toBe(1);
  });

  test('of two devices are two', async () => {
    const { id, token } = await send();
    const both = [sessionIn(await pageOf(token)), sessionIn(await pageOf(token))];
    host.advance(10_000);
    for (const session of both) await report(token, session, 5000);
    expect(await opened(id)).toBe(2);
  });

  test('that were made up, come from another page or are a day old change nothing', async () => {
    const { id, token } = await send();
    const other = sessionIn(await pageOf((await send()).token));
    const own = sessionIn(await pageOf(token));
    host.advance(10_000);
    const [, started, visitor, signature] = own.split('.');
    for (const session of [
      other,
      '',
      'x.y.z',
      `${newUuid()}.${started}.${visitor}.${signature}`,
      own.replace('prospect', 'own'),
    ]) {
      expect((await report(token, session, 5000)).status).toBe(204);
    }
    host.advance(25 * 3_600_000);
    await report(token, own, 5000);
    expect(await sessions(id)).toEqual([]);
  });

  test('of nonsense are refused', async () => {
    const { token } = await send();
    const session = sessionIn(await pageOf(token));
    expect((await report(token, session, Number.NaN)).status).toBe(404);
    expect((await report(token, session, -1)).status).toBe(404);
    expect((await report(makeLinkToken(), session, 1000)).status).toBe(404);
    const huge = await host.fetch(`/p/${token}/views`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"session":"${'x'.repeat(20_000)}"}`,
    });
    expect(huge.status).toBe(413);
  });

  test('of a moment do not count: nobody read anything', async () => {
    const { id, token } = await send();
    const session = sessionIn(await pageOf(token));
    host.advance(10_000);
    await report(token, session, 400);
    expect(await opened(id)).toBe(0);
  });

  test('of scanners, previews and prefetchers are kept by name and never counted', async () => {
    const { id, token } = await send();
    const agents = [
      { 'user-agent': 'Mozilla/5.0 (compatible; Barracuda Sentinel)' },
      { 'user-agent': 'WhatsApp/2.23' },
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
      { ...browser, 'sec-purpose': 'prefetch;prerender' },
    ];
    for (const headers of agents) {
      for (let turn = 0; turn < 3; turn++) {
        const session = sessionIn(await (await open(`/p/${token}`, headers)).text());
        host.advance(5000);
        await report(token, session, 4000);
      }
    }
    expect(await opened(id)).toBe(0);
    const kept = await sessions(id);
    expect(kept.map(({ kind }) => kind)).toEqual(['scanner', 'scanner', 'scanner', 'scanner']);
    expect(kept.map(({ device }) => device)).toContain('WhatsApp/2.23');
  });

  test('of the rep from the app are kept as own and never counted', async () => {
    const { id, token } = await send();
    const session = sessionIn(await (await open(`/p/${token}?own`)).text());
    host.advance(10_000);
    await report(token, session, 9000);
    expect(await opened(id)).toBe(0);
    expect(await sessions(id)).toMatchObject([{ kind: 'own', visible_ms: 9000 }]);
  });

  test('that only read a file are kept as downloads, once, and never counted', async () => {
    const { id, token } = await send();
    const address = `/p/${token}/files/${host.world.documents.guide.id}`;
    for (const range of ['bytes=0-3', 'bytes=4-9']) await open(address, { ...browser, range });
    await open(address);
    await open(`${address}/preview`);
    expect(await sessions(id)).toMatchObject([{ kind: 'download' }]);
    expect(await opened(id)).toBe(0);
  });

  test('a GET alone leaves nothing behind', async () => {
    const { id, token } = await send();
    await pageOf(token);
    expect(await sessions(id)).toEqual([]);
  });
});

test('a link token stands neither in the database nor in the log as it is', async () => {
  const lines: string[] = [];
  const log = createLog('info');
  const { token } = await send();
  const row = await host.database.db.selectFrom('message').selectAll().execute();
  expect(JSON.stringify(row)).not.toContain(token);
  const stream = Object.getOwnPropertySymbols(log).find((symbol) => symbol.description === 'pino.stream');
  Object.assign(log, { [stream as symbol]: { write: (line: string) => lines.push(line) } });
  log.info({ req: { method: 'GET', url: `/p/${token}/files/x?own`, ip: '127.0.0.1' } }, 'request');
  expect(lines.join()).toContain('/p/');
  expect(lines.join()).not.toContain(token);
});
