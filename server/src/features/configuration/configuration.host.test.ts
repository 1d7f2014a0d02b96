import { rename, rm, writeFile } from 'node:fs/promises';
import { hostConfiguration } from '@satchel/core/contract/host-configuration.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentFolder } from '#testing/content-folder.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let app: Awaited<ReturnType<typeof contentFolder>>;

beforeAll(async () => {
  app = await contentFolder({
    'index.html': '<!doctype html><title>Satchel</title><div id="app"></div>',
    'assets/pdf.worker.min-abc123.mjs': 'export {};',
    'assets/main-abc123.js': `export const text = '${'x'.repeat(5000)}';`,
    'service-worker.js': 'self.addEventListener("fetch", () => {});',
    'manifest.webmanifest': '{"name":"Satchel"}',
    '.built-from': 'a note of the build',
  });
  host = await startTestHost({ withWorld: false, config: { appFolder: app.path } });
});
afterAll(async () => {
  await host.stop();
  await app.dispose();
});

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await host.fetch(path, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('/config.json', () => {
  test('[AUTH-14] says how to sign in and out, reset and read oneself, in the form that the app expects', async () => {
    const { text, headers } = await get('/config.json');
    const configuration = hostConfiguration.parse(JSON.parse(text));
    expect(configuration.auth).toEqual({
      login: {
        mode: 'api',
        url: '/oauth/token',
        client: 'satchel',
        scope: 'sales_tool_user external_sales_tool_user sales_tool_manager external_sales_tool_manager',
      },
      logout: { mode: 'api', url: '/oauth/revoke' },
      register: null,
      reset: { mode: 'api', url: '/jsonrpc' },
      me: { url: '/oauth/api/me' },
    });
    expect(configuration.prospectPage).toBe('http://satchel.test/p/{token}');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('the generation stays the same until somebody changes it in the database', async () => {
    const generation = async () => JSON.parse((await get('/config.json')).text).generation;
    const first = await generation();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(await generation()).toBe(first);
    await host.database.db
      .updateTable('setting')
      .set({ value: 'restored' })
      .where('name', '=', 'generation')
      .execute();
    expect(await generation()).toBe('restored');
  });

  test('an unchanged configuration is not sent again', async () => {
    const etag = (await get('/config.json')).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await get('/config.json', { 'if-none-match': etag })).status).toBe(304);
  });
});

describe('the built app', () => {
  test('the page is asked for every time, under a policy that runs no foreign script', async () => {
    const { status, headers, text } = await get('/');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(text).toContain('<div id="app">');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' blob: 'sha256-[\w+/=]+';/);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/script-src[^;]*(?:unsafe|https?:|\*)/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('[TOUR-09] without third parties the policy names none', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    const sources = (directive: string) =>
      policy.split(';').find((part) => part.trim().startsWith(`${directive} `));
    expect(sources('connect-src')?.trim()).toBe("connect-src 'self' http://satchel.test blob:");
    expect(sources('script-src')?.match(/sha256-/g)).toHaveLength(1);
    expect(sources('style-src')?.trim()).toBe("style-src 'self' 'unsafe-inline' blob:");
    expect(sources('img-src')?.trim()).toBe("img-src 'self' http://satchel.test data: blob:");
    expect(sources('media-src')?.trim()).toBe("media-src 'self' http://satchel.test blob:");
  });

  const tags = 'https://tags.example';
  const [beacons, widget, faults] = [
    'https://beacons.example',
    'https://widget.example',
    'https://faults.example',
  ];
  const parties = [
    [
      'a tag manager',
      { analytics: `${tags}/tag.js?id=GTM-1`, analyticsOrigins: [beacons] },
      { 'script-src': [tags, beacons], 'connect-src': [tags, beacons], 'img-src': [tags, beacons] },
    ],
    [
      'a feedback widget',
      { feedback: `${widget}/w/widget.js` },
      {
        'script-src': [widget],
        'connect-src': [widget],
        'img-src': [widget],
        'style-src': [widget],
        'font-src': [widget],
        'frame-src': [widget],
      },
    ],
    ['a feedback form', { feedback: `${widget}/form` }, {}],
    ['a service for errors', { errors: `${faults}/report?key=1` }, { 'connect-src': [faults] }],
    ['tags of no tag manager', { analyticsOrigins: [beacons] }, {}],
  ] as const;
  test.each(parties)(
    '[TOUR-06, TOUR-07, TOUR-08, TOUR-09] the policy is wider by exactly the origin of %s',
    async (_, config, wider) => {
      const other = await startTestHost({ withWorld: false, config: { ...config, appFolder: app.path } });
      const policy = (await other.fetch('/')).headers.get('content-security-policy') ?? '';
      await other.stop();
      const plain = (await get('/')).headers.get('content-security-policy') ?? '';
      const known = new Set(plain.split(';'));
      const added = policy.split(';').filter((part) => !known.has(part));
      const foreign = added.map((part) => {
        const [directive, ...sources] = part.trim().split(' ');
        return [directive, sources.filter((source) => source.includes('.example'))];
      });
      expect(Object.fromEntries(foreign)).toEqual(wider);
    },
  );

  test('files with their hash in the name are kept for a year, worker and manifest are not', async () => {
    const caching = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await caching('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable');
    expect(await caching('/service-worker.js')).toBe('no-cache');
    expect(await caching('/manifest.webmanifest')).toBe('no-cache');
  });

  test('scripts travel compressed', async () => {
    const { headers, text } = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip' });
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(text).toContain('xxx');
  });

  test('an unknown address is a plain page for people, and never the app', async () => {
    const page = await get('/packs/7', { accept: 'text/html,*/*' });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('There is nothing at this address.');
    expect(page.text).not.toContain('id="app"');
    const json = await get('/jsonapi-nothing', { accept: 'application/json' });
    expect(json.headers.get('content-type')).toMatch(/^application\/vnd\.api\+json/);
  });

  test.each([
    '/',
    '/config.json',
    '/nowhere',
    '/p/unknown',
    '/help',
    '/jsonapi',
    '/sites/default/files/a/b.pdf',
  ])(
    '%s asks for a process of its own, as every page of the host does: a mixture makes browsers ignore it',
    async (path) => {
      expect((await get(path)).headers.get('origin-agent-cluster')).toBe('?1');
    },
  );

  test('the reader of PDFs may compile its decoders in its worker, and nothing else may anything more', async () => {
    const policy = async (path: string) => (await get(path)).headers.get('content-security-policy');
    expect(await policy('/assets/pdf.worker.min-abc123.mjs')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    expect(await policy('/assets/main-abc123.js')).not.toContain('wasm');
  });

  test.each(['/.built-from', '/assets/..%2f.built-from', '/%2e%2e/package.json', '/assets'])(
    '%s is not served',
    async (path) => {
      expect((await get(path)).status).toBeGreaterThanOrEqual(400);
    },
  );

  test('before it is built, the start says so', async () => {
    const unbuilt = await startTestHost({ withWorld: false, config: { appFolder: '/nowhere' } });
    const answer = await unbuilt.fetch('/');
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('the app has not been built yet');
    await unbuilt.stop();
  });
});

describe('health', () => {
  test('an answering host is alive and, with its database, ready', async () => {
    expect((await get('/healthz')).text).toBe('{"status":"ok"}');
    const { status, headers } = await get('/readyz');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  test('without its database it is alive and not ready', async () => {
    const cut = await startTestHost({ withWorld: false });
    await cut.outbox.stop();
    await cut.database.close();
    const [alive, ready] = [await cut.fetch('/healthz'), await cut.fetch('/readyz')];
    expect([alive.status, ready.status, ready.headers.get('retry-after')]).toEqual([200, 503, '5']);
    expect(await ready.json()).toEqual({ status: 'database unreachable' });
    await alive.text();
    await cut.stop();
  });

  test('with tables of an older version it is not ready', async () => {
    const older = await startTestHost({ withWorld: false });
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
      older.database.db,
    );
    const ready = await older.fetch('/readyz');
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'database not migrated' }]);
    await older.stop();
  });

  test('with a data folder that takes nothing it is not ready, and is again when it does', async () => {
    const cut = await startTestHost({ withWorld: false });
    const place = cut.config.dataFolder;
    await rename(place, `${place}-away`);
    await writeFile(place, '');
    const ready = await cut.fetch('/readyz');
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'disk not writable' }]);
    await rm(place);
    await rename(`${place}-away`, place);
    cut.advance(5000);
    expect((await cut.fetch('/readyz')).status).toBe(200);
    await cut.stop();
  });
});
