import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contentPartsCacheName } from '../content-address.ts';
import type { NotKept } from '../messages.ts';
import { createContentFiles } from './content-files.ts';
import { partBytes } from './file-parts.ts';

const base = 'https://host.test/service-worker.js';
const address = (name: string) => new URL(name, 'https://host.test/sites/default/files/').href;

type Host = (url: string, signal: AbortSignal) => Response | Promise<Response>;

const urlOf = (request: RequestInfo) => (typeof request === 'string' ? request : request.url);

/** A cache whose entries lie open. */
function openCache() {
  const entries = new Map<string, Response>();
  const matching = (request: RequestInfo, { ignoreSearch = false }: CacheQueryOptions = {}) =>
    [...entries.keys()].filter((url) => (ignoreSearch ? url.split('?')[0] : url) === urlOf(request));
  const cache = {
    // An answer of its own each time: to close one leaves the others alone.
    match: async (request: RequestInfo) => {
      const entry = entries.get(urlOf(request));
      return entry && new Response(await entry.clone().blob(), { headers: entry.headers });
    },
    put: async (url: string, { body, headers }: Response) => {
      entries.set(url, new Response(await new Response(body).blob(), { headers }));
    },
    keys: async (request: RequestInfo, options?: CacheQueryOptions) =>
      matching(request, options).map((url) => ({ url })),
    delete: async (request: RequestInfo, options?: CacheQueryOptions) =>
      matching(request, options).map((url) => entries.delete(url)).length > 0,
  };
  return { entries, cache };
}

/** The worker's files on a device whose host answers as the test says. */
function worker(host: Host) {
  const { entries: kept, cache } = openCache();
  const { entries: begun, cache: parts } = openCache();
  const asked: string[] = [];
  const requests: RequestInit[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit & { signal: AbortSignal }) => {
    init.signal.throwIfAborted();
    asked.push(url);
    requests.push(init);
    return host(url, init.signal);
  });
  const content = createContentFiles({
    caches: {
      open: async (name: string) => (name === contentPartsCacheName ? parts : cache),
      has: async () => true,
      match: cache.match,
    } as unknown as CacheStorage,
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
  const decache = (names: string[]) => content.decache(names.map(address));
  const bytes = async (name: string) => (await content.find(address(name)))?.text();
  return { kept, begun, cache, parts, asked, requests, signs, stop, precache, decache, bytes };
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

/** Two parts. */
const filmBytes = ['x', 'y'].map((each) => each.repeat(partBytes)).join('');

/** A host whose film has no end until the test says so. */
function filmHost() {
  let finish = () => {};
  const answer = (signal: AbortSignal) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const from of [0, partBytes])
          controller.enqueue(new TextEncoder().encode(filmBytes.slice(from, from + partBytes)));
        signal.addEventListener('abort', () => controller.error(signal.reason));
        finish = () => {
          if (!signal.aborted) controller.close();
        };
      },
    });
    return new Response(body, { headers: { 'content-length': String(filmBytes.length), etag: '"one"' } });
  };
  return { answer, finish: () => finish() };
}

const isBegun = (begun: Map<string, Response>) =>
  vi.waitFor(() => expect(begun.size).toBe(2), { timeout: 10_000 });

describe('[F6] a large file', () => {
  const partOf = (from: number) => `${address('film')}?from=${from}`;
  const damages: Record<string, (parts: Map<string, Response>) => unknown> = {
    'its beginning': (parts) => parts.delete(partOf(0)),
    'its end': (parts) => parts.delete(partOf(partBytes)),
    'all that came of it': (parts) => parts.clear(),
    'bytes of a part': (parts) => {
      const { headers } = parts.get(partOf(0)) as Response;
      parts.set(partOf(0), new Response('x', { headers }));
    },
  };

  test.each(Object.entries(damages))(
    'that has lost %s by the time it is whole is cut off, and begins anew',
    async (_what, damage) => {
      const host = filmHost();
      const { kept, begun, precache, bytes } = worker((_url, signal) => host.answer(signal));
      const answer = precache(['film']);
      await isBegun(begun);
      damage(begun);
      host.finish();
      expect(reasons(await answer)).toEqual(['cut-off']);
      expect([kept.size, begun.size]).toEqual([0, 0]);
      const again = precache(['film']);
      await isBegun(begun);
      host.finish();
      expect(await again).toMatchObject({ ok: true });
      expect((await bytes('film')) === filmBytes).toBe(true);
      expect(begun.size).toBe(0);
    },
  );
});

describe('[F6] a file that is removed', () => {
  test('while it comes, and others wait for it, does not come back: nobody is told to ask for it again', async () => {
    const host = filmHost();
    const { kept, begun, asked, precache, decache } = worker((_url, signal) => host.answer(signal));
    const coming = precache(['film']);
    await isBegun(begun);
    const waiting = precache(['film']);
    const removed = decache(['film']);
    host.finish();
    await removed;
    expect([kept.size, begun.size]).toEqual([0, 0]);
    expect(reasons(await coming)).toEqual(['cut-off']);
    expect(reasons(await waiting)).toEqual(['cut-off']);
    expect([kept.size, begun.size, asked.length]).toEqual([0, 0, 1]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('while a part of it is being written down goes with that part', async () => {
    const host = filmHost();
    const { begun, parts, precache, decache } = worker((_url, signal) => host.answer(signal));
    const { promise: isWritten, resolve: write } = Promise.withResolvers<void>();
    const { put } = parts;
    const writing = vi.fn((url: string, response: Response) => isWritten.then(() => put(url, response)));
    parts.put = writing;
    const coming = precache(['film']);
    await vi.waitFor(() => expect(writing).toHaveBeenCalled());
    const removed = decache(['film']);
    // Whoever does not wait for the writing has removed the film, too, by then.
    await decache(['other']);
    write();
    await Promise.all([removed, coming]);
    expect(begun.size).toBe(0);
  });

  test('before its turn in a question does not come with the rest of it', async () => {
    const { kept, asked, precache, decache } = worker((url) => new Response(url));
    const first = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url);
      return url === address('a') ? first.promise : Promise.resolve(new Response(url));
    });
    const answer = precache(['a', 'b', 'c']);
    await isAsked(asked, 1);
    await decache(['b']);
    first.resolve(new Response('a'));
    expect((await answer).failed).toEqual([{ url: address('b'), reason: 'cut-off' }]);
    expect([...kept.keys()]).toEqual([address('a'), address('c')]);
  });

  test('while a newer copy of it comes is not told as kept', async () => {
    const { kept, asked, precache, decache } = worker((_url, signal) => silent(signal));
    kept.set(address('a'), new Response('older'));
    const renewal = precache(['a'], true);
    await isAsked(asked, 1);
    await decache(['a']);
    expect(reasons(await renewal)).toEqual(['cut-off']);
    expect(kept.size).toBe(0);
  });

  test('and asked for right after that is kept', async () => {
    const { kept, precache, decache, bytes } = worker(() => new Response('newer'));
    kept.set(address('a'), new Response('older'));
    const removed = decache(['b', 'a']);
    const answer = precache(['a']);
    await removed;
    expect(await answer).toMatchObject({ ok: true, cached: 1 });
    expect(await bytes('a')).toBe('newer');
  });
});

describe('[CACHE-08] renewing what is kept', () => {
  const html = { 'content-type': 'text/html' };
  const noRoom = async () => {
    throw new DOMException('', 'QuotaExceededError');
  };
  const tagged = (etag: string | null, body = 'older') =>
    new Response(body, { headers: etag === null ? {} : { etag } });
  const conditions = (requests: RequestInit[]) =>
    requests.map(({ headers }) => new Headers(headers).get('if-none-match'));

  test('says when nobody was reached', async () => {
    const { kept, precache, bytes } = worker(() => Promise.reject(new TypeError('Failed to fetch')));
    kept.set(address('a'), new Response('older'));
    expect(await precache(['a'], true)).toMatchObject({ ok: false, failed: [{ reason: 'unreachable' }] });
    expect(await bytes('a')).toBe('older');
  });

  test('says when it was called off', async () => {
    const { kept, asked, stop, precache } = worker((_url, signal) => silent(signal));
    kept.set(address('a'), new Response('older'));
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
    const { kept, precache, bytes } = worker(host);
    kept.set(address('a'), new Response('older'));
    expect(await precache(['a'], true)).toEqual({ ok: true, cached: 1, failed: [] });
    expect(await bytes('a')).toBe('older');
  });

  test('is content with the older copy where there is no room for a newer one', async () => {
    const { kept, cache, precache } = worker(() => new Response('newer'));
    kept.set(address('a'), new Response('older'));
    cache.put = noRoom;
    expect(await precache(['a'], true)).toEqual({ ok: true, cached: 1, failed: [] });
  });

  test('says so where the older copy went before the newer one found no room', async () => {
    const { kept, cache, precache } = worker(() => new Response('newer'));
    kept.set(address('a'), new Response('older'));
    cache.put = async (url) => {
      kept.delete(url);
      return noRoom();
    };
    expect(reasons(await precache(['a'], true))).toEqual(['storage-full']);
  });

  test('has the host compare what is kept, and no byte of it come again', async () => {
    const { kept, requests, precache, bytes } = worker(() => new Response(null, { status: 304 }));
    kept.set(address('a'), tagged('"one"'));
    expect(await precache(['a'], true)).toEqual({ ok: true, cached: 1, failed: [] });
    expect(conditions(requests)).toEqual(['"one"']);
    expect(await bytes('a')).toBe('older');
  });

  test('brings other bytes in the place of those that were compared', async () => {
    const { kept, requests, precache, bytes } = worker(() => tagged('"two"', 'newer'));
    kept.set(address('a'), tagged('"one"'));
    expect(await precache(['a'], true)).toMatchObject({ ok: true });
    expect(await bytes('a')).toBe('newer');
    await precache(['a'], true);
    expect(conditions(requests)).toEqual(['"one"', '"two"']);
  });

  test('asks plainly where another host is behind an address', async () => {
    const elsewhere = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
    const { kept, requests, precache, bytes } = worker(() =>
      requests.length === 1 ? elsewhere : new Response('newer'),
    );
    kept.set(address('a'), tagged('"one"'));
    expect(await precache(['a'], true)).toMatchObject({ ok: true });
    expect(conditions(requests)).toEqual(['"one"', null]);
    expect(await bytes('a')).toBe('newer');
  });

  test.each([
    ['another origin', 'https://other.test/sites/default/files/a', '"one"'],
    ['a host whose bytes may differ all the same', 'a', 'W/"one"'],
    ['a host that names no version', 'a', null],
  ])('has nothing compared by %s', async (_what, name, etag) => {
    const { kept, requests, precache, bytes } = worker(() => new Response('newer'));
    kept.set(address(name), tagged(etag));
    expect(await precache([name], true)).toMatchObject({ ok: true });
    expect(conditions(requests)).toEqual([null]);
    expect(await bytes(name)).toBe('newer');
  });
});
