import { Dexie } from 'dexie';
import { describe, expect, test, vi } from 'vitest';
import type { AskWorker } from '#service-worker/page-side.ts';
import { openDatabase } from '#storage/database.ts';
import { createDevice, type DeviceBrowser } from './device.ts';
import { restartWhenReset } from './restart-when-reset.ts';

class MemoryStorage {
  readonly items: Map<string, string>;
  constructor(items: Record<string, string> = {}) {
    this.items = new Map(Object.entries(items));
  }
  get length() {
    return this.items.size;
  }
  key(at: number) {
    return [...this.items.keys()][at] ?? null;
  }
  removeItem(key: string) {
    this.items.delete(key);
  }
  clear() {
    this.items.clear();
  }
}

/** A device with content, and a worker that keeps the app's own files whatever is asked. */
async function device({
  hasWorker = true,
  isSilent = false,
  emptyCache = async (name: string, caches: Set<string>) => caches.delete(name),
  estimate = async (): Promise<{ usage?: number; quota?: number }> => ({}),
  hash = '',
} = {}) {
  const database = openDatabase(`device-${crypto.randomUUID()}`);
  await database.marks.put({ id: 'mark', value: 1 });
  const caches = new Set(['shell', 'satchel-content-0', 'satchel-content-parts']);
  const local = new MemoryStorage({ 'satchel-session': 'tokens', 'satchel-channel': 'c', 'dhb-1': '1' });
  const session = new MemoryStorage({ draft: 'x' });
  const restarts: string[][] = [];
  const restartedAt: string[] = [];
  const ask: AskWorker = async (question) => {
    if (isSilent) return new Promise(() => {});
    if (!hasWorker) throw new Error('No service worker running');
    if (question.type === 'st-reset') for (const name of caches) if (name !== 'shell') caches.delete(name);
    const answers: Record<string, object> = {
      'st-reset': { ok: true },
      'st-get-caches': { caches: [...caches] },
      'st-get-cache-contents': { keys: [`https://host.example/${JSON.stringify(question)}`] },
    };
    return answers[question.type] as never;
  };
  const browser: DeviceBrowser = {
    estimate,
    localStorage: local,
    sessionStorage: session,
    caches: { keys: async () => [...caches], delete: (name) => emptyCache(name, caches) },
    restart(at) {
      restarts.push([...local.items.keys()]);
      restartedAt.push(at);
    },
    hash: () => hash,
  };
  const waited = Promise.withResolvers<void>();
  const made = createDevice({
    database,
    worker: { ask },
    sessionKey: 'satchel-session',
    browser,
    pause: () => waited.promise,
  });
  return { made, database, caches, local, session, restarts, restartedAt, waited };
}

describe('a factory reset', () => {
  test('[SET-12] clears state, database and content caches, then starts the app anew', async () => {
    const { made, database, caches, session, restarts } = await device();
    await made.factoryReset({ keepSignIn: false });
    expect(await Dexie.exists(database.dexie.name)).toBe(false);
    expect([...caches]).toEqual(['shell']);
    expect(session.length).toBe(0);
    expect(restarts).toEqual([[]]);
  });

  test('[SET-12] can keep the sign-in, and keeps nothing else', async () => {
    const { made, database, restarts } = await device();
    await made.factoryReset({ keepSignIn: true });
    expect(restarts).toEqual([['satchel-session']]);
    expect(await Dexie.exists(database.dexie.name)).toBe(false);
  });

  test('[SET-12] empties the content cache itself when no worker answers', async () => {
    const { made, caches, restarts } = await device({ hasWorker: false });
    await made.factoryReset({ keepSignIn: false });
    expect([...caches]).toEqual(['shell']);
    expect(restarts).toHaveLength(1);
  });

  test('[SET-12] signs out at once, however long a worker that says nothing is waited for, and starts anew without it', async () => {
    const { made, local, session, restarts, waited } = await device({ isSilent: true });
    const resetting = made.factoryReset({ keepSignIn: false });
    await expect.poll(() => local.length + session.length).toBe(0);
    expect(restarts).toEqual([]);
    local.items.set('satchel-session', 'tokens of a call that was under way');
    waited.resolve();
    await resetting;
    expect(restarts).toEqual([[]]);
  });

  test('[SET-12, CACHE-12] starts anew also where the browser does not let a cache go', async () => {
    const { made, restarts, database } = await device({
      hasWorker: false,
      emptyCache: () => Promise.reject(new Error('Unexpected internal error')),
    });
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await made.factoryReset({ keepSignIn: false });
    expect(restarts).toEqual([[]]);
    expect(warn.mock.calls).toEqual([['Caches:', 'Unexpected internal error']]);
    warn.mockRestore();
    expect(await Dexie.exists(database.dexie.name)).toBe(false);
  });

  test('[SET-12] another window starts anew once all is empty, and puts nothing into the database meanwhile', async () => {
    const { made, database, caches, restarts } = await device();
    const ofOther = openDatabase(database.dexie.name);
    await ofOther.marks.toArray();
    const whenStartedAnew = Promise.withResolvers<object>();
    restartWhenReset(ofOther, async () =>
      whenStartedAnew.resolve({ caches: [...caches], restarts: restarts.length }),
    );
    const resetting = made.factoryReset({ keepSignIn: false });
    await expect.poll(() => ofOther.dexie.isOpen()).toBe(false);
    await expect(ofOther.marks.put({ id: 'late', value: 1 })).rejects.toThrow();
    await resetting;
    expect(await whenStartedAnew.promise).toEqual({ caches: ['shell'], restarts: 1 });
    expect(await Dexie.exists(database.dexie.name)).toBe(false);
  });

  test('does not let the database come back before the app starts anew', async () => {
    const { made, database } = await device();
    await made.factoryReset({ keepSignIn: false });
    await expect(database.marks.toArray()).rejects.toThrow();
  });
});

test('[SET-05] storage says what the browser tells, and nothing it does not', async () => {
  const known = await device({ estimate: async () => ({ usage: 5, quota: 10 }) });
  expect(await known.made.storage()).toEqual({ usage: 5, quota: 10 });
  expect(await (await device()).made.storage()).toEqual({ usage: null, quota: null });
});

test('[SET-05] storage of which the browser refuses to tell is unknown', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { made } = await device({ estimate: () => Promise.reject(new TypeError('Not allowed')) });
  expect(await made.storage()).toEqual({ usage: null, quota: null });
  expect(warn.mock.calls).toEqual([['Storage:', 'Not allowed']]);
  warn.mockRestore();
});

describe('the cache viewer', () => {
  test('sees the caches and what is in one', async () => {
    const { made } = await device();
    expect(await made.caches()).toEqual(['shell', 'satchel-content-0', 'satchel-content-parts']);
    expect(await made.cacheContents('shell')).toEqual([
      'https://host.example/{"type":"st-get-cache-contents","cacheName":"shell"}',
    ]);
  });

  test('[CACHE-10] is told when no worker runs', async () => {
    const { made } = await device({ hasWorker: false });
    await expect(made.caches()).rejects.toThrow('No service worker running');
  });
});

test.each([
  ['#/settings?reset', '#/settings'],
  ['#/?reset=1&advanced', '#/?advanced'],
  ['#/packs', '#/packs'],
  ['', ''],
])('[SET-14] a start without the reset at %j is one at %j, and keeps everything', async (hash, at) => {
  const { made, restartedAt, restarts, local } = await device({ hash });
  await made.restart();
  expect(restartedAt).toEqual([at]);
  expect(restarts).toEqual([[...local.items.keys()]]);
});
