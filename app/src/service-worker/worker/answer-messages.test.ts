import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PrecacheAnswer } from '../messages.ts';
import { answerMessages } from './answer-messages.ts';
import type { ContentFiles } from './content-files.ts';

const minute = 60_000;
// What Chromium and Firefox give one event.
const mostOfABrowser = 5 * minute;

const precache = { type: 'st-precache', urls: ['/sites/default/files/k/film.mp4'] };
const kept: PrecacheAnswer = { ok: true, cached: 1, failed: [] };

/** A worker whose one file comes when the test says so, in a browser that writes down which events last. */
function worker({
  precache,
  caches = {},
}: {
  precache?: ContentFiles['precache'];
  caches?: Partial<CacheStorage>;
} = {}) {
  const scope = new EventTarget();
  const lasting = new Map<Promise<unknown>, number>();
  const film = Promise.withResolvers<PrecacheAnswer>();
  const noFiles = { decache: async () => {}, find: async () => undefined };
  answerMessages(scope as unknown as ServiceWorkerGlobalScope, {
    content: { precache: precache ?? (() => film.promise), ...noFiles },
    caches: caches as CacheStorage,
    shellCacheName: 'shell',
    skipWaiting: async () => {},
    claim: async () => {},
  });
  const answers: unknown[] = [];
  return {
    answers,
    events: () => lasting.size,
    /** How long the oldest event that is not over lasts by now. */
    oldest: () => Date.now() - Math.min(...lasting.values()),
    comes: () => film.resolve(kept),
    /** @param on what the message brings along to be answered on: a port, or nothing but the page it is from */
    gets(data: unknown, on: 'port' | 'source' | 'nothing' = 'port') {
      const channel = { postMessage: (answer: unknown) => answers.push([on, answer]) };
      const ways = {
        port: { ports: [channel] },
        source: { ports: [], source: channel },
        nothing: { ports: [] },
      };
      const waitUntil = (work: Promise<unknown>) => {
        lasting.set(work, Date.now());
        void work.finally(() => lasting.delete(work));
      };
      scope.dispatchEvent(Object.assign(new Event('message'), { data, waitUntil, ...ways[on] }));
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('[CACHE-07] no event lasts as long as a browser bears, and a page that waits keeps the worker at work all the same', async () => {
  const { gets, events, oldest, comes, answers } = worker();
  gets(precache);
  for (let passed = 2; passed <= 20; passed += 2) {
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(events()).toBeGreaterThan(0);
    expect(oldest()).toBeLessThan(mostOfABrowser);
    gets({ type: 'st-hold' });
  }
  comes();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([['port', kept]]);
  expect([events(), vi.getTimerCount()]).toEqual([0, 0]);
});

test('[CACHE-07] one whose page waits no more is let go before the browser ends it', async () => {
  const { gets, events } = worker();
  gets(precache);
  await vi.advanceTimersByTimeAsync(mostOfABrowser - 1);
  expect(events()).toBe(0);
});

test('who holds a worker that has nothing to do keeps it from nothing', async () => {
  const { gets, events, answers } = worker();
  gets({ type: 'st-hold' });
  await vi.advanceTimersByTimeAsync(0);
  expect([events(), answers]).toEqual([0, []]);
});

test('[CACHE-05] a message that brings no port is answered to the page it came from, a failure too', async () => {
  const { gets, comes, answers } = worker();
  gets(precache, 'source');
  gets({ type: 'st-unheard-of' }, 'source');
  comes();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual(
    expect.arrayContaining([
      ['source', kept],
      ['source', { error: 'This message is not understood' }],
    ]),
  );
  expect(answers).toHaveLength(2);
});

test('[CACHE-05] one that nobody could be answered on is let be', async () => {
  const { gets, comes, answers, events } = worker();
  gets(precache, 'nothing');
  comes();
  await vi.advanceTimersByTimeAsync(0);
  expect([answers, events()]).toEqual([[], 0]);
});

test('[CACHE-03] whoever looks into the caches finds content files in one, however many they lie in', async () => {
  const lying = {
    shell: ['/index.html'],
    'satchel-content-7': ['/b.pdf'],
    'satchel-content-0': ['/c.pdf', '/a.pdf'],
    'satchel-content-parts': ['/film.mp4?from=0'],
  };
  const open = async (name: string) => ({
    keys: async () => lying[name as keyof typeof lying].map((url) => ({ url })),
  });
  const { gets, answers } = worker({
    caches: { keys: async () => Object.keys(lying), open: open as unknown as CacheStorage['open'] },
  });
  const answerTo = async (question: object) => {
    gets(question);
    await vi.advanceTimersByTimeAsync(0);
    return (answers.at(-1) as unknown[])[1];
  };
  expect(await answerTo({ type: 'st-get-caches' })).toEqual({
    caches: ['shell', 'satchel-content', 'satchel-content-parts'],
  });
  const contentsOf = (cacheName: string) => answerTo({ type: 'st-get-cache-contents', cacheName });
  expect(await contentsOf('satchel-content')).toEqual({ keys: ['/a.pdf', '/b.pdf', '/c.pdf'] });
  expect(await contentsOf('satchel-content-parts')).toEqual({ keys: ['/film.mp4?from=0'] });
});

test('[CACHE-03] a reset calls off what is coming in, and empties the caches once it has stopped', async () => {
  const order: string[] = [];
  const { gets, answers } = worker({
    precache: async (_urls, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await Promise.resolve();
      order.push('a part of the film is kept');
      return kept;
    },
    caches: {
      keys: async () => ['shell', 'satchel-content-parts'],
      delete: async (name) => order.push(`${name} is deleted`) > 0,
    },
  });
  gets(precache);
  gets({ type: 'st-reset' });
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['a part of the film is kept', 'satchel-content-parts is deleted']);
  expect(answers).toContainEqual(['port', { ok: true }]);
});
