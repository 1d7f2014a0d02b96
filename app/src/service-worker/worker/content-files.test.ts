import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NotKept } from '../messages.ts';
import { createContentFiles } from './content-files.ts';

const base = 'https://host.test/service-worker.js';
const address = (name: string) => `https://host.test/sites/default/files/${name}`;

type Host = (url: string, signal: AbortSignal) => Response | Promise<Response>;

/** The worker's files on a device whose host answers as the test says. */
function worker(host: Host) {
  const kept = new Map<string, string>();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    asked.push(url);
    return host(url, signal);
  });
  const cache = {
    match: async (key: string) => (kept.has(key) ? new Response(kept.get(key)) : undefined),
    put: async (key: string, response: Response) => void kept.set(key, await response.text()),
  };
  const content = createContentFiles({
    caches: { open: async () => cache, has: async () => false } as unknown as CacheStorage,
    base,
  });
  const signs: { url: string; bytes: number }[] = [];
  const stop = new AbortController();
  const precache = (names: string[], renew = false, { signal } = stop) =>
    content.precache(names.map(address), {
      renew,
      signal,
      onProgress: (url, bytes) => void signs.push({ url, bytes }),
    });
  return { kept, asked, signs, stop, precache };
}

/** Nothing comes until whoever waits for it goes. */
const silent = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** A body that stops coming after its first bytes. */
const stuckAfter = (bytes: string, signal: AbortSignal) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(bytes));
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    }),
  );

const reasons = ({ failed }: { failed: { reason: NotKept }[] }) => failed.map(({ reason }) => reason);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** So that what is asked for is on its way. */
const isAsked = (asked: string[], count: number) => vi.waitFor(() => expect(asked).toHaveLength(count));

describe('a file that keeps silent', () => {
  test('[CACHE-12] is waited for, with signs of life, longer than a page waits; then it is unreachable and the next one comes', async () => {
    const { kept, asked, signs, precache } = worker((url, signal) =>
      url === address('silent') ? silent(signal) : new Response('x'),
    );
    const answer = precache(['silent', 'other']);
    await isAsked(asked, 1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signs.length).toBeGreaterThanOrEqual(5);
    expect(signs.every(({ url, bytes }) => url === address('silent') && bytes === 0)).toBe(true);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await answer).toMatchObject({
      ok: false,
      cached: 1,
      failed: [{ url: address('silent'), reason: 'unreachable' }],
    });
    expect([...kept.keys()]).toEqual([address('other')]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('in its middle is unreachable too, told with the bytes that came', async () => {
    const { kept, signs, precache } = worker((_url, signal) => stuckAfter('half', signal));
    const answer = precache(['film']);
    await vi.waitFor(() => expect(signs).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(signs.at(-1)).toEqual({ url: address('film'), bytes: 4 });
    await vi.advanceTimersByTimeAsync(80_000);
    expect(reasons(await answer)).toEqual(['unreachable']);
    expect(kept.size).toBe(0);
  });

  test('can be called off, as can the wait for another window that fetches the same file', async () => {
    const { asked, stop, precache } = worker((_url, signal) => silent(signal));
    const fetching = precache(['film']);
    await isAsked(asked, 1);
    const other = new AbortController();
    const waiting = precache(['film'], false, other);
    other.abort();
    expect(reasons(await waiting)).toEqual(['stopped']);
    stop.abort();
    expect(reasons(await fetching)).toEqual(['stopped']);
    expect(asked).toHaveLength(1);
  });
});

test('three files in a row that nobody answers mean that the host is gone: the rest is not waited for', async () => {
  const { asked, precache } = worker(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(reasons(await precache(['a', 'b', 'c', 'd', 'e']))).toEqual(new Array(5).fill('unreachable'));
  expect(asked).toHaveLength(3);
});

describe('[CACHE-08] renewing what is kept', () => {
  const html = { 'content-type': 'text/html' };

  test('says when nobody was reached', async () => {
    const { kept, precache } = worker(() => Promise.reject(new TypeError('Failed to fetch')));
    kept.set(address('a'), 'older');
    expect(await precache(['a'], true)).toMatchObject({ ok: false, failed: [{ reason: 'unreachable' }] });
    expect(kept.get(address('a'))).toBe('older');
  });

  test('says when it was called off', async () => {
    const { kept, asked, stop, precache } = worker((_url, signal) => silent(signal));
    kept.set(address('a'), 'older');
    const answer = precache(['a'], true);
    await isAsked(asked, 1);
    stop.abort();
    expect(reasons(await answer)).toEqual(['stopped']);
  });

  test.each<[string, () => Response]>([
    ['refuses', () => new Response('', { status: 500 })],
    ['gives something else', () => new Response('Sign in', { headers: html })],
    ['breaks off', () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError()) }))],
  ])('is content with the older copy where the host %s', async (_what, host) => {
    const { kept, precache } = worker(host);
    kept.set(address('a'), 'older');
    expect(await precache(['a'], true)).toEqual({ ok: true, cached: 1, failed: [] });
    expect(kept.get(address('a'))).toBe('older');
  });
});
