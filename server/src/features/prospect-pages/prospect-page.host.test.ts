import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { makeLinkToken } from '@satchel/core/contract/link-token.ts';
import { describe, expect, test } from 'vitest';
import { fileAddress } from '#files/file-address.ts';
import { createLog } from '#http/log.ts';
import {
  browser,
  type Item,
  mediaSection,
  prospectsOfNora,
  snapshot,
  textSection,
} from '#testing/prospect.ts';

const kit = prospectsOfNora();
const { nora, open, send, pageOf } = kit;

describe('the page of a link', () => {
  test('shows the pack as it was sent, for its recipient, with the channel around it and the sender below', async () => {
    const { token } = await send({}, kit.host.world.signatures.nora.id);
    const answer = await open(`/p/${token}`);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const words of [
      'Café Linnea',
      'Product guide',
      'T3 from the front',
      '<bdi>Daniel Okafor</bdi>, <bdi>Brightwater</bdi>',
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

  test('is shown however many files and bundles it names', async () => {
    const many = Array.from({ length: 33_000 }, () => crypto.randomUUID());
    const links = many.map((id) => `<a href="/sites/default/files/${id.slice(0, 32)}/x">x</a>`).join('');
    const section = (type: string, data: unknown) => ({ id: '', type, title: '', data });
    const apps = many.map((id) => {
      const type = 'salestool--miniapp_bundle';
      return section(type, { bundle: { id, type } });
    });
    for (const sections of [[textSection('Links', links)], apps]) {
      // What was mailed before a restore comes back as it was, whatever has been withdrawn since.
      const { token } = await send({ sent: true, delivery: 'sent', pack_snapshot: snapshot(sections) });
      const answer = await open(`/p/${token}`);
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Café Linnea')]);
    }
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

  test('is called in the browser as its title says, with the tokens filled in, those of the subject as well', async () => {
    const { token } = await send({
      ...{ company: 'A & B', subject: 'For {{recipient_company}}' },
      pack_snapshot: snapshot([textSection('', '<p>{{message_subject}}</p>')], 'For {{recipient_company}}'),
    });
    const html = await pageOf(token);
    expect(html).toContain('>For A &amp; B</p>');
    expect(html).toMatch(/<title>For A &amp; B – /);
    expect(html).not.toContain('{{');
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
    const { id } = kit.host.world.packs.nora;
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
    expect(html).toContain(`<script type="module" nonce="${nonce}" src="/prospect-page/`);
    const loaded = [...html.matchAll(/\s(?:src|srcset)="([^"]*)"/g)].map(([, address]) => address);
    expect(loaded.filter((address) => !address?.startsWith('/'))).toEqual([]);
    const other = (await open(`/p/${token}`)).headers.get('content-security-policy');
    expect(other).not.toContain(nonce);
  });

  test('asks nobody but the host for the pictures of its texts, and the host for no page', async () => {
    const seen = '<img src="https://elsewhere.example/seen.png" alt="Counter"><img src="/help" alt="Till">';
    const { token } = await send({ pack_snapshot: snapshot([textSection('Look', `<p>${seen}</p>`)]) });
    const html = await pageOf(token);
    expect(html).not.toContain('elsewhere.example');
    expect(html).toContain('CounterTill');
    expect(html).not.toMatch(/<img[^>]*src="\/p\/[^/"]*"/);
  });

  test('names no content file by the address that grants reading', async () => {
    const address = fileAddress(kit.host.world.files.image);
    const { token } = await send({
      pack_snapshot: snapshot([
        textSection(
          'Look',
          `<p><img src="${address}" alt="Counter"><a href="${kit.host.config.publicUrl}${address}">open</a></p>`,
        ),
        mediaSection(kit.host.world.documents.guide),
      ]),
    });
    const html = await pageOf(token);
    expect(html).not.toMatch(/sites\/default\/files|sitefiles/);
    expect(html).not.toContain(kit.host.world.files.image.key);
    const picture = /<img[^>]*src="([^"]*pictures[^"]*)"/.exec(html)?.[1] ?? '';
    const answer = await open(picture);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });
});

describe('the scripts of the page', () => {
  const scriptOf = async () => {
    const { token } = await send();
    return /src="(\/prospect-page\/[^"]*)"/.exec(await pageOf(token))?.[1] ?? '';
  };

  test('come from this host under an address that never changes its bytes, PDF.js and its data too', async () => {
    const script = await scriptOf();
    const folder = script.replace(/[^/]*$/, '');
    for (const [name, type] of [
      ['page.js', 'text/javascript; charset=utf-8'],
      ['viewer.js', 'text/javascript; charset=utf-8'],
      ['pdfjs/pdf.min.mjs', 'text/javascript; charset=utf-8'],
      ['pdfjs/pdf.worker.min.mjs', 'text/javascript; charset=utf-8'],
      ['pdfjs/cmaps/UniGB-UCS2-H.bcmap', 'application/octet-stream'],
      ['pdfjs/wasm/openjpeg.wasm', 'application/wasm'],
    ]) {
      const answer = await open(`${folder}${name}`);
      expect([name, answer.status, answer.headers.get('content-type')]).toEqual([name, 200, type]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  test('are these and nothing else of the disk', async () => {
    const folder = (await scriptOf()).replace(/[^/]*$/, '');
    for (const name of [
      'visit.ts',
      'pdfjs/package.json',
      'pdfjs/../package.json',
      'pdfjs/cmaps/..%2f..%2fpackage.json',
      'pdfjs/cmaps/%2e%2e/package.json',
      'pdfjs/build/pdf.mjs',
      'pdfjs/constructor',
      '..%2fvisit.ts',
    ]) {
      expect([name, (await open(`${folder}${name}`)).status]).toEqual([name, 404]);
    }
  });

  test('may show players of the page’s own hosted films and no others', async () => {
    const { film, guide } = kit.host.world.documents;
    const policyOf = async (media: Item) => {
      const { token } = await send({ pack_snapshot: snapshot([mediaSection(media)]) });
      const answer = await open(`/p/${token}`);
      return { policy: answer.headers.get('content-security-policy') ?? '', html: await answer.text() };
    };
    const withFilm = await policyOf(film);
    expect(withFilm.policy).toContain('frame-src https://www.youtube-nocookie.com;');
    expect(withFilm.html).toContain('Hosted video, youtube.com');
    const without = await policyOf(guide);
    expect(without.policy).not.toContain('frame-src');
    for (const { policy } of [withFilm, without]) {
      expect(policy).toContain("worker-src 'self'");
      expect(policy).toContain("media-src 'self'");
    }
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

  test('tells by no header, word or status whether there ever was a pack behind it', async () => {
    const ended = await Promise.all([
      send({ link_revoked: true }),
      send({ link_expires: new Date(kit.host.clock() - 1000).toISOString() }),
    ]);
    const answers = await Promise.all(
      [makeLinkToken(), ...ended.map(({ token }) => token)].map(async (each) => {
        // Packed, the nonce alone changes the length.
        const answer = await open(`/p/${each}`, { ...browser, 'accept-encoding': 'identity' });
        const headers = Object.fromEntries(answer.headers);
        delete headers.date;
        const said = JSON.stringify({ status: answer.status, headers, html: await answer.text() });
        return said.replace(/nonce-[^']*|nonce=\\"[^"]*/g, '');
      }),
    );
    for (const answer of answers) expect(answer).toBe(answers[0]);
  });

  test('shows the pack once the message has reached the host', async () => {
    const token = makeLinkToken();
    expect((await open(`/p/${token}`)).status).toBe(404);
    await send({ link_token: token });
    expect((await open(`/p/${token}`)).status).toBe(200);
  });
});

test('a link token stands neither in the database nor in the log as it is', async () => {
  const lines: string[] = [];
  const log = createLog('info');
  const { token } = await send();
  const row = await kit.host.database.db.selectFrom('message').selectAll().execute();
  expect(JSON.stringify(row)).not.toContain(token);
  const stream = Object.getOwnPropertySymbols(log).find((symbol) => symbol.description === 'pino.stream');
  Object.assign(log, { [stream as symbol]: { write: (line: string) => lines.push(line) } });
  log.info({ req: { method: 'GET', url: `/p/${token}/files/x?own`, ip: '127.0.0.1' } }, 'request');
  expect(lines.join()).toContain('/p/');
  expect(lines.join()).not.toContain(token);
});
