import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { derivativeAddress, fileAddress } from '#files/file-address.ts';
import type { FileRow } from '#files/file-store.ts';
import { startTestHost, type TestHost } from '#testing/test-host.ts';

let host: TestHost;
let text: FileRow;
beforeAll(async () => {
  host = await startTestHost();
  text = await add('0123456789', 'digits.txt');
});
afterAll(() => host.stop());

async function add(bytes: string | Uint8Array, filename: string) {
  const row = await host.files.put(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, { filename });
  await host.database.db.insertInto('file').values(row).execute();
  return row;
}

const get = (row: FileRow, headers: Record<string, string> = {}, method = 'GET') =>
  host.fetch(fileAddress(row), { headers, method });

test('[HTML-07] whoever holds the address reads the file, without a token and at either address', async () => {
  const address = fileAddress(text);
  for (const path of [address, address.replace('/sites/default/files/', '/app/pwa/sitefiles/')]) {
    const answer = await host.fetch(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('0123456789');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('content-length')).toBe('10');
  }
});

test('an address never changes its content, so a browser may keep it for ever', async () => {
  const answer = await get(text);
  expect(answer.headers.get('cache-control')).toMatch(/immutable/);
  const etag = answer.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[^"]+"$/);
  const again = await get(text, { 'if-none-match': `"other", ${etag}` });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('it is compressed for nobody: ranges and lengths are those of the file', async () => {
  const row = await add('word '.repeat(2000), 'long.txt');
  const answer = await get(row, { 'accept-encoding': 'gzip, br' });
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('content-length')).toBe('10000');
});

test.each([
  ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=0-100', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=1-2,4-5', 200, '0123456789', null],
  ['pages=1', 200, '0123456789', null],
])('the range %s is answered with %i', async (range, status, body, contentRange) => {
  const answer = await get(text, { range });
  expect([answer.status, await answer.text()]).toEqual([status, body]);
  expect(answer.headers.get('content-range')).toBe(contentRange);
});

test('a range behind the end is 416 with the size', async () => {
  const answer = await get(text, { range: 'bytes=10-' });
  expect(answer.status).toBe(416);
  expect(answer.headers.get('content-range')).toBe('bytes */10');
});

test('If-Range gives the part only of the very same bytes', async () => {
  const etag = (await get(text)).headers.get('etag') ?? '';
  expect((await get(text, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
  expect((await get(text, { range: 'bytes=0-1', 'if-range': '"older"' })).status).toBe(200);
});

test('HEAD says the same without the bytes', async () => {
  const answer = await get(text, {}, 'HEAD');
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '10', '']);
  const part = await get(text, { range: 'bytes=0-3' }, 'HEAD');
  expect([part.status, part.headers.get('content-length')]).toEqual([206, '4']);
});

test('a page of another origin may read it in parts', async () => {
  const answer = await get(text, { origin: 'https://elsewhere.example', range: 'bytes=0-1' });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-expose-headers')).toMatch(/Content-Range/);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  const asked = await host.fetch(fileAddress(text), { method: 'OPTIONS' });
  expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
    204,
    expect.stringContaining('Range'),
  ]);
});

describe('what a browser would run', () => {
  test.each([
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['data.xml', '<?xml version="1.0"?><a/>'],
    ['script.js', 'alert(1)'],
    ['style.css', 'body{}'],
    ['unknown.xyz', 'bytes'],
  ])('%s is downloaded, lifeless and never sniffed', async (filename, bytes) => {
    const answer = await get(await add(bytes, filename));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-type')).not.toMatch(/javascript/);
  });

  test('pictures and PDF files open where they are', async () => {
    for (const row of [host.world.files.image, host.world.files.guide]) {
      const answer = await get(row);
      expect(answer.headers.get('content-disposition')).toMatch(/^inline; /);
      expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'none'/);
    }
  });

  test('HTML that calls itself a picture stays HTML', async () => {
    const answer = await get(await add('<!doctype html><script>alert(1)</script>', 'photo.png'));
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(answer.headers.get('content-type')).not.toMatch(/image/);
  });

  test('a mini-app runs as a page of no origin, and finds its own files only', async () => {
    const folder = join(host.config.dataFolder, 'calculator');
    await mkdir(folder);
    await writeFile(join(folder, 'manifest.json'), '{}');
    await writeFile(join(folder, 'app.js'), 'run()');
    const row = await host.files.putFolder(folder, { filename: 'manifest.json' });
    await host.database.db.insertInto('file').values(row).execute();
    const script = await host.fetch(`/sites/default/files/${row.key}/app.js`);
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    const policy = script.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^sandbox allow-scripts/);
    expect(policy).not.toMatch(/allow-same-origin|allow-top-navigation/);
    expect((await get(row)).status).toBe(200);
    for (const path of ['nothing.js', '..%2foriginal', '%2e%2e/%2e%2e/x', 'app.js%00']) {
      expect((await host.fetch(`/sites/default/files/${row.key}/${path}`)).status).toBe(404);
    }
  });
});

describe('a name', () => {
  test.each(['résumé "final".txt', 'a;b, c.txt', '漢字 100%.txt', "it's (1).txt"])(
    '%s comes back whole',
    async (filename) => {
      const row = await add('x', filename);
      const answer = await get(row);
      expect(answer.status).toBe(200);
      const header = answer.headers.get('content-disposition') ?? '';
      expect(decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(header)?.[1] ?? '')).toBe(row.filename);
      expect(header).toMatch(/^inline; filename="[^"\\]*"; filename\*=/);
    },
  );
});

test('a wrong key, a wrong name and a guess at the folder are refused alike, and kept by no cache', async () => {
  const { key } = text;
  for (const path of [
    `/sites/default/files/${key}/other.txt`,
    `/sites/default/files/${key}/original`,
    `/sites/default/files/${key}/`,
    `/sites/default/files/${'A'.repeat(32)}/digits.txt`,
    '/sites/default/files/..%2f..%2fsatchel.db/x',
    `/sites/default/files/${key.slice(0, 31)}/digits.txt`,
  ]) {
    const answer = await host.fetch(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await answer.json()).errors[0].status).toBe('404');
  }
});

describe('small pictures', () => {
  test('of a picture and a PDF are small webp files that a browser keeps', async () => {
    for (const row of [host.world.files.image, host.world.files.guide]) {
      for (const [style, longest] of [
        ['thumbnail', 320],
        ['salestool_preview', 1200],
      ] as const) {
        const answer = await host.fetch(derivativeAddress(row, style) ?? '');
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toBe('image/webp');
        expect(answer.headers.get('cache-control')).toMatch(/immutable/);
        const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
        expect(Math.max(width, height)).toBeLessThanOrEqual(longest);
      }
    }
  });

  test('of a broken file are refused in words, and the host goes on', async () => {
    const broken = await add('%PDF-1.7 broken', 'broken.pdf');
    const answer = await host.fetch(derivativeAddress(broken, 'thumbnail') ?? '');
    expect(answer.status).toBe(404);
    expect((await answer.json()).errors[0].detail).toBe('This file has no small picture.');
    expect((await get(broken)).status).toBe(200);
  });

  test.each(['huge', '__proto__', '..'])('there is no style %s', async (style) => {
    const path = `/sites/default/files/${host.world.files.image.key}/styles/${encodeURIComponent(style)}/image.jpg.webp`;
    expect((await host.fetch(path)).status).toBe(404);
  });
});
