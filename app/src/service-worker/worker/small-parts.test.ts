import { expect, test, vi } from 'vitest';
import { isSmallParts, keepSmallParts } from './small-parts.ts';

/** Keeps what one answer brings, in a cache that lies open. */
async function keep(parts: Record<string, string>, headers: Record<string, string> = {}) {
  vi.stubGlobal('location', new URL('https://host.test/service-worker.js'));
  const kept = new Map<string, Response>();
  const cache = { put: async (url: string, answer: Response) => void kept.set(url, answer) };
  const addresses = await keepSmallParts(Response.json(parts, { headers }), cache as unknown as Cache);
  return { addresses, kept };
}

test('[CACHE-01] each small part is kept under its own address and as what it is', async () => {
  const { addresses, kept } = await keep({
    '/assets/menu-1a.js': "import './menu-2b.css'",
    '/assets/menu-2b.css': '.menu { color: red }',
  });
  expect([...addresses]).toEqual([
    'https://host.test/assets/menu-1a.js',
    'https://host.test/assets/menu-2b.css',
  ]);
  expect([...kept.keys()]).toEqual([...addresses]);
  const [script, style] = [...kept.values()];
  expect(script?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await script?.text()).toBe("import './menu-2b.css'");
  expect(style?.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(await style?.text()).toBe('.menu { color: red }');
});

test('a part that came with others has the rules that the host gave it, and nothing that was true of all together', async () => {
  const { kept } = await keep(
    { '/assets/worker-1a.js': 'self' },
    {
      'content-security-policy': "script-src 'self'",
      'x-content-type-options': 'nosniff',
      'content-length': '1234567',
      'content-encoding': 'br',
      etag: '"of-all"',
      'last-modified': 'Sat, 28 Nov 2026 10:00:00 GMT',
    },
  );
  expect(Object.fromEntries(kept.get('https://host.test/assets/worker-1a.js')!.headers)).toEqual({
    'content-security-policy': "script-src 'self'",
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
});

test('a store that is full is told', async () => {
  const full = {
    put: async () => {
      throw new DOMException('Quota exceeded.', 'QuotaExceededError');
    },
  };
  const kept = keepSmallParts(Response.json({ '/assets/a.js': '' }), full as unknown as Cache);
  await expect(kept).rejects.toThrow('Quota exceeded.');
});

test('the file of small parts is told from the parts by its name', () => {
  const isOne = (url: string) => isSmallParts({ url, revision: null });
  expect(isOne('assets/small-parts-EZVB3TI.json')).toBe(true);
  expect(isOne('assets/small-parts-EZVB3TI.js')).toBe(false);
  expect(isOne('manifest.webmanifest')).toBe(false);
  expect(isSmallParts('assets/small-parts-EZVB3TI.json')).toBe(false);
});
