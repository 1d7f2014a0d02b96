import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isKept, matchHead, measureKept } from './look-at-kept.ts';

const name = 'looked-at';
const address = 'https://host.test/sites/default/files/guide.pdf';
const bytes = 2_000_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function usage(): Promise<number> {
  // Chromium tells what each kind of storage takes, which the standard does not know.
  const { usageDetails } = (await navigator.storage.estimate()) as { usageDetails?: { caches?: number } };
  return usageDetails?.caches ?? 0;
}

let cache: Cache;
let before: number;

beforeEach(async () => {
  await caches.delete(name);
  cache = await caches.open(name);
  before = await usage();
  const headers = { etag: '"1"' };
  await cache.put(address, new Response(new Uint8Array(bytes), { headers }));
  expect((await usage()) - before).toBeGreaterThan(bytes);
});

afterEach(async () => {
  await caches.delete(name);
});

/** Not only when the browser has collected what nobody reads any more, which takes seconds or does not help. */
const expectRoom = () => expect.poll(usage, { timeout: 2000 }).toBeLessThanOrEqual(before);

describe('[F4] a file that is removed gives its room back although somebody', () => {
  test('looked whether it is there', async () => {
    expect(await isKept(cache, address)).toBe(true);
    await cache.delete(address);
    await expectRoom();
    expect(await isKept(cache, address)).toBe(false);
  });

  test('read what its host said of it', async () => {
    const head = await matchHead(cache, address);
    expect(head?.headers.get('etag')).toBe('"1"');
    // On a busy machine the process that keeps the files hears a moment later that nobody reads any more.
    await pause(100);
    await cache.delete(address);
    await expectRoom();
    expect(await matchHead(cache, address)).toBeUndefined();
  });

  test('measured it', async () => {
    expect(await measureKept(cache, address)).toBe(bytes);
    await cache.delete(address);
    await expectRoom();
    expect(await measureKept(cache, address)).toBeNull();
  });
});
